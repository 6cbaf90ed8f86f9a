"""The most common words of languages, by ISO 639-1 code: those we name, and neighbours that must not pass for them.

Made by us from knowledge of each language's grammar: articles, pronouns, prepositions, conjunctions, auxiliaries and
their forms, question words, and the adverbs and verbs met in nearly every text. A word may stand under several
languages; then it tells only between these and the others. The neighbours ("decoys") have shorter lists: they need to
outvote a false friend, not to be told apart from each other. No corpus was counted for them.
"""

# The languages of Latin script that we name.
LATIN = {
    "en": """
        the of and to in is was for that it with as on are be this by at from or an not have has had were which but his
        her he she they we you i my your our their its been one all also can will would there what when who if more no
        out up so about into than then them these some could other only over new after first two may such any most
        through how where because while during before between both under again each many much very just like should
        must him me us those whose here get got make made do does did being am said says say people year years time
        way even well back still own too against within without however since until though although among
        him himself itself themselves know think want see good day don doesn didn isn wasn aren t s ve ll re let please
        thank thanks hello hi yes why every another same last never always something nothing anything going
        use used using need work first part per yet across around off down upon whether including according
        called known found left right high low small large great big long little old young different possible
        important available based example number world life home house school system country state city group team
        company government information problem question answer order show shows shown give given take taken made
        find help follow following set run add added change create start end using uses able sure really already
        often later early around near today tomorrow yesterday week month hour day days times things thing place
        open close read write written text file line name names list page data user users code form point case cases
        fact water money book story war history family children men women man woman child mother father head hand
        side
        born quite look looks looking likes liked love best better worst bad nice almost enough actually maybe
        perhaps probably certainly simply especially usually sometimes true false free full real clear hard easy
        soon ago january february march april june july august september october november december monday tuesday
        wednesday thursday friday saturday sunday third fourth fifth ten three four five six seven eight nine
        hundred thousand million billion white black red green blue color food room door street road car train air
        fire light earth sun sea tree animal dog cat bird fish body heart eye eyes face voice word words letter
        letters sentence sentences language english created built build building buy bought sell sold pay paid price
        cost costs job jobs office service services product products customer customers orders email phone website
        online app software computer internet sorry happy sad afraid angry hope hopes wish wishes feel feels feeling
        felt believe believes thought guess mean means meant remember forget learn learned learning teach teacher
        student students college class lesson play played playing game games teams player players win won lose lost
        watch watched movie film films stories music song songs reading writing wrote books paper pages news report
        reports reported law laws court police army peace power president minister party election vote member
        members leader leaders health doctor hospital patient patients disease treatment drug medicine study studies
        research science theory result results value values total average rate percent level levels range size
        length weight speed temperature measure increase increases increased decrease reduce reduced changes changed
        grow growth rise rose fall fell begin began begins started starts starting stop stopped ends ended finish
        finished continue continued keep kept hold held bring brought carry leave move moved turn turned ran walk
        walked sit stand stood tell told ask asked answered speak spoke talk talked call calls hear heard listen
        showed saw seen become became becomes seem seems seemed appear appears appeared remain remains include
        includes included provide provides provided allow allows allowed require requires required consider
        considered examples reason reasons issue issues problems solution solutions questions idea ideas plan plans
        step steps process type types kind kinds sort several either neither rather instead therefore thus hence
        moreover furthermore together apart away above below inside outside behind beside beyond toward towards
        throughout along everyone everything everybody someone somebody somewhere anyone anybody anywhere nobody
        nowhere myself yourself herself ourselves whatever whenever wherever whichever morning afternoon evening
        night tonight season spring summer autumn winter minute minutes hours second seconds east west north south
        northern southern eastern western american british united couldn wouldn shouldn hasn haven hadn ain didnt
        dont cant im ive youre thats whats lets bread butter cheese milk egg eggs salt sugar oil garlic chicken rice
        fresh cook cooked fruit vegetables
    """,
    "es": """
        el la los las de del y a en que es un una por con para no se su sus al lo como más pero fue ser son ha este esta
        estos estas ese esa eso esto aquel aquella entre cuando muy sin sobre también me hasta hay donde quien quienes
        desde todo toda todos todas nos durante uno unos unas les ni contra otros otro otra otras ante ellos ellas e si
        porque qué cómo cuándo dónde yo él ella usted ustedes nosotros tú te mi mis tu tus hace han había era
        eran está están estaba estar sido siendo tiene tienen tener tenía hizo puede pueden poder hacer dijo según así
        después antes ahora sólo solo mientras aunque bien años año día parte vez veces mismo misma cada tan tanto
        mucho mucha muchos muchas poco nada algo alguien hoy ayer siempre nunca ya aquí allí tras hacia bajo cual cuales
        pues le sea fueron será sería gran mejor además dos tres primera primero nuestro nuestra cuya cuyo hola gracias
        buenos días soy eres somos va van voy quiero gente mundo vida gobierno debe deben quiere sino casi luego
        grande grandes nuevo nueva nuevos nuevas buen buena bueno buenos malo mayor menor alto alta larga largo
        tiempo trabajo casa ciudad país países estado nombre número problema forma manera lugar punto caso casos
        hombre mujer hombres mujeres niño niños familia historia guerra agua libro empresa grupo sistema información
        pregunta respuesta ejemplo persona personas día noche semana mes meses horas lado través partir cerca lejos
        dentro fuera debajo encima quizás casi puedo debo quiere saber sabe creo decir dice dicen digo vamos vez
        pueblo mano cabeza ojos padre madre hijo hija hijos segundo tercera allá acá cualquier demás aún quizá
        tampoco ninguno ninguna alguna algunas algunos varios varias cuanto cuenta tipo nivel medio fin ley acuerdo
    """,
    "fr": """
        le la les de des du et à en un une est que qui dans pour pas par sur au aux ce il elle ne se plus avec son sa
        ses ou comme mais sont cette nous vous ils elles on leur leurs été être avoir ont fait je tu me te mon ma mes ton
        ta tes notre nos votre vos lui y si même tout tous toute toutes aussi bien sans peut peuvent deux où dont ces
        cet entre après avant encore très quand donc alors ainsi chez sous depuis contre était étaient avait avaient
        sera serait a ai avons avez suis es sommes êtes c d l n j qu s m t jusqu lors car ni non oui rien jamais
        toujours moins peu beaucoup trop ici là cela ça ceux celle celui celles quel quelle quels quelles lorsque pendant
        plusieurs autre autres chaque selon puis faire dit dire vers ans année années temps jour fois première
        premier bonjour merci comment pourquoi parce voici voilà faut doit doivent afin aujourd hui grand monde vie ceci
        grande grands grandes nouveau nouvelle nouvelles nouveaux bon bonne petit petite jeune homme femme hommes
        femmes enfant enfants gens pays ville maison travail nom nombre problème forme manière lieu place point cas
        histoire guerre eau livre entreprise groupe système information question réponse exemple personne personnes
        nuit semaine mois heure heures côté part quelque quelques presque devient devenir partir loin dedans dehors
        dessous dessus peux veux sait savoir crois disent allons peuple main tête yeux père mère fils fille second
        troisième toutefois cependant néanmoins malgré parmi environ tandis puisque quoi quoique certains certaines
        certain certaine plutôt surtout seulement seul seule tant tel telle tels telles mieux pire mal grâce
        ensemble effet raison suite siècle fin loi État doute droit besoin mettre prendre donner voir venir vient
        mis prise pris donne
    """,
    "de": """
        der die das und in den von zu mit ist im dem nicht ein eine einer eines einem einen für auf des sich es auch an
        als aus bei nach wie am er sie wir ihr ich du man war waren hat haben hatte hatten wird werden wurde wurden
        worden sind sein seine seiner seinen seinem ihre ihrer ihren ihrem ihn ihm ihnen uns unser unsere mich mir dich
        dir nur noch oder aber so um durch über unter vor zum zur bis mehr kann können könnte konnte muss müssen soll
        sollen will wollen wenn dass daß weil da dann hier dort diese dieser dieses diesem diesen jetzt schon sehr immer
        wieder alle alles allem zwei gegen ohne während seit zwischen was wer wo warum kein keine keinen damit dabei denn
        doch mal etwas nichts viel viele ihnen vom beim ins ob jedoch bereits sowie jahr jahre jahren zeit heute gut
        ja nein bitte danke hallo guten ganz nun wäre würde würden ab habe bin bist gibt geht machen sondern worden
        einmal anderen andere welche welcher dazu darauf davon daran dafür mein meine dein ersten erste neue neuen
        große großen großer groß kleine kleinen klein alte alten lange letzte letzten nächsten land leben haus stadt
        arbeit name zahl problem frage antwort beispiel mensch menschen leute frau mann männer frauen kind kinder
        familie geschichte krieg wasser buch unternehmen gruppe system information wochen woche monat tag tage tagen
        nacht stunde uhr seite weise fall fälle grund teil ende anfang weg welt hand kopf augen vater mutter sohn
        tochter zweite zweiten dritten außerdem allerdings trotzdem deshalb deswegen dennoch innerhalb außerhalb
        wegen trotz laut etwa rund fast meist oft selbst lassen lässt kommt kommen geben gab ging kam sagte sagt
        sagen weiß wissen steht stehen findet finden liegt nimmt hätte hätten dürfen darf sollte möchte wollte
        wollen konnten kannst hast wirst bleibt bleiben neben hinter zwar also eben genau weiter weitere weiteren
        insgesamt jeder jede jedes jeden beiden
    """,
    "it": """
        il la lo gli le i di del della dei delle dello degli dell e a al alla ai alle allo agli all in nel nella nei
        nelle nello nell un una uno che è per non con da dal dalla dai dalle dall si sono come più anche ma su sul sulla
        sui sulle sull suo sua suoi sue se ha hanno ho hai abbiamo essere era erano stato stata stati state questo
        questa questi queste quello quella quelli quelle tra fra quando dove chi cosa perché ed o loro noi voi lui lei
        io tu mi ti ci vi ne molto poco tutto tutti tutta tutte ogni altro altri altra altre prima dopo senza ancora già
        solo così fino ora poi fatto fare può possono deve devono sempre mai qui sotto sopra contro durante mentre
        secondo però quindi anni anno giorno parte volta due tre c d l quale quali nostro nostra vostro ciao
        grazie buongiorno bene oggi ieri sia siano fu furono aveva avevano viene vengono stesso stessa cui invece
        oltre circa quanto qualche niente nulla sta stanno va vuole dice detto mio mia proprio perchè
        grande grandi nuovo nuova nuovi nuove buono buona piccolo piccola alto alta lungo lunga tempo lavoro casa
        città paese paesi stato nome numero problema forma modo luogo punto caso casi uomo donna uomini donne
        bambini famiglia storia guerra acqua libro azienda gruppo sistema informazioni domanda risposta esempio
        persona persone notte settimana mese mesi ora ore lato attraverso partire vicino lontano dentro fuori quasi
        posso devo sapere sa credo dicono andiamo mano testa occhi padre madre figlio figlia figli secondo terzo
        ciascuno alcuni alcune alcuno nessuno nessuna vari varie tale tali quanti tanto tanti tanta tante meglio
        peggio male insieme fine legge mondo vita gente cose qualcosa qualcuno dello dunque infatti inoltre comunque
        ovvero cioè mentre finché affinché davvero veramente soltanto almeno appena abbastanza troppo proprio ad
        ecco avere avuto abbia dei fosse sarà saranno potrebbe
    """,
    "pt": """
        o a os as de do da dos das e em no na nos nas um uma uns umas que é para por com não se como mais mas foi ao aos
        à às pelo pela pelos pelas seu sua seus suas ou ser são está estão isso isto esse essa este esta esses essas
        estes estas ele ela eles elas eu você vocês nós tu me te lhe lhes já muito muita muitos muitas também só até
        quando onde quem qual quais entre sem sobre depois antes ainda mesmo mesma há era eram tem têm ter tinha foram
        será sido sendo fazer feito faz pode podem poder deve todos todas todo toda tudo cada outro outra outros
        outras ano anos dia vez parte segundo porque porquê num numa nem nosso nossa meu minha aqui ali lá então assim
        agora sempre nunca bem após desde durante contra quanto algo nada aquele aquela aquilo dele dela deles delas
        nesta neste nessa nesse desta deste dessa desse olá obrigado obrigada bom vai vão disse dois duas primeira
        primeiro grande além estava estavam fosse seja havia houve pois cerca você gente vida mundo ainda tempo daí
        novo nova novos novas bom boa pequeno pequena maior menor alto alta longo longa trabalho casa cidade país
        países estado nome número problema forma maneira lugar ponto caso casos homem mulher homens mulheres criança
        crianças família história guerra água livro empresa grupo sistema informação informações pergunta resposta
        exemplo pessoa pessoas noite semana mês meses hora horas lado através partir perto longe dentro fora quase
        posso devo quer saber sabe creio dizer diz dizem vamos povo mão cabeça olhos pai mãe filho filha filhos
        segunda terceira qualquer demais tampouco nenhum nenhuma alguma algumas alguns vários várias tipo nível meio
        fim lei acordo coisa coisas alguém ninguém porém portanto contudo entretanto todavia talvez apenas somente
        sob perante conforme embora enquanto caso ficar ficou deu dar ver vem vir veio fica sei sou somos sejam
        fossem estar estou estamos tudo tanto tanta tão
    """,
    "nl": """
        de het een en van in is op te dat die voor met zijn niet aan er om ook als door maar bij naar uit nog over hij
        ze zij wij we ik je jij u was waren werd werden wordt worden heeft hebben had hadden kan kunnen kon konden zal
        zullen zou zouden moet moeten mag mogen wil willen dit deze of tot meer dan wel geen hun haar hem zich mijn jouw
        uw onze ons wat wie waar wanneer hoe waarom omdat want toen nu al zo alle alles veel tegen onder tussen na
        tijdens zonder sinds jaar jaren tijd eerste twee andere heel zeer echter reeds men toch daar hier iets niets
        iemand altijd nooit weer eens mee af toe vanaf binnen volgens zelf omdat dus goed hallo dank bedankt alstublieft
        ben bent gaat gaan komt komen doen gedaan gemaakt maken laat laten staat zegt zei moest gaf bijna
        waarin waarbij hierdoor daarom daarna beide elke elk enkele vooral grote nieuwe steeds mensen dag
        groot kleine klein oude lange laatste volgende land leven huis stad werk naam aantal probleem vraag antwoord
        voorbeeld mens leute vrouw man mannen vrouwen kind kinderen familie geschiedenis oorlog water boek bedrijf
        groep systeem informatie week weken maand maanden dagen nacht uur kant wijze geval gevallen reden deel einde
        begin weg wereld hand hoofd ogen vader moeder zoon dochter tweede derde bovendien daardoor ondanks vanwege
        rond ongeveer meestal vaak zelfs liet komen geven gaf ging kwam zei zeggen weten weet stond vinden vindt
        ligt neemt nemen zien ziet houden heb hebt was geweest blijft blijven naast achter verder meerdere
        verschillende iedereen ieder iedere andere anders beiden beter best vanaf tegenover omtrent gedurende
        momenteel nadat voordat terwijl zodat hoewel indien enkel alleen maar slechts zeker misschien waarschijnlijk
        natuurlijk gewoon
    """,
}

