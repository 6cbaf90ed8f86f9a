"""English words with the feeling they carry, from -4 (hateful, horrific) to 4 (as good as can be).

Made by us. We listed words by theme (feelings, character, quality of goods and service, reviews of books and films,
health, money, conflict, support, slang, emoji) and graded each by our own judgement in steps of a half on three
questions: would a reader call a sentence good or bad news for this word alone, how strongly, and does it keep that sense
in plain technical prose? Words that often carry no feeling there (error, kill, issue, sharp) are graded near zero or left
out. No published lexicon was copied, nor consulted for words or grades.

Words are grouped by how they inflect; `oodle_eval.v1._valence` makes the forms. A word stands in one group only, but for
those whose form as one part of speech differs from its form as another.
"""

# Verbs: -s, -ed, -ing are made by rule.
VERBS = {
    3.5: "adore cherish",
    3.0: "love treasure",
    2.5: """
        admire applaud celebrate delight excel rejoice thrill wow enchant captivate dazzle amaze astonish mesmerize
        mesmerise enthrall exhilarate electrify fascinate inspire
    """,
    2.0: """
        appreciate enjoy bless cheer comfort engage entertain excite flourish honor honour impress laugh please
        praise recommend reward respect smile thank thrive savor savour relish amuse prosper commend congratulate
        compliment hug kiss heal rescue glow embrace empower enrich energize energise refresh rejuvenate revitalize
        soothe surpass outshine outperform uplift entrance charm endear triumph rave
    """,
    1.5: """
        accomplish achieve advance benefit encourage enhance favor favour forgive fulfill fulfil gain improve
        innovate invigorate motivate nurture overcome relax restore revive satisfy sparkle strengthen sympathize
        unite attract beautify grace enliven brighten gladden reassure relieve pamper laud hail acclaim venerate
        idolize cuddle giggle chuckle grin reconcile enlighten liberate gleam shine succeed exceed intrigue trust
        blossom esteem revere
    """,
    1.0: """
        welcome like approve assist boost collaborate contribute cooperate donate ease protect promote progress
        volunteer solve hope heighten polish upgrade aid bolster elevate nourish safeguard vindicate endorse
        simplify streamline dream clap snuggle calm salute prefer befit care befriend
    """,
    0.7: "help",
    0.5: "agree accept secure",
    0.4: "support",
    0.3: "wish ensure enable share",
    -0.1: "prevent",
    -0.3: "stop rush",
    -0.5: """
        complicate sink stall stray warn blur squeak lag leak apologize apologise crack decline wander jam interrupt
        gripe knock nitpick
    """,
    -0.7: "delay doubt reject quit",
    -0.8: "ignore fail",
    -1.0: """
        lack blunder confuse disagree discourage dislike distract downgrade exaggerate fumble grumble hesitate
        hinder irk jeopardize mislead mock neglect obstruct oppose overcharge overwhelm pester provoke refuse resent
        snore stink trouble undermine waver weaken whine wobble worry yawn bother burden sigh sulk nag mumble pander
        meander wallow rehash sputter falter flail languish stagger deflate dampen dilute overdo overstay clutter
        fray malfunction overheat shatter cringe groan moan mope pout regret struggle upset rant creak rattle beware
        freeze fizzle lurch plummet drone cloy  bicker dawdle deface deplete disappear discontinue evade flee
        flounder fragment glitch gouge grind grovel hobble jar jolt lapse leer loiter maim meddle mutter overcook
        overflow overload overprice plod prattle ramble relapse scramble shudder skimp slack slump smirk snarl sneer
        spill splinter squabble squirm strand strain stutter taunt tease trample trip trudge unravel vex vacillate
        wilt wince wither worsen writhe yell fool confound divorce evict fume isolate loom misbehave misfire
        mislabel misread misuse muck nauseate overspend paralyze peeve perish perturb pinch preclude retaliate
        rupture scrape shrivel smash sour stagnate stifle stumble subvert sully trap tire unnerve
    """,
    -1.5: """
        violate accuse afflict aggravate alarm annoy argue blame bully cheapen complain condemn crash criticize
        criticise damage deceive deprive deteriorate disappoint disapprove discredit dismay disrupt disturb dread
        embarrass endanger exploit fear fight flop frighten frown frustrate grieve harm haunt hurt impair infuriate
        intimidate irritate lament mourn offend panic patronize plague punish ruin sabotage scare scold scorn sicken
        smear spoil threaten waste alienate antagonize belittle berate chastise corrupt defraud degrade demean
        denounce deride fret grate degenerate exasperate mar ridicule scoff slam smother snub squander botch bungle
        overrate underwhelm bore bomb cheat ache trick bleed steal lie mess distress ail annihilate asphyxiate
        bemoan besmirch bewilder burn castigate choke coerce conspire contaminate crumble deplore desecrate
        discriminate dispirit extort grouse gyp hijack impoverish incite inflict injure jeer kidnap lambast maul
        obliterate overrun pain poison rebuke reek reproach repress scald shame slander slap slay spite subjugate
        suffer tarnish trash tyrannize victimize vilify wail wound
    """,
    -2.0: """
        abandon abhor agonize anger appall assault attack betray brutalize collapse crush cry curse defame demolish
        demoralize depress despair destroy disgrace dishonor enrage harass horrify humiliate infect insult invade
        menace mistreat oppress outrage pervert plunder pollute repel repulse rob sadden scam starve suck terrify
        traumatize wreck weep vomit puke gag barf loot persecute ravage suffocate swindle vandalize stab strangle
        enslave mortify sob die defile
    """,
    -2.5: """
        disgust torment devastate detest loathe despise massacre molest slaughter assassinate exterminate terrorize
        mutilate
    """,
    -3.0: "hate abuse torture murder rape",
}