# Their neighbours of Latin script: a text of theirs is "unknown".
DECOYS = {
    "af": """
        die van in en is het nie wat om te vir op met dit aan hy sy sal n word as by kan ons hulle deur ook maar
        was uit een ek jy jou my haar hom wees baie meer hierdie daardie gaan nog geen teen tydens na tot oor onder
        sê moet toe waar so al net daar eerste jaar jare tyd kon wou ander mense twee groot nuwe tussen sonder omdat
        wanneer asook egter julle sou waarin dat hoe aangesien skool vroeë goeie gee kry maak ten talle uiters elke asook eie
        verlede kinders skole mense gevalle aantal hoër wyse tyd oë sodat maar dag dae
    """,
    "sv": """
        och i att det som en på är av för med den till inte ett om han hon men var har de sig från vi så kan när
        efter eller under också jag du min din sin man ut upp vid hade nu skulle bara mot över än här där alla ska
        vara blev blir många mycket mer mellan år två genom utan dock detta denna dessa varit kommer får finns samt
        sedan någon något några andra inom hans hennes deras oss mig dig ej vad hur vill måste även första enligt
    """,
    "da": """
        og i at det som en på er af for med den til ikke et om han hun men var har de sig fra vi så kan når efter
        eller under også jeg du min din sin man ud op ved havde nu skulle kun mod over end her der alle skal være
        blev bliver mange meget mere mellem år to gennem uden dog dette denne disse været kommer får samt siden
        nogen noget nogle andre inden hans hendes deres os mig dig hvad hvor hvordan vil må hvis da bare gør selv
    """,
    "nb": """
        og i at det som en på er av for med den til ikke et om han hun men var har de seg fra vi så kan når etter
        eller under også jeg du min din sin man ut opp ved hadde nå skulle bare mot over enn her der alle skal være
        ble blir mange mye mer mellom år to gjennom uten dette denne disse vært kommer får samt siden noen noe
        andre innen hans hennes deres oss meg deg hva hvor hvordan vil må hvis da selv blant første
        ein eit ikkje eg ho dei frå vere vart vert mykje meir nokon noko kva korleis etter berre også seg sjølv
        kor me dykk desse denne då no sidan mellom saman blei skal tida året fyrste heile
    """,
    "is": """
        og að í á er sem til við um var ekki en það af með fyrir hann hún þeir þær þau frá eru hefur verið þessi þetta
        þess því þá svo ég þú vera voru eftir eða hafa hafði sér sig mjög upp út yfir undir ár ári þar hér hvað hvernig
        nú einnig bara allt alla mun segir sé sína sinni
    """,
    "ca": """
        el la els les de del dels i a al als en que és un una per amb no es va com més però ser són ha aquest aquesta
        aquests aquestes entre quan molt sense sobre també fins hi on des tot tota tots totes ens durant uns unes ni
        contra altres altre seva seu seus seves ell ella ells jo tu nosaltres perquè què si han havia era eren està
        estan tenir fer pot poden dir segons així després abans ara només mentre bé anys any dia part vegada mateix
        cada tant molta molts res avui sempre mai ja aquí cap això aquell pel pels amb li els vaig vam dos gran
        qual doncs encara nostra nostre seria fou l d s n
    """,
    "gl": """
        o a os as de do da dos das e en no na nos nas un unha uns unhas que é para por con non se como máis mais foi ao
        aos á ás polo pola seu súa seus súas ou ser son está están isto este esta el ela eles elas eu vostede nós xa
        moi moito tamén só ata cando onde quen entre sen sobre despois antes aínda mesmo hai era eran ten teñen ter
        tiña foron pode poden todos todo outro outros ano anos día vez parte segundo porque nin noso pero lle dunha
        dun nunha nun desde fixo ademais galego onde así agora
    """,
    "ro": """
        și de în a la cu pe nu o că un din ce este pentru care mai sa se au fost sunt ale lui am ca el ea ei ele prin sau
        după dar să fi fie era erau va vor foarte când unde cum dacă doar între fără toate tot toți acest această
        acesta aceste acestui cel cea cei cele său său sale lor noi voi eu mea meu ne vă îl îi i le o ani anul an
        astfel către până despre într dintre poate pot trebuie avea are aveau unei unui al ai ori decât atunci încă
        şi între fost ţară
    """,
    "la": """
        et in est non ad ut cum sed ex quod qui quae ab si per ac de aut atque esse sunt erat eius hoc enim nec
        haec quam autem etiam ea eo se sibi pro quo quem ille illa fuit apud inter sub ante post omnia omnes
        nam neque ne nihil tamen ita sic iam nunc tum quidem eum eam eos suis suo sua annis anno urbs urbis
        fuerunt qua quibus cuius huius igitur quoque vel sive vero eorum id ipse ipsa nomen nomine saeculo
    """,
    "eo": """
        la de kaj en estas al ke ne kiu kiuj por kun el per ĝi li ŝi ili mi vi ni oni estis estos esti sed aŭ aŭtoro
        pri dum post antaŭ inter sub sur ĉe ĝis kiel kiam kie tiu tiuj ĉi tio kio ankaŭ nur plej pli tre multaj
        povas devas havas havis sia lia ŝia ilia unu du ĉiuj iu jam ankoraŭ tamen ĉar se do jaro jaroj tie kiun la
        laŭ sen eĉ kontraŭ ol da
    """,
    "eu": """
        eta da ez bat du dira dute ere izan zen ziren egin den baina edo hau hori haren bere beste zuen zuten dela
        egiten izango dago daude behar gure oso urte urtean baino baita ordea arte egun ondoren artean bai zer nola
        non hala dituzte ditu duen duten dagoen bere berri gehiago orain guztiak
    """,
    "pl": """
        i w nie na się z do jest to że o jak po ale co za od przez przy tak dla jego jej ich być był była było byli są
        może lub czy który która które których tego tym tej ten ta te także tylko już jeszcze oraz ze ma mnie mi on ona
        oni ja ty my bardzo gdy kiedy jako pod nad przed między bez więc lat roku rok został została będzie można
        tych jednak również
    """,
    "cs": """
        a v se na je že o s z do to i ve si by jako po za ale co jak pro jsou byl byla bylo byli být který která které
        jeho její jejich tak také už jen až od před při mezi nebo podle není této tento tato toto tím tom tomu k ke
        jsem jsme může mohou můj let roku rok když kde ze více však ještě velmi než aby bude než mu své svůj
    """,
    "sk": """
        a v sa na je že o s z do to i vo si by ako po za ale čo pre sú bol bola bolo boli byť ktorý ktorá ktoré ktorí
        jeho jej ich tak tiež už len až od pred pri medzi alebo podľa nie tejto tento táto toto tým tom k ku som sme
        môže môžu rokov roku rok keď kde zo viac však ešte veľmi než aby bude mu svoje svoj má majú
    """,
    "sl": """
        in je v na se da za so ki ne z s pa po od do kot bi o ali tudi je bil bila bilo bili biti kateri katera to ta
        te ti njegov njen njihov ker ko če še že le samo pri med pred iz k h sem smo lahko let leta leto zelo več kjer
        bo bodo ima imajo tako vse vsi nam jih ga jo mu ji si
    """,
    "hr": """
        i u je na da se za su od s sa ne o koji koja koje kao to a ali ili iz do po bio bila bilo bili biti nije
        nisu njegov njezin njihov te ta taj ovaj ova ovo što kako kada gdje samo već još vrlo više može mogu godine
        godina godini bi će ga ju mu joj im ih nam vam mi vi on ona oni ja sam smo ste pri prema između nakon prije
        bez protiv kod svoj svoje sve svi ima imaju ako jer dok tako
    """,
    "hu": """
        a az és hogy nem is egy ez azt meg van volt csak de ha már még mint el le fel be ki vagy mert ezt ezek azok
        voltak lesz lehet kell minden nagyon sem én te ő mi ti ők akkor amely amelyek aki akik ami után előtt között
        alatt szerint által pedig majd így úgy itt ott nincs ezért év éves évben során több első két magyar
    """,
    "fi": """
        ja on ei että se oli hän en ole mutta kun niin kuin jos myös tai joka jotka ovat olivat ollut olla mitä mikä
        minä sinä me te he ne tämä nämä tätä siitä sen hänen niiden vain jo vielä sekä voi voidaan vuonna vuoden mukaan
        jälkeen ennen kanssa koska sitten nyt hyvin enemmän kaikki muun muassa ettei siinä tässä ollut sitä häntä minun
    """,
    "et": """
        ja on ei et see oli ta ma kui ka ning mis kes aga või siis nii ega oma tema nende selle seda sest olid olla
        olnud saab pole mitte veel juba ainult väga pärast enne koos aasta aastal aastat järgi kus kuidas kõik
        üks kaks meie teie nad ära üle välja vastu poolt ole ise ühe
    """,
    "lv": """
        un ir ka no ar uz par to kas tas bija nav es viņš viņa mēs jūs viņi bet vai arī kā pēc pirms lai gan ja
        jau vēl tikai ļoti pie līdz caur starp tā tās šo šis šī gada gadā gadu būt tiek tika var savu kur kad pret
        bez ko viens divi visi esmu sava
    """,
    "lt": """
        ir yra kad su iš į ne tai buvo bet kaip jis ji jie aš tu mes jūs už po apie per ar arba taip pat jau dar tik
        labai prie iki nuo tarp tarpo šis ši šio metų metais metų būti gali savo kur kai prieš be kas vienas du visi
        jo jos jų ką kuris kuri kurie nes todėl
    """,
    "sq": """
        të e në i dhe që për me një nga është si nuk se do ka më janë ishte por po këtë kjo ky ai ajo ata tij saj tyre
        edhe kanë pas para mbi nën ndërmjet kur ku çfarë kush duke deri gjatë vit viti vite ose nëse pa vetëm shumë
        jemi jam kam kishte mund duhet qe
    """,
    "tr": """
        ve bir bu da de için ile olarak çok daha en ne gibi kadar sonra olan o ama veya ya ise değil var yok mi mı her
        şey ben sen biz siz onlar onun bunun şu ki önce göre tarafından üzerinde arasında yıl yılında oldu olduğu
        olduğunu edildi etti ancak hem diye nasıl nerede büyük iki ilk
    """,
    "az": """
        və bir bu da də üçün ilə olaraq çox daha ən nə kimi qədər sonra olan o amma və ya isə deyil var yox hər şey mən
        sən biz siz onlar onun bunun ki əvvəl görə tərəfindən üzərində arasında il ildə oldu olduğu edildi etdi ancaq
        həm necə harada böyük iki ilk edir olunur idi edən
    """,
    "vi": """
        và của là có không được trong cho một các những này với người khi đã để từ ở đến cũng như về hay hoặc nhưng
        tôi anh chị em ông bà họ chúng ta nó thì mà nếu vì nên rất nhiều hơn nhất trên dưới sau trước năm ngày
        sẽ đang phải làm nào gì đó đây ra vào lại
    """,
    "id": """
        yang dan di dari untuk dengan ini itu pada dalam tidak adalah akan ke oleh juga sebagai telah atau bisa dapat
        karena saya kamu anda dia mereka kami kita ada lebih tersebut seperti setelah sebelum antara tahun hari orang
        menjadi sudah belum bukan namun tetapi tapi jika kalau bagi hanya sangat banyak semua satu dua para secara
        lagi masih maka sehingga tiada kepada bahawa ialah beliau boleh daripada iaitu hendak sahaja
    """,
    "tl": """
        ang ng sa na mga at ay si ni kay para ito nito niya siya sila kanilang kanyang ko mo ako ikaw kami tayo kayo
        hindi may mayroon wala dahil kung o pero ngunit subalit nang din rin lang lamang isang isa dalawa taon
        araw tao bilang mula hanggang sina nina ayon habang kapag noong ngayon pa po ba naman upang maging pag
        ug nga og sang
    """,
    "sw": """
        na ya wa kwa ni katika za la cha vya kuwa hii hiyo huyo yake yao wake wao lakini kama pia au si sana zaidi
        baada kabla mwaka miaka siku watu mtu kila wote yote moja mbili alikuwa walikuwa ilikuwa amesema hadi
        bila kutoka kati hata ambayo ambao ambaye hivyo
    """,
    "so": """
        iyo oo ka ku u waa in ay uu la ee si ah kala waxa waxaa waxay wuxuu aan ma mid sida ama laga lagu loo leh
        soo isku kale badan dadka markii kadib hadii haddii laakiin intii isaga iyada inay inuu ayaa ayay ayuu
        ahaa ahayd kuwa kaas taas
    """,
    "cy": """
        y yr a i o yn ar gan am ac ei eu mae oedd bod nid ddim wedi hyn hon hwn ond fel neu os pan sydd oes roedd
        bydd ein eich fy dy at dan dros drwy wrth cyn ôl mewn un dau yna yw fod hefyd iawn pob rhai hwnnw fe mi
        nhw hi ni chi ef gyda n r w blwyddyn
    """,
    "ga": """
        agus an na ar i go is a bhí tá le ag do de sé sí siad mé tú muid sibh ní níl nach ach mar nó má nuair atá
        sin seo é í iad leis ón faoi roimh idir gach eile féin ann aige aici acu chun chuig dá ba raibh bhfuil
        bliain mór raibh den sa san cuid
    """,
    "mi": """
        te ngā o i ki he ka e me kia nei tēnei tēnā tērā ko ia ratou rātou mātou tātou au koe ahau mai atu ana kua
        kei kāore engari hoki mō mā ai nā nō tōna tana ōna āna katoa roto runga raro mua muri tangata tau rā
        anō hei
    """,
    "yo": """
        ni ti ó ní tí àwọn ati àti ìjọba fún láti sí jẹ́ kan náà wọn nínú ṣe pé bí ọdún rẹ̀ lọ wá kò ń won awon ninu lati fun
        je si pe bi odun gbogbo ilu ọjọ́ orí kí a mo mi yìí ẹni tó yii gẹ́gẹ́ sì jẹ
    """,
    "sn": """
        kuti uye ne mu pa ku nekuti asi kana iyi ichi uyu uyo ava avo izvi zvakare kubva kune vanhu munhu gore zvose
        vose sezvo apo ari vari iri riri zviri ndiri ndi kwete nokuti vachi akati vakati pamusoro mushure chete zve
        dze che cha dza ra wa va ya zva nyika iye ivo
    """,
    "lg": """
        nga mu ku ne okuva era oba kubanga naye olwa ya wa ba ye ekya bya ekyo abantu omuntu buli mwaka okuba
        ebya ate gye kye awo nti omu kyo gwa ly lwa bwe bw yagamba eri oluvannyuma ennyo nnyo nnyo ono kino
        abo bano aba okuku wamu ng okutuusa e
    """,
    "zu": """
        futhi ukuthi noma kodwa ngoba lapho uma nge kwe ye wa ya ka ngo na kuya kanye nga yini lokhu lokho lo leli
        lesi labo bona yena thina mina wena abantu umuntu unyaka isikhathi kakhulu nje kuphela phakathi ngaphandle
        emva ngemuva kwakhe bakhe ukuba ngokuba ingabe ukuze njengoba
        kunye ukuba okanye kodwa kuba xa ukuze ngexesha abantu umntu ngumntu nto oku oko le lo eli esi kwaye
        apho phakathi emva kakhulu yakhe bakhe njengoko ngokuba loo zonke
    """,
    "st": """
        le ho ka ya ea e o ba tsa tse wa ke ha se sa go mo fa re bo la kapa empa hore hobane batho motho selemo ngwaga
        gore kgotsa mme fela jaaka jwang eo bao tseo seo nako kwa kgwa teng yona bona lena rona ntse ile ena fumana
        tla tlile tlhola sengwe mongwe bangwe botlhe bohle dilo jalo gonne gape ne ntlha tiro eng
    """,
    "ts": """
        na ku hi ya wa va xi ka eka leswi leswaku kumbe kambe hikuva loko naswona swi ti ri mi ni la ma nga vanhu
        munhu lembe yena vona hina n wu tirha swona laha leyi lava leri endzhaku ndzi hinkwavo hinkwaswo eku
        tani xa ta swa swin
    """,
    "lb": """
        de den d an ass vun a fir mat op ze net et ech dir hien si mir eng en e sinn huet gouf gëtt och awer oder
        wéi wann datt am um bei no vir iwwer ënner tëscht zu dat déi dës hir säin säi ginn waren hunn kann
        méi keng alles vill
    """,
    "fy": """
        de it fan en yn in is op te dat foar mei net oan ek as troch mar by nei út noch oer hy se sy wy ik jo do wie
        wiene waard wurdt hat hawwe kin sil soe moat dy dizze of oant mear gjin har syn ús
    """,
    "mt": """
        il l ta u li ma fi f minn għal biex din dan dawn kien kienet huma hu hi hija huwa bħal jew mill fil tal tas
        lill mal ukoll kif meta fejn jekk imma iżda aktar sena snin wara qabel għandu hemm
    """,
    "oc": """
        lo la los las de del dels e a al en que es un una per amb se son sa coma mai mas foguèt èsser èra aquel aquela
        dins sens sus tanben fins ont tot tota totes cal pòt après abans ara l d
    """,
    "ht": """
        li ki nan te yo pou ak yon se la ak sou pa gen nou mwen ou sa ki kote lè men tou fè moun ane anpil nan
    """,
    "uz": """
        va bu bir uchun bilan ham esa lekin yoki emas bor edi ekan bo qilish uning ular biz siz men sen o kerak
        keyin yil yilda haqida eng juda
    """,
    "ku": """
        û li ji bi di de da ku ev ew ez tu em hûn wan wê wî jî bo na ne ye yê ya yên xwe dike kir bû bûn her hemû lê
        an jibo piştî berî
    """,
    "ha": """
        da na ta ya a ne ce ba su mai masu kuma amma ko don domin wannan wani wata shi ita mu ku wanda cikin
        daga zuwa bayan kafin shekara mutane kasar
    """,
}

# Languages of Cyrillic script: the two we name, then neighbours.
CYRILLIC = {
    "ru": """
        и в не на что с по как это но из у за от к же для о все так его он она они мы вы я ты бы был была было были быть
        есть только или также который которая которое которые которых уже еще ещё если при до их ее её мне меня нас вас
        ему ей им нет да ни где когда чтобы этот эта эти этого этой этом того тем том может можно очень более после
        перед между без под над через во со ко об потому себя свой свои своей лет года году год время
        человек люди один два раз самый сейчас теперь тоже будет будут которого чем ничего всех всего всё
        спасибо привет здравствуйте пожалуйста сегодня является которой даже лишь надо нужно должен
        час делает делать дело дела день дни дня жизни жизнь мир мире страны страна города город работы работа слово
        слова дом дома руки рука глаза глаз сказал сказала говорил говорит говорить знать знает мог могла могли быть
        стал стала стали либо потом затем вдруг опять снова почти здесь там туда сюда оттуда куда откуда почему
        зачем сколько какой какая какое какие такой такая такие такое каждый каждая другой другая другие другого
        весь вся всю всем всеми между нами вами ними мной тобой собой собственный самом сам сама сами большой
        большая новый новая первый первая вот ведь хотя тут пусть разве ли причем притом изо обо ото своего своих
        своими своим которую котором которым которыми этих этими тех теми ней неё него них нему ними много мало
        несколько человека людей детей наш наша наши ваш ваша ваши мой моя мои
    """,
    "uk": """
        і й в у не на що з та як це але із за від до для про всі так його він вона вони ми ви я ти би б був була було були
        бути є тільки або також який яка яке які яких вже ще якщо при їх її мені мене нас вас йому їй їм немає так ні
        де коли щоб цей ця ці цього цій цьому того тим тому може можна дуже більше після перед між без під над через
        себе свій свої своєї років року рік час людина люди один два раз зараз тепер теж буде будуть чим нічого всіх
        лише під час дякую привіт будь ласка сьогодні навіть треба має мають зі
        робить робити справа день дні життя світ світі країни країна міста місто роботи робота слово слова дім руки
        рука очі сказав сказала говорив говорить знати знає міг могла могли став стала стали або потім раптом знову
        майже тут там туди сюди куди звідки чому навіщо скільки який яка яке які такий така такі таке кожен кожна
        інший інша інші інше іншого весь вся всю всьому одне один одна одні сам сама самі великий велика новий нова
        перший перша ось адже хоча нехай хіба собі своєї своїх своїм якого якої яким якими якій яку цих цими тих
        тими неї нього них ним ньому нею багато мало кілька людини людей дітей наш наша наші ваш ваша мій моя мої
        під над проти
    """,
    "be": """
        і у не на што з ў па як гэта але са за ад да для пра усе так яго ён яна яны мы вы я ты бы быў была было былі быць
        ёсць толькі або таксама які якая якое якія ужо яшчэ калі каб гэты гэтая гэтага можа вельмі больш пасля
        перад паміж без пад над праз сябе гадоў годзе год час людзі
    """,
    "bg": """
        и на в се да за от е с са не че по като до със си но това при той тя те ще или един една едно след през към във
        който която което които много бе беше бяха има няма може както само още вече когато където между без под над
        този тази тези така му го ги ѝ им ни ви ти аз ние вие също защото години година обаче съм сме сте бъде били
        всички всичко нещо преди около според освен ли най
    """,
    "mk": """
        и на во се да за од е со не дека што како до го ги му но ова при тој таа тие ќе или еден една по кој која кое
        кои многу беше беа има нема може само уште кога каде меѓу без под над овој оваа овие така им ни јас ние вие
        исто години година сум сме сте биде сите нешто според ја ѝ ги
    """,
    "sr": """
        и у је на да се за су од са не о који која које као то а али или из до по био била било бити није нису његов те
        та тај овај ово што како када где само већ још врло више може године година би ће га му јој им их нам ми ви он
        она они сам смо сте при према између након пре без код све сви има имају ако јер док тако
    """,
    "kk": """
        және бұл мен бір үшін бар деп еді болып ол осы де да емес болды қазақ туралы соң жылы кейін арқылы басқа
        бойынша сол оның бүкіл
        жана менен үчүн болуп ал бул бирок эле деп кийин жылы кыргыз
        һәм белән өчен бу бер дә да ул татар иде шул булган
    """,
    "mn": """
        нь байна юм гэж энэ болон бол ба тэр байсан улсын монгол хүн оны онд жил дээр хэрэг харин ч уу бид тус болно
        билээ гэсэн ажил
    """,
    "tg": """
        ва аз дар ба ки ин бо барои он мебошад буд шуд аст низ то ё ҳам
    """,
}