# Nouns: the plural is made by rule.
NOUNS = {
    3.0: "masterpiece genius bliss ecstasy perfection paradise joy",
    2.5: """
        triumph delight gem treasure miracle happiness excellence brilliance masterwork elation euphoria heaven
        superstar blessing dreamboat soulmate
    """,
    2.0: """
        hero champion success victory admiration adoration affection amusement angel fun charm cheer comfort
        compliment courage delicacy elegance enjoyment enthusiasm excitement friendship fulfillment gratitude
        generosity glory grandeur grace harmony honesty humor humour hilarity inspiration integrity jewel kindness
        laughter laugh love luxury magic majesty marvel merriment passion peace pleasure praise pride prize
        prosperity rapture reward satisfaction serenity smile splendor sweetheart sweetness tenderness thrill
        tranquility treat virtue warmth wisdom wonder zest gusto panache finesse ingenuity heroism greatness
        awesomeness pizzazz vitality hug kiss cutie darling sunshine laughs wit cuddle hoot blast powerhouse
        standout crowd-pleaser showstopper classic pleaser winner wizard savior saviour lifesaver godsend knockout
        charmer sweetie beauty delights star rave jackpot epiphany
    """,
    1.5: """
        accomplishment achievement advancement advantage award benefit bonus bargain breakthrough celebration
        clarity compassion confidence creativity dignity dream efficiency empathy encouragement forgiveness fortune
        freedom friend goodness goodwill happily health imagination improvement innovation insight intelligence
        intimacy justice liberty luck motivation optimism originality perk pleasantness poise prestige progress
        reassurance recovery relaxation relief reliability reputation respect sincerity sophistication sympathy
        talent thanks trust upgrade victor wellbeing wellness wealth wellwisher applause acclaim appreciation ease
        favourite favorite fondness gratification merit oasis solidarity strength paycheck hope spark highlight
        playfulness craftsmanship artistry mastery chemistry flair conviction commitment commendation comeback
        camaraderie companionship competence composure contentment courtesy credibility dedication devotion
        diligence distinction eagerness effectiveness eloquence energy enlightenment entertainment esteem exuberance
        finery fitness flexibility foresight friendliness gentleness goodie gladness glee graciousness gumption
        hardiness heartiness honor honour inventiveness jubilation keepsake levity likability liveliness lover
        masterclass maturity mercy mirth modesty neatness niceness nobility openness optimist ovation panacea
        perseverance philanthropy pleasantry plum poignancy politeness popularity precision privilege proficiency
        promptness prowess punctuality purity radiance refreshment refinement rejuvenation renewal resilience
        reverence richness sanity sensation sharpness smartness smoothness softness stardom superiority swagger tact
        tastiness tenacity thoroughness thoughtfulness togetherness tolerance trustworthiness uniqueness upswing
        valor vigor vividness warmheartedness welfare wholesomeness willingness wonderland wow worthiness
        youthfulness
    """,
    1.0: """
        romance gift welcome fan vacation agreement aid ally asset assistance assurance convenience cooperation
        durability enthusiast faith faithfulness guardian guidance hospitality ideal intellect intrigue loyalty
        nourishment opportunity pal perks plus pro protection remedy safety security solution stability teamwork
        upside versatility zeal savings discount gain verve sparkle sensitivity depth nuance subtlety realism
        resonance insightfulness flavor flavour fantasy adventure reunion simplicity care
    """,
    0.7: "birthday holiday help",
    0.5: "patience credit promise party fix peacekeeper",
    0.4: "support",
    0.3: "heritage weekend",
    -0.2: "gap",
    -0.5: """
        complaint complexity complication concern conflict debt difficulty disclaimer drawback error hassle
        imbalance issue limitation mistake obstacle problem setback wound bug glitch hiccup leak villain rival gore
        noise smog gloom glare gripe quibble nitpick hype backlash blip
    """,
    -0.7: "delay doubt monster scratch",
    -1.0: """
        lack crime gimmick accident addict alarm ambiguity anxiety apathy awkwardness bias bore boredom burden
        caveat chore clash clutter confusion contradiction controversy coward criticism deception defect deficit
        deficiency disadvantage disagreement discomfort discrepancy disease dispute distraction downside emergency
        enemy exhaustion fatigue fault fever fiasco filler flu flop fool foolishness frown fuss grudge guilt
        hardship headache hostility hunger hurdle idiocy illness imperfection inability inaccuracy inconsistency
        inconvenience inefficiency infection injury insecurity instability interruption irritation jealousy junk
        laziness loser loss lie malfunction mess misconception misfortune misstep misunderstanding mockery monotony
        nag nuisance outage overkill pity pressure prejudice pretension pretentiousness quarrel recession regret
        riot risk rubbish rut sarcasm scar shame shortage shortcoming sigh sloppiness stress struggle stigma stupor
        suspicion tantrum tedium temper tension trap trouble uncertainty unrest violation virus vulnerability
        weakness weirdness wreckage contrivance caricature knockoff rehash schmaltz slog snob stinker stain swamp
        loudness bloodshed tripe retread turnoff clunker dud yawn yawner snoozer mishmash mush hooey pap migraine
        allergy cramp cough sneeze flunk boilerplate pastiche stereotype imitation fluff hokum schlock cliche
        absurdity agitation apprehension affliction aversion barrage blemish blockage breakdown breakage brawl
        carelessness clumsiness coldness collapse commotion compulsion con-artist confrontation congestion cringe
        culprit cruft decay decline defection degradation dejection delinquent delusion denial deprivation derision
        detriment deviant diatribe dilemma disarray disbelief discord disdain disillusionment disinterest dislike
        disobedience disparity displeasure disregard dissatisfaction dissent distortion distrust downfall downturn
        dullness dysfunction eyesore failing falsehood fallacy farce fatality fib flaw foe fracture fragility fright
        futility gaffe grievance gridlock grime growl hangup harshness hatefulness hazard hoax hindrance
        hopelessness hubris hysteria impasse impatience impediment imposition impotence impurity inadequacy
        inattention incapacity incoherence indecision indifference indignation inequality inertia infidelity
        infringement insanity insensitivity insomnia intolerance intrusion invasion invader irresponsibility
        isolation lag lapse lawsuit lecher letdown lethargy looter malaise manipulation mediocrity meltdown
        messiness mismatch mishap misinformation mistrust misuse negativity neglect negligence neurosis nitwit
        obsession onslaught outburst outcry overload pandemonium paralysis pest petulance pitfall plight pollution
        ploy predicament pushover quagmire quitter racket recklessness refusal rejection relapse remorse
        repercussion reprimand repression retaliation rift rigidity rip rivalry rot rumor ruckus rust scandal
        scapegoat scare scarcity scoffer scramble scream segregation selfishness shabbiness sham shambles shriek
        sickliness skeptic slack slander slacker slob slowdown slump smut snag sneer snarl sore spam spat splinter
        stagnation strain strife stumble subjugation sucker sulk superficiality swindle tangle tardiness tatters
        theft timidity toll toxin transgression treason tremor turbulence turmoil twerp ugliness ulcer uneasiness
        unhappiness unreliability untruth upheaval uproar vagueness vermin vice victimization vomit vulture wail
        warfare weariness wheeze whiner whimper woe worry wrath wretch wrinkle failure fail
    """,
    -1.5: """
        aggression anger annoyance arrogance blame bitterness blunder bully calamity casualty chaos complainer
        condemnation contempt corruption crisis crook cynicism damage danger deceit defeat despair destruction
        disappointment disapproval disaster discrimination disgrace dishonesty disorder disrespect distress drudgery
        embarrassment fear fight folly fraud frustration fury garbage greed grief harassment harm headaches
        humiliation hurt hypocrisy hypocrite ignorance incompetence injustice insult jerk liar loneliness lunacy
        madness malice menace misery moron nightmare nonsense pain panic paranoia phony plague poison poverty rage
        resentment revenge ripoff rudeness ruin sadness sewage sickness sin sleaze sorrow spite stupidity stench
        suffering thief threat tyrant tyranny vandal vanity victim vulgarity waste wimp wrongdoing idiot buffoon
        imbecile dimwit dolt trash crap filth ordeal betrayal abduction assault bloodbath cheater crash criminal
        crackpot creep deceiver demon dread fiend goon heartbreak hooligan hostage infestation leech lowlife maniac
        mugger nausea outcast parasite pervert predator psycho psychopath quack scammer sadist sleazebag slimeball
        sociopath stalker swine thug trickster troll weasel villainy
    """,
    -2.0: """
        abomination abuse abuser agony anguish atrocity attack backstabber bigot bigotry brutality catastrophe
        carnage cancer cruelty deadbeat death degenerate depression despot devastation devil disgust enmity evil
        extortion fascism hatred hell massacre misogyny molester murder murderer obscenity oppression outrage
        perversion racism racist rape rapist savagery scoundrel scum scumbag slaughter slavery suicide terror
        terrorism terrorist torment torture tragedy traitor trauma treachery turd violence war cesspool travesty
        monstrosity bastard bitch
    """,
    -3.0: "holocaust genocide",
}

# Adjectives: -ly and, for short ones, -er and -est are made by rule.
ADJECTIVES = {
    3.5: "superb magnificent phenomenal exquisite sublime outstanding spectacular",
    3.0: """
        amazing awesome brilliant excellent extraordinary exceptional fabulous fantastic flawless glorious gorgeous
        heavenly incredible marvelous marvellous perfect sensational splendid stellar stupendous terrific wonderful
        wondrous beautiful breathtaking unbeatable impeccable ecstatic joyous joyful mindblowing jawdropping
        top-notch
    """,
    2.5: """
        great happy lovely delightful adorable astonishing astounding blissful charming dazzling delicious divine
        dreamy elegant enchanting enthralling exhilarating fascinating hilarious inspiring inspirational invaluable
        jubilant lovable loveable luminous majestic masterful memorable mesmerizing miraculous overjoyed peerless
        praiseworthy priceless radiant remarkable riveting scrumptious stunning thrilled thrilling triumphant
        unforgettable uplifting victorious virtuoso vivacious winsome captivating spellbinding ravishing elated
        euphoric immaculate luscious masterly superlative topnotch endearing beguiling bewitching enrapturing
        heart-warming life-affirming rollicking transcendent
    """,
    2.0: """
        admirable affectionate agreeable amusing appealing appreciative attractive benevolent best bright caring
        cheerful cheery clever comforting commendable compelling congenial considerate courageous crisp cute dashing
        dependable effortless eloquent enjoyable engaging entertaining engrossing enthusiastic excited exciting
        exuberant famous favorable favourable flattering friendly fun funny generous gentle genuine glad gleeful
        graceful gracious grateful gratifying healthy heartfelt heartwarming heroic honorable honourable humorous
        impressive ingenious innovative intelligent intriguing invigorating irresistible jolly kind kindhearted
        laudable likable likeable lively lucky luxurious lyrical magical marvelling merry meritorious moving nice
        noble noteworthy optimistic passionate peaceful pleasant pleased pleasing pleasurable poignant polished
        powerful pretty pristine profound proud refreshing rewarding romantic satisfied satisfying seamless sincere
        skillful skilful smart soulful sparkling spirited successful sumptuous superior sweet swell talented tasty
        tender thankful thoughtful touching trustworthy unique upbeat valuable vibrant virtuous vivid warm
        warmhearted welcoming wise witty worthwhile worthy wholesome yummy zany zesty blessed beloved gifted droll
        jaunty nifty sassy sexy stylish suave snazzy sleek exemplary exhilarated sensual lush rousing stirring
        evocative mouthwatering delectable flavorful groundbreaking unmatched unparalleled unrivaled unrivalled
        eager timeless zippy jovial jocular nuanced textured amiable amicable ardent artistic avid celebrated
        cherished coveted cuddly dapper darling debonair ebullient esteemed exalted exultant fashionable fond
        friendlier godlike gutsy high-quality idyllic illuminating impassioned infallible ingratiating inimitable
        lavish lifelike lionhearted merciful momentous mirthful multifaceted opulent peachy perky personable
        picturesque princely promising prized proudest quick-witted regal ritzy rip-roaring rockin savory
        self-assured sharp-witted smiling spiffy superhuman supercool tantalizing tempting trendsetting unblemished
        unequalled unfailing unflinching unselfish unspoiled uplifted venerable well-crafted well-mannered
        well-meaning well-received hard-hitting action-packed laugh-out-loud crowd-pleasing
    """,
    1.5: """
        creative recommended rich accessible accomplished accurate adept advantageous adventurous affable ambitious
        artful assured astute attentive authentic beneficial bountiful brave brisk bubbly calm capable chic classy
        clean coherent comfortable comfy comical compassionate competent confident convenient cool cooperative
        cordial cosy cozy cultured dandy daring decent dedicated delicate devoted diligent durable dynamic earnest
        effective efficient elaborate encouraging energetic enlightening enlightened ergonomic exotic faithful fair
        fearless fervent festive fine flexible flourishing fortunate fresh fruitful gallant giddy good handsome
        handy helpful honest hopeful hospitable humane humble ideal imaginative incisive infectious influential
        informative insightful inspired instructive intimate intuitive inventive judicious keen legendary loyal
        lucid lucrative meaningful meticulous mindful modest neat nimble nostalgic nutritious painless patient
        perceptive persuasive playful plentiful plush polite popular positive posh pragmatic precious privileged
        productive proficient prompt prosperous prudent quaint quirky rapt realistic reasonable reassuring relaxed
        relaxing reliable resilient resourceful respectable respectful robust safe sane savvy scenic selfless
        sensible serene silky smooth snug sociable solid sophisticated spacious speedy splendidly spontaneous
        spotless sprightly stately steadfast strong sturdy suitable supportive supple supreme sure-fire swift
        tactful tasteful thorough thriving tidy tolerant tranquil triumphal trusted trusting trusty understanding
        unforced unpretentious upscale useful valiant versatile viable visionary vital warmest wellmade winning wry
        zealous absorbing affecting credible cerebral cheeky edifying edgy gripping gritty haunting mischievous
        provocative resonant satirical slick snappy stirred suspenseful watchable whimsical worth intact delightedly
        involving rejuvenating soothing affordable inexpensive lightweight timely appetizing aromatic auspicious
        believable benign blameless bouncy brainy carefree charismatic charitable chivalrous clearheaded colorful
        colourful communicative companionable conciliatory conscientious convivial courteous crystal-clear
        customizable dainty decisive defect-free discerning disciplined eco-friendly economical educational
        empathetic enchanted even-tempered expressive fair-minded far-sighted fetching feisty first-class fluent
        forthright forgiving foolproof formidable fragrant glamorous goodhearted good-looking hardworking hardy
        harmonious harmless hassle-free high-end hygienic impartial incorruptible indispensable indomitable
        industrious inviting irreplaceable jazzy kid-friendly laid-back level-headed liberating light-hearted
        long-lasting low-maintenance manageable melodious melodic mighty motivating natty neighborly nourishing
        observant on-time open-hearted openhearted outgoing palatable pampered peppy philanthropic photogenic
        precise presentable principled problem-free proactive proven punctual receptive resounding restful
        restorative roomy saintly salutary self-confident sensuous shapely shrewd silken soft-spoken soothed sparkly
        speedier steadier stress-free sunny sweet-natured swanky tenacious time-saving top-quality top-rated twinkly
        unassuming undamaged undaunted unflappable unifying unwavering up-to-date user-friendly valued vigilant
        vigorous warm-hearted well-balanced well-behaved well-deserved well-informed well-intentioned well-kept
        well-lit well-organized well-priced well-rounded well-spoken well-thought-out workable zippier
        cost-effective thoughtprovoking thought-provoking must-own
    """,
    1.3: "easy",
    1.0: """
        bold expert mature original responsive sharp stable subtle appropriate big-hearted breezy compatible
        complimentary comprehensive constructive content convincing curious dignified distinctive distinguished
        easygoing educated eligible eminent enduring epic ethical euphonic favorite favourite fertile fast feasible
        fancy fulfilled futuristic glossy grand groovy holy hearty illustrious immersive improved inclusive
        inquisitive interesting joking juicy lighthearted lofty lithe mellow motivated obedient open-minded orderly
        pivotal poetic poised profitable proper pure quick refined relieved rational renowned revolutionary
        righteous rosy sacred satisfactory shiny skilled spiritual stimulating straightforward sustainable
        sympathetic trendy unbiased uncomplicated unscathed upright userfriendly wealthy willing youthful ambient
        ample evenhanded acceptable forward-looking inoffensive
    """,
    0.7: "special interested",
    0.5: """
        portable secure sensitive steady compact clear correct essential free frank relevant significant sober soft
        spicy adaptable adequate fascinated unharmed
    """,
    0.3: "important simple able civil lean mild",
    -0.3: "busy dark loud passive empty missing",
    -0.5: """
        abrupt ambiguous average blunt cautious cheesy cold complicated conflicted controversial cursory delayed
        disconnected faded faint flimsy forced grim grueling hardcore inert involuntary mediocre messy monotone
        muted noisy obscure odd ordinary outdated overdone plain predictable pricey primitive rigid rusty scarce
        sensationalist sentimental shaky sketchy skeptical slight slow sparse stale stiff strange stubborn tame
        tense tentative tough tricky unclear uneven unfinished vague awkward slack muddy blurry grainy fuzzy bumpy
        repetitive episodic choppy scratchy squeaky impossible invalid unable unavailable uncertain unsure off
        challenging longish
    """,
    -0.7: "expensive generic rough artificial flat incomplete inconsistent redundant",
    -0.8: "juvenile",
    -1.0: """
        dated formulaic absurd aimless aloof antisocial anxious apathetic archaic ashamed bland bleak boring bulky
        bogus bothersome bumbling careless clumsy clueless contrived confused confusing corny cliched cluttered
        cowardly crazy creaky cranky crass crowded crude cynical defective defensive deficient demanding derivative
        desperate devious difficult dim dirty discouraging disorganized disoriented disposable distracting dodgy
        doubtful downbeat drab draining dreary dubious dull dumb dysfunctional eerie envious erratic evasive
        exhausted exhausting faulty feeble fickle flawed flaky foolish forgettable forlorn fragile frantic frail
        frivolous futile gaudy glib gloomy greasy grouchy grumpy guilty hammy hapless harsh hasty haughty hazardous
        hectic heartless hollow homesick hungry ill illogical impatient imperfect implausible impolite impractical
        improbable inaccurate inadequate inane inappropriate incapable incoherent inconclusive incongruous
        inconsequential inconsiderate inconvenient incorrect indecisive indifferent inefficient ineffective
        ineffectual inept inferior inflated inflexible insecure insensitive insignificant insincere insipid
        insubordinate insufficient intrusive irrational irrelevant irresponsible jaded jealous jittery labored
        laughable lackluster lacklustre lame laughless lazy leaden lethargic lifeless listless ludicrous lonely
        lonesome lopsided lousy lumbering manipulative mawkish meager meaningless mean melodramatic melancholy
        mindless misguided misleading misplaced mistaken moody morbid monotonous murky nagging naive narcissistic
        needless needy nervous nonsensical numb oblivious obsolete obstinate off-putting opaque overbearing
        overblown overlong overpriced overrated overwrought overwhelmed paltry pedestrian perfunctory perplexing
        perverse petty phony plodding pointless ponderous poor preachy preposterous pretentious problematic puerile
        pushy puzzling questionable reckless reluctant remorseful resentful restless risky rude sappy scattered
        scary selfish senseless shallow shady shoddy shrill shy simplistic skimpy slipshod sloppy sluggish smug
        sneaky soggy sore sour soulless spiteful stagnant stodgy strained stressed stressful stuck stuffy stupefying
        stunted superficial surly suspicious tacky tardy tasteless tedious thankless threadbare timid tired tiresome
        tiring trite trivial troubled troublesome turgid unappealing unattractive unbalanced uncomfortable
        unconvincing uncooked undercooked underdeveloped underwhelming undesirable undignified uneasy unethical
        unexceptional unfair unfavorable unfit unfocused unforgiving unfortunate unfriendly unfunny unhealthy
        unhelpful unimaginative unimpressive uninspired uninspiring uninteresting uninvolving unintelligible
        unlikable unlucky unnatural unnecessary unoriginal unpolished unpopular unprepared unprofessional
        unrealistic unreasonable unreliable unremarkable unruly unsafe unsatisfied unsatisfactory unsatisfying
        unsettled unsettling unsophisticated unstable unsuccessful unsuitable unsympathetic untidy untrue unusable
        unwanted unwatchable unwelcome unwieldy unwilling unwise unworthy upsetting useless vain vapid vulgar
        vulnerable wasteful weak weary weird wimpy witless wooden wordy worrisome worrying wrong yucky absentminded
        claustrophobic convoluted disjointed gimmicky gratuitous humorless humourless incomprehensible indulgent
        self-indulgent self-conscious mundane muddled overacted saccharine soporific tepid tinny toothless
        unengaging vacuous stilted unmemorable uncool unimportant unexplained junky crummy cheap sleepy hokey
        superfluous imitative limp meandering callow cloying soppy soapy hackneyed clunky stolid slavish
        stereotypical campy uninventive blustery bombastic maudlin schlocky pompous trashy bloated amoral
        anticlimactic antiquated bratty brittle brusque bungling cantankerous catty caustic chintzy clammy coarse
        cocky cold-hearted colorless conceited condescending contemptuous corrosive counterproductive crabby craven
        crippled cumbersome curt dank daunting deafening decrepit defamatory deformed degenerate deluded delusional
        despondent destitute deviant dilapidated dingy disaffected disagreeable disconcerting discordant discredited
        disfigured disinterested disloyal disorderly disparaging disproportionate disruptive distorted distressed
        disillusioned dizzy domineering dopey dowdy downhearted drained droopy drunk egotistical embattled
        embittered estranged exasperated exasperating excessive exorbitant extraneous farcical far-fetched
        farfetched fatalistic fatuous feckless fidgety finicky flabby flippant floppy flustered foreboding foul
        fraught frazzled frenzied frigid frumpy fuming fussy gawky ghoulish gloating grandiose grimy grotty grubby
        guilt-ridden gullible haggard half-baked halfhearted half-hearted hard-to-use harried heavy-handed hesitant
        high-maintenance high-strung hypocritical icky ignoble ill-advised ill-conceived ill-defined ill-fated
        ill-fitting ill-mannered ill-prepared immature impenetrable imperious impersonal impoverished imprecise
        imprudent impudent inarticulate inattentive incensed incessant incompatible incorrigible indecent
        indefensible indignant indiscreet indistinct ineloquent inelegant inequitable inexperienced inflammatory
        infuriated infirm injured injurious insidious insolent insular intemperate invasive irate irreparable
        irresolute itchy jagged jarring jerky joyless jumbled jumpy lackadaisical languid lax lecherous limping
        long-winded loveless lowly lumpy maladjusted mangy mangled meddlesome mind-numbing misanthropic miscast
        misinformed miserly mishandled mistrustful moldy mouthy mushy musty myopic nerve-wracking nitpicky noisome
        nonfunctional nosy objectionable obtrusive obtuse odorous off-key ominous opinionated ornery ostentatious
        outclassed over-the-top overdue overstated parasitic pathological patronizing peeved peevish perturbed pesky
        picky plagued poorly-made pouty prejudiced presumptuous prickly prosaic quarrelsome queasy ragged rambling
        rancid raspy ratty raucous recalcitrant regressive repressed repressive restrictive rickety rocky rowdy
        rundown run-down ruinous sarcastic scant scanty scarred scatterbrained scratched screechy scruffy
        second-rate seedy self-absorbed self-centered self-defeating self-destructive self-important self-pitying
        self-righteous self-serving shabby shamefaced sheepish short-lived short-sighted shortsighted showy sickly
        slapdash slow-moving sly smelly smutty snappish snarky snobbish snobby snooty somber sombre spotty squalid
        squeamish staid standoffish stern stifling stingy stinky straggly strident substandard sulky sullied
        superstitious syrupy tangled tattered taxing tawdry temperamental testy tone-deaf torn touchy trashed
        treacly trivialized troubling tumultuous two-faced unadventurous unaffordable unambitious unappetizing
        unavailing unbecoming uncivil unclean uncomprehending unconscionable uncooperative uncouth undependable
        underfed underpaid underpowered undeserved undeserving undisciplined unearned uneducated uneventful
        unexciting unfeeling unfulfilled unfulfilling ungrateful unhinged unhygienic uninformed uninvited unkempt
        unlovable unmotivated unmoved unneeded unnerving unorganized unpalatable unpleasing unproductive
        unprofitable unprovoked unqualified unrefined unrelenting unremitting unrepentant unresponsive unrewarding
        unscrupulous unseemly unskilled unsound unspectacular unsteady unsubtle unsupported unsurprising
        unsustainable untalented untenable unthinkable untimely untrained untrustworthy unwarranted unworkable
        uptight vexing volatile warped washed-out washed-up watered-down wayward wearisome whiny wobbly woeful
        worn-out wrathful wrongful xenophobic yawning zero-star negative moronic
    """,
    -1.5: """
        abrasive aggressive alarming angry angst annoyed annoying argumentative arrogant asinine bad bitter bored
        bothered brainless broken broke callous chaotic combative creepy damaged damaging dangerous deceitful
        deceptive defeated dejected deranged desolate destructive detrimental disappointed disappointing discontent
        discontented discriminatory disdainful disgruntled disheartening dishonest dismal dismissive disobedient
        disrespectful dissatisfied distasteful distraught distressing disturbed disturbing dire embarrassed
        embarrassing fearful filthy flagrant fraudulent frightened frightening frustrated frustrating grisly gross
        helpless hopeless hostile hurtful idiotic ignorant immoral inexcusable infuriating inhospitable insane
        insufferable insulting intimidating intolerable irksome irritable irritated irritating lethal lurid macabre
        malicious malignant menacing mournful nasty neglected negligent nauseating obnoxious offensive oppressive
        outraged outrageous painful paranoid perilous pessimistic pitiful pitiless poisonous polluted regretful
        regrettable remorseless repellent revengeful ridiculous rotten ruthless sad scared scornful shameful
        shameless sick sickening sinister slimy sleazy snide sorrowful stupid suffering sullen tearful threatening
        toxic traumatic treacherous ugly unacceptable unbearable unhappy unjust unkind unloved unpleasant unsanitary
        unspeakable unwell upset vengeful vicious villainous violent wicked worried worse worthless wounded wretched
        stinking incompetent dumbed-down godawful crappy amateurish excruciating interminable laborious heartbroken
        heartbreaking inexplicable dissapointed disapointed annoyin dead cold-blooded crazed defiled demented
        demoralized demoralizing detested discouraged diseased disheartened dishonorable dispiriting forsaken
        gut-wrenching humiliated humiliating inconsolable infamous infected infernal lunatic maddening mortified
        mortifying notorious odious perverted petrified rabid repelled rotting scandalous sorry-ass soul-crushing
        suffocating tear-stained tyrannical unlivable venomous
    """,
    -2.0: """
        abominable abusive agonizing appalling atrocious awful barbaric brutal catastrophic corrupt crippling cruel
        deadly degrading demonic deplorable depressed depressing depraved despicable despised detestable devastated
        devastating diabolical disastrous disgraceful disgusted disgusting dreadful evil execrable fatal furious
        ghastly grievous gruesome grotesque harrowing hateful heinous hellish hideous horrendous horrible horrid
        horrific horrified horrifying homicidal inhuman inhumane livid loathsome lousiest miserable monstrous morose
        murderous nightmarish obscene pathetic putrid racist reprehensible repugnant repulsive revolting sadistic
        sexist suicidal terrible terrified terrifying tormented tortured tragic traumatized unforgivable vile
        vindictive worst abysmal
    """,
}