# Languages of Devanagari script: Hindi, then neighbours.
DEVANAGARI = {
    "hi": """
        के में की है से का को और पर ने हैं यह कि भी नहीं एक लिए था हो कर गया थी थे तो इस जो वह ही या साथ अपने उस किया
        रहा रही रहे हुए हुआ हुई जा जाता जाती जाते होता होती होते करने करना करते करता कहा बाद इसके उनके उसके उन्होंने सकता सकते
        सकती गई गए लेकिन अब तक कुछ बहुत सब मैं हम आप तुम क्या कैसे क्यों कब कहाँ वे ये इन उन द्वारा अगर जब तब मेरे हमारे
        आपके दिया कोई हूँ हूं दो सभी वाले वाली वाला
        न बात ऐसी ऐसे ऐसा होगी होगा होंगे बहुत लोग लोगों दिन समय काम घर देश साल वर्ष पहले अभी आज कल यहाँ यहां वहाँ
        वहां कहा कहते कहना देखा देना लेना दे ले रूप प्रकार तरह लगा लगे लगी लगता बने बना बनी बड़ा बड़ी बड़े अच्छा
        अच्छी अपना अपनी मेरा मेरी हमारा हमारी तुम्हारा उनका उनकी इसका इसकी उसका उसकी जिस जिसमें जिसके जिन वहीं यही
        वही कभी फिर तथा एवं किसी कई दूसरे दूसरी बीच नीचे ऊपर सामने पास चाहिए सकें करें गये गयी हुये इन्हें उन्हें
        मुझे हमें तुम्हें
    """,
    "mr": """
        आहे आणि होते होता होती आहेत या ही हे ती ते असे त्या त्यांनी नाही केले केली केला झाला झाली झाले म्हणून मी व पण
        करून त्याचा त्याची त्यांच्या त्याच्या असून यांनी यांच्या येथे आपल्या मात्र तसेच अशी असा असलेल्या करण्यात मध्ये साठी
        आला आली आले केल्या याच्या काही सर्व दोन त्यामुळे होत्या नव्हते म्हणजे कारण जे तर किंवा
        मला तुला तुम्ही आम्ही तुम्हाला आम्हाला माझे माझा माझी तुमचे तुमचा तुमची आमच्या काय कसे कुठे कधी शकता शकतो शकते
        आहात आहेस होईल करा करू नका खूप आता इथे तिथे यांना त्यांना हवे पाहिजे
    """,
    "ne": """
        छ र मा को ले लाई छन् थियो पनि यो गरेको भएको हो गर्न हुन्छ भने तर थिए गर्ने उनी उनले त्यो हुने गरे छैन यस नेपाल
        अनि बाट सँग भन्ने गरी म हामी तपाईं तपाईंको मेरो हाम्रो के कसरी कहाँ किन छु छौं सक्नुहुन्छ गर्नुहोस् धेरै
    """,
    "sa": """
        च अस्ति इति एव न तु हि अपि सः तत् भवति सन्ति अत्र तस्य यत् अयं एतत् तथा वा
    """,
}