# Words as they stand: irregular forms, adverbs, interjections, slang. One with a hyphen is read with a space too.
PLAIN = {
    3.0: "loveliest happiest greatest finest woohoo yippee hooray hurrah",
    2.5: """
        bravo congrats congratulations gr8 w00t woot yay yayy yaay yayyy hurray huzzah luv lovin loove looove
        happier hallelujah amazeballs epicwin kickass well-done bestest woo whoo whoohoo wooo xoxo xoxoxo iloveyou
        ily loveit
    """,
    2.0: """
        won wins win winning haha hahaha hahahaha hehe hehehe lmao lmfao rofl lol lolz lool lulz thx thanx thankyou
        ty tysm thnx cheers props bff bffs bestie besties sweetie hottie cutie yum yummm mmm mmmm hawt fab fav fave
        faves favs rad dope fuego stoked psyched hyped pumped grateful gratefully happily gladly beautifully
        wonderfully nicely superbly perfectly excellently brilliantly flawlessly effortlessly lovingly warmly
        gracefully charmingly delightfully hilariously yesss yess yessss cooool cooolest coolest nicest sweetest
        funniest cutest prettiest must-see well-made well-written first-rate top-notch world-class high-quality
        state-of-the-art two-thumbs-up thumbs-up jackpot hotness yaaay yeahh ftw gg wooho must-own must-buy
        five-star 5-star gooood goood loooove
    """,
    1.5: """
        gladdened laughing lightheartedly overcame bestselling rested celebratory lmaoo rockin chillin chillax kool
        coolio peace xo hehee heh smiley wisely luckily fortunately thankfully smoothly neatly aptly deftly ably
        cleverly admirably elegantly convincingly gently comfortably cleanly reliably faster nicer smarter funnier
        cooler brighter cleaner safer well-built well-acted well-crafted well-designed well-worth well-paced
        good-natured easy-to-use user-friendly light-weight goodies goody oohh ooh wowed aww awww awwww chuckling
        page-turner treat enjoyin bargains recommended
    """,
    1.0: """
        better well easily welcome forgiven forgave agreed alive no-brainer catchy wishing hoping tgif xmas sunny
        blooming upside best-in-class smoother quicker lighter stronger sturdier newer clearer kudos
    """,
    0.5: "hopefully agree alright works honestly",
    -0.3: "apologies",
    -0.5: "meh eh hmm hmmm unfortunately sorry sry lacked lacking lacks harder slower broke-even",
    -1.0: """
        lost loses losing lose fell lies lied lying overdrawn overslept overthrew misunderstood mistook stuck stank
        shrank nope nah sadder sadface boo booo boooo tsk oops whoops uh-oh yikes eek ew eww ewww yuck blah bleh
        argh gah grr grrr dang darn sheesh jeez bummer bummed hungover hangover worn-out   so-called
        half-baked half-hearted mean-spirited over-the-top one-note one-dimensional two-dimensional by-the-numbers
        paint-by-numbers ill-conceived ill-fated long-winded low-budget low-quality second-rate run-of-the-mill
        heavy-handed ham-fisted cookie-cutter uncaring undone wannabe wouldbe poorly badly weakly sloppily awkwardly
        lamely painfully harshly wrongly unevenly predictably cheaply messily lesser weaker duller lonelier sorest
        tireder arggh argg smh headachy achy queasy nauseous sickly sneezing coughing froze frozen hung-up
        broke-down gripes  alas beware nothing-special so-so no-name overmuch
    """,
    -1.5: """
        ugh ughh ugghh uggh ugggh arrgh aargh argghh broke fought hurts hurting wept stole stolen stung bled crying
        sobbing sux sux0r sucky sucks sukks epicfail badder baddest saddest worsened worsen worsening worsens wtf
        wth wtff stfu gtfo damn damned damnit dammit goddamn crap crappiest pissed pissy screwed screwy bs bullcrap
        poo poop fubar snafu sadly woe woes dumbest stupidest lamest ugliest dirtiest meanest loneliest weakest
        ripped-off rip-off fake fakes stinks smelly crippled starving bullied cursed cheated good-for-nothing
        sick-of fed-up grossed unfortunate burglary burglar theft burnt bankrupt bankruptcy evicted layoff layoffs
        jobless homeless dumped divorced foreclosure scam scams scammy lemon ripoff ripoffs epic-fail
    """,
    -2.0: """
        dying dies died killed killing killings victims wreckage fuck fucked fucker fucks fuckin fk fck shit shitty
        shite bullshit asshole asshat douche douchebag dickhead prick jackass dumbass dumbassery twat wanker slut
        whore retard retarded hatin haters hater fml bombing bombings gunman shooting shootings fatality fatalities
        mourning heartache heartbreak worst-ever cancerous leukemia tumor tumors casualties earthquake tsunami
        hurricane
    """,
    -2.5: "motherfucker motherfucking hated nazi nazis cunt",
}

# Phrases whose feeling is not that of their words. An apostrophe is written straight.
PHRASES = {
    2.5: """
        top notch
    """,
    2.0: """
        well done | thumbs up | can't wait | cant wait | cannot wait | made my day | made me smile | must see |
        kick ass | kicks ass | kicked ass | bad ass | the bomb | first rate | second to none | highly recommend |
        works great | works well | hats off | five stars | 5 stars | go for it | hands down | must own |
        kicks butt | kick butt
    """,
    1.5: """
        look forward | looking forward | worth it | well worth | worth seeing | worth watching | thank god |
        thank goodness | easy to use | user friendly | feel good | no complaints | good luck | happy to help |
        glad to help | hang in there | shut up and take | works fine | worked great | works perfectly |
        worked perfectly | take care | high quality | good quality | great quality | wide variety | holds up |
        fits perfectly | saved my | works like a charm | like a charm | no regrets | best bet | can't praise |
        going for it | makes up for | warms the heart
    """,
    1.0: """
        no problem | no problems | no worries | no issues | no doubt | not bad | can't beat | cant beat |
        can't complain | cant complain | can't go wrong | no longer afraid | problem solved | bug fixed |
        without a hitch | without problems | no hassle | hassle free | pays off | paid off | easy going |
        sorry to hear
    """,
    0.0: """
        hard drive | hard drives | hard disk | hard disks | hard copy | hard copies | hard coded | hard code |
        united states | united kingdom | united nations | horror film | horror films | horror movie |
        horror movies | horror fan | horror fans | horror story | romantic comedy | romantic comedies | war movie |
        war movies | war film | crime drama | crime thriller | crime story | world war | cold war | civil war |
        worst case | best case | best practice | best practices | critical path | disaster recovery | stress test |
        error handling | attack surface | as well as | as well | well known | well defined | kind of |
        kind regards | best regards | feel free | like this | like that | pretty much | free download | die hard |
        love story | bug report | bug reports | bug fix | fine print | fine tuned | fine tuning | sick leave |
        excuse me | clean room | strong typing | well over | fair use | death valley | risk management |
        risk assessment | security risk assessment | better half | free time | free software | error message |
        error messages | fight club | good morning | good evening | good afternoon | good night | great britain |
        great wall | poor man's | sorry about that | no offense | no offence
    """,
    -0.5: """
        too much | too many | miss you | not sure | not exactly | no idea | way too
    """,
    -1.0: """
        not enough | nothing new | too bad | give up | gave up | tired of | shut up | could be better |
        could have been better | would have been better | too long | too short | too small | too big | too slow |
        too heavy | too loud | too late | too hard | too expensive | too dark | too thin | too little | too high |
        too low | too easy | hard to use | not worth | nothing more than | little more than | no longer works |
        run out | ran out | used to be better | bad luck | second rate | no help | half baked | low quality |
        lower quality | you get what you pay for | get what you pay for | let's face it | put off | no response |
        no sense | makes no sense | comes off as | runs off | more of the same | full of itself |
        takes itself too seriously | takes itself seriously | so called | not much | not a fan | nothing happens |
        nothing really happens | i miss | passing out | passed out | burns down | burned down | burnt down |
        could have been
    """,
    -1.5: """
        fed up | sick of | screw up | screwed up | screws up | nothing special | no use | let down | falls short |
        fell short | fall short | missed opportunity | waste time | going downhill | oh no | no fun | piece of |
        lack of | fail to | fails to | failed to | never works | not working | isn't working | won't work |
        doesn't work | doesnt work | does not work | didn't work | did not work | don't work | do not work |
        not work | wears thin | save your money | save yourself | buyer beware | hangs up | locks up | lock up |
        locked up | shuts down | breaks down | broke down | broken down | goes nowhere | going nowhere |
        slap in the face | beat up | wore off | poor quality | bad quality | money down the drain |
        down the drain | run down | waste your | wastes your | wasted my | kiss my ass | my ass | up in flames
    """,
    -2.0: """
        waste of | thumbs down | fall apart | falls apart | fell apart | falling apart | falls flat | fall flat |
        fell flat | stopped working | stops working | stop working | stay away | piece of crap | piece of junk |
        out of control | rip off | ripped off | at its worst | passed away | car accident
    """,
}