# Languages of Arabic script told by words where letters do not tell: Arabic, then neighbours.
ARABIC = {
    "ar": """
        في من على إلى أن هذا هذه التي الذي ما لا كان عن مع قال كانت بعد قبل كل بين هو هي ذلك تلك أو ثم لم لن قد حيث كما
        إن عند غير حتى منذ أي أنه أنها إلا الذين وقد كما لكن نحن أنا أنت هم به له لها فيه فيها عليه عليها منه منها وفي ومن
        وهو وهي وكان يكون تكون وأن ولا يتم تم نعم ليس هل كيف ماذا لماذا متى أين
        كانوا يمكن يجب هناك هنا الآن اليوم جدا أيضا أكثر أقل فقط عبر خلال ضد نحو حول تحت فوق أمام وراء بدون سوى مثل
        بعض أحد أول عام سنة يوم أنها أنهم بأن لأن لكي كي إذا لو لولا عندما بينما حينما وقال ويقول قالت يقول وعلى
        وإلى وعن فإن فقد فلا فهو فهي هؤلاء أولئك اللذين اللتين
    """,
    "fa": """
        در از به که این را با است برای آن یک تا شد بر او ما شما اما یا هم می شده کرد بود های نیز خود دو ايران اين يك هاي مي
    """,
    "ur": """
        کے میں کی ہے سے کا کو اور پر نے ہیں یہ کہ بھی نہیں ایک
    """,
}

# Endings of longer words that are frequent in a language, ours and neighbours'. They say less than a word.
ENDINGS = {
    "en": "tion tions ing ings ness ment ments ally tory ously ingly able ible ould ound ight ough edly ically",
    "es": "ción ciones sión dad dades mente ando iendo ados idas idos encia encias ones ería ieron aron ismo",
    "fr": "tion tions ment ments eux euse euses ique iques aient ée ées és ère ères eur eurs elle elles isme ence ences "
    "aire aires ienne iens",
    "de": "ung ungen lich liche lichen licher keit keiten heit heiten schaft ische ischen ischer igen iger ieren tion "
    "tionen nder ende enden tlich stem sten",
    "it": "zione zioni sione mente ità ando endo azzo ezza ione ioni ato ata ati ate ismo enza enze mento menti ico ici "
    "ano ino etto etta aggio tore tori",
    "pt": "ção ções são sões dade dades mente ando endo ados idos ência ências ões ismo aram eram iram ário ária ncia",
    "nl": "heid heden lijk lijke lijken atie aties ische ingen ende erend teit teiten ering baar schap eerd eert",
    "ca": "ció cions itat itats ment ència atge",
    "gl": "ción cións dade dades mente ando encia",
    "af": "heid hede lik like asie asies ings skap ering",
    "sv": "het heter ning ningen ingar isk iska lig liga else arna erna",
    "da": "hed heder ning ningen inger isk iske lig lige else erne ede",
    "nb": "het heter ning ningen inger isk iske lig lige else ene ende",
    "ro": "ție ții ului ilor ească ești ează ată tatea ului ției",
    "la": "tur orum arum ibus ntur ione isse atur",
    "eo": "ojn ajn ojn ojn anto igis iĝis",
    "cs": "ost osti ého ých ový ová ání ení",
    "hr": "nja ija ije nost ski ske ima ama",
    "fi": "sta stä ssa ssä lla llä nen inen isen ista",
    "hu": "ság ség nak nek ban ben ról ről",
    "id": "kan nya ngan",
}