# Words before another that strengthen or weaken it, by how much.
DEGREES = {
    0.3: """very really so too extremely incredibly absolutely totally completely highly deeply truly super utterly insanely hella
        remarkably exceptionally extraordinarily particularly especially unusually enormously hugely immensely intensely
        thoroughly entirely fully purely greatly tremendously unbelievably amazingly awfully terribly seriously damn
        fucking freaking frickin friggin fuckin effing bloody way most more majorly profoundly exceedingly
        overwhelmingly quite such ridiculously sooo soo soooo wicked mega ultra uber decidedly positively substantially
        considerably consistently always genuinely wholly dead darn""",
    -0.3: """slightly somewhat kinda sorta fairly mildly partly partially occasionally almost nearly marginally relatively
        moderately bit mostly sometimes vaguely faintly practically arguably possibly perhaps maybe might
        supposedly allegedly reasonably""",
}

# Words that turn the sense of what follows.
NEGATORS = """
    not no never none nobody nothing nowhere neither nor cannot without hardly barely scarcely rarely seldom n't
    don't doesn't didn't isn't wasn't aren't weren't won't wouldn't can't couldn't shouldn't hasn't haven't hadn't ain't
    mustn't needn't mightn't dont doesnt didnt isnt wasnt arent werent wont wouldnt cant couldnt shouldnt hasnt havent
    hadnt aint lack lacks lacking lacked minus devoid less few little zero
"""

# After one of these what is bad is what one is sorry for.
APOLOGIES = "sorry apologize apologise apologies apology apologizing apologising regret pardon forgive excuse"

# "like" is a verb only after one of these.
LIKERS = """
    i we you they who people really also would i'd we'd you'd they'd don't do to didn't doesn't did does will i'll
    you'll always not never still dont didnt doesnt users everyone kids actually
"""

EMOTICONS = {
    2.5: ":D :-D =D xD XD :DD <3 ^_^ ^^ \\o/ =] 8D ;D :')",
    2.0: ":) :-) =) :] (: (-: (= :o) ;) ;-) :)) :))) 8) :} :-)) =)) :* :-* ;] c: n_n ^.^",
    1.0: ":P :-P :p :-p =P =p ;P ;p xP XP",
    -0.5: ":| :-| -_- :S :-S :s :O o_O O_o o.O",
    -1.0: ":/ :-/ :\\ :-\\ =/ =\\ ._. >_< >.<",
    -2.0: ":( :-( =( ):  )-: )= :[ :-[ :(( ;( D: :c :< >:( >:-( >:| T_T ;_; </3 :@",
    -2.5: ":'( :'-( =( ='( D8",
}

EMOJI = {
    3.0: "😍 🥰 ❤ 💖 💗 💕 💞 💓 💘 💝 😻 🤩 💯",
    2.5: "😀 😃 😄 😁 😂 🤣 😊 😇 🎉 🥳 💙 💚 💛 💜 🧡 🤍 🤎 🖤 ♥ 😘 🏆 🥇 🙌 👏 🌟 😸 😺 😹",
    2.0: "🙂 😉 😋 😎 🤗 👍 👌 ✨ ⭐ 😚 😙 😗 ☺ 🎊 💪 🤝 🌈 ☀ 🔥 🎁 💐 🌹 😌 🫶 💋 🌞 🍾 🥂 👑 💎 🤠",
    1.0: "🙏 ✅ ✔ 😏 😜 😝 😛 🤪 🙃 🆗 🌸 🌻 🌷 🎂 🎈 🍀 🤞 ✌ 🚀 😅 🦄 🎶",
    -0.5: "😐 😑 😶 🤔 🙄 😬 😯 😮 ⚠ 😴 🥱",
    -1.0: "😕 😒 🙁 ☹ 😟 😔 😞 😣 😖 😓 😥 😧 😦 😵 🥺 🤷 ❌ 🚫 😳 😷 🤕 🤒 🤨",
    -2.0: "😢 😭 😩 😫 😨 😰 😱 😠 💔 👎 🤢 🤮 😤 😿 🤦 ☠ 💀 🖕 😾 🙀",
    -2.5: "😡 🤬 👿 💩 😈",
}

# Forms that the rules make but that have another sense, or none.
NOT_FORMS = """
    hardly barely dearly shortly lately coldly flatly fairly nearly goods goodly sounded fines fined fining rarely
    number numbest numbers surely likely cools smarts smarted smarting novels solids solidly truly promised valuables shares richly clearly
    purely highly mostly quickly trulier boldly cases deadlier
"""
