"""Which language a text is in, and whether it is the expected one."""

from __future__ import annotations

import subprocess
import sys
import time
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oodle_eval.v1 import _language
from oodle_eval.v1.checks import CHECKS
from oodle_eval.v1.metrics import detect_language, language_adherence, quality

OURS = {
    "en": "Your order was shipped this morning and should reach you by Friday.",
    "es": "Su pedido fue enviado esta mañana y debería llegar antes del viernes.",
    "fr": "Votre commande a été expédiée ce matin et devrait arriver avant vendredi.",
    "de": "Ihre Bestellung wurde heute Morgen verschickt und sollte bis Freitag ankommen.",
    "it": "Il suo ordine è stato spedito questa mattina e dovrebbe arrivare entro venerdì.",
    "pt": "O seu pedido foi enviado esta manhã e deve chegar até sexta-feira.",
    "nl": "Uw bestelling is vanochtend verzonden en zou vrijdag moeten aankomen.",
    "ru": "Ваш заказ был отправлен сегодня утром и должен прийти до пятницы.",
    "uk": "Ваше замовлення було відправлено сьогодні вранці й має прийти до п'ятниці.",
    "el": "Η παραγγελία σας στάλθηκε σήμερα το πρωί.",
    "ar": "تم إرسال طلبك هذا الصباح ومن المتوقع أن يصل يوم الجمعة.",
    "he": "ההזמנה שלך נשלחה הבוקר ואמורה להגיע עד יום שישי.",
    "hi": "आपका ऑर्डर आज सुबह भेजा गया है और शुक्रवार तक पहुँच जाएगा।",
    "th": "คำสั่งซื้อของคุณถูกจัดส่งเมื่อเช้านี้",
    "zh": "您的订单今天早上已经发货，预计周五之前送达。",
    "ja": "ご注文の商品は今朝発送されました。金曜日までに届く予定です。",
    "ko": "주문하신 상품은 오늘 아침에 발송되었으며 금요일까지 도착할 예정입니다.",
}

# Neighbours of ours, in Latin and other scripts.
OTHERS = {
    "sv": "Din beställning skickades i morse och bör komma fram senast på fredag.",
    "da": "Din ordre blev afsendt i morges og bør ankomme senest på fredag.",
    "af": "Jou bestelling is vanoggend versend en behoort teen Vrydag by jou te wees.",
    "ca": "La seva comanda s'ha enviat aquest matí i hauria d'arribar abans de divendres.",
    "ro": "Comanda dumneavoastră a fost trimisă în această dimineață și ar trebui să ajungă până vineri.",
    "pl": "Twoje zamówienie zostało wysłane dziś rano i powinno dotrzeć do piątku.",
    "tr": "Siparişiniz bu sabah gönderildi ve cuma gününe kadar ulaşmış olacak.",
    "id": "Pesanan Anda telah dikirim pagi ini dan akan tiba sebelum hari Jumat.",
    "vi": "Đơn hàng của bạn đã được gửi sáng nay và sẽ đến trước thứ Sáu.",
    "fi": "Tilauksesi lähetettiin tänä aamuna ja sen pitäisi olla perillä perjantaina.",
    "bg": "Вашата поръчка беше изпратена тази сутрин и трябва да пристигне до петък.",
    "sr": "Ваша поруџбина је послата јутрос и требало би да стигне до петка.",
    "kk": "Сіздің тапсырысыңыз бүгін таңертең жіберілді және жұмаға дейін жетуі керек.",
    "be": "Ваша замова была адпраўлена сёння раніцай і павінна прыйсці да пятніцы.",
    "fa": "سفارش شما امروز صبح ارسال شد و باید تا جمعه برسد.",
    "ur": "آپ کا آرڈر آج صبح بھیج دیا گیا ہے اور جمعہ تک پہنچ جائے گا۔",
    "mr": "तुमची ऑर्डर आज सकाळी पाठवली आहे आणि ती शुक्रवारपर्यंत पोहोचेल.",
    "mr_request": "तुम्ही मला मागील आठवड्यातला अहवाल पाठवू शकता का?",
    "ne": "के तपाईं मलाई गत हप्ताको प्रतिवेदन पठाउन सक्नुहुन्छ?",
    "ka": "თქვენი შეკვეთა დღეს დილით გაიგზავნა.",
    "ta": "உங்கள் ஆர்டர் இன்று காலை அனுப்பப்பட்டது.",
    "yi": "דײַן באַשטעלונג איז געשיקט געװאָרן הײַנט אין דער פֿרי.",
}


@pytest.mark.parametrize(("code", "sentence"), OURS.items())
def test_the_seventeen_languages(code, sentence):
    found, confidence = detect_language(sentence)
    assert found == code
    assert 0.5 <= confidence <= 1


def test_the_seventeen_are_the_references():
    assert list(OURS) == list(_language.CODES) == list(get_args(quality.Language))


@pytest.mark.parametrize(("code", "sentence"), OTHERS.items())
def test_other_languages_are_unknown(code, sentence):
    assert detect_language(sentence) == ("unknown", 0.0)


@pytest.mark.parametrize(
    "mixed",
    [
        f"{OURS['en']} {OURS['fr']}",
        f"{OURS['de']} {OURS['es']}",
        f"{OURS['en']} {OURS['ru']}",
        f"{OURS['zh']} {OURS['en']}",
        f"{OURS['it']} {OURS['en']}",
    ],
)
def test_mixed_text_is_unknown(mixed):
    assert detect_language(mixed)[0] == "unknown"


@pytest.mark.parametrize("short", ["", " ", "42", "ok", "!?", "3.14 + 2", None, {}, []])
def test_very_short_text_is_unknown(short):
    assert detect_language(short) == ("unknown", 0.0)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Hello, how are you?", "en"),
        ("Bonjour, comment ça va ?", "fr"),
        ("Wie geht es Ihnen?", "de"),
        ("你好，请问有什么可以帮您？", "zh"),
        ("はい、わかりました。", "ja"),
        ("네, 알겠습니다.", "ko"),
    ],
)
def test_a_short_sentence_is_enough(text, code):
    assert detect_language(text)[0] == code


def test_terms_of_another_script_do_not_matter():
    assert detect_language("我使用 Python 和 TensorFlow 开发这个项目，效果很好。")[0] == "zh"
    assert detect_language("Мы используем Python и Docker для всех наших проектов уже много лет.")[0] == "ru"


def test_a_foreign_name_or_word_does_not_matter():
    assert detect_language("The word Schadenfreude has no good translation, as Müller and Škoda told us.")[0] == "en"


def test_kanji_alone_read_as_chinese_and_kana_make_japanese():
    assert detect_language("東京大学")[0] == "zh"
    assert detect_language("東京大学です")[0] == "ja"


def test_decomposed_letters_are_read_as_composed_ones():
    import unicodedata

    assert detect_language(unicodedata.normalize("NFD", OURS["fr"]))[0] == "fr"
    assert detect_language(unicodedata.normalize("NFD", OURS["ko"]))[0] == "ko"


def test_capitals_do_not_matter():
    assert detect_language(OURS["de"].upper())[0] == "de"


def test_code_and_urls_are_left_out():
    code = "```python\nfor item in the_list:\n    print(item) if item else None\n```"
    assert detect_language(f"Voici le code que vous avez demandé :\n\n{code}\n\nIl affiche la liste.")[0] == "fr"
    assert detect_language("https://example.com/the/and/of/in/to") == ("unknown", 0.0)


def test_a_message_is_read_as_its_text():
    assert detect_language({"role": "assistant", "content": OURS["nl"]})[0] == "nl"


@pytest.mark.parametrize(("code", "sentence"), OURS.items())
def test_adherence(code, sentence):
    scores = language_adherence(sentence, expected_language=code)
    assert scores["language_match"].value is True
    assert scores["detected_language"].value == code
    assert code in scores["language_match"].comment


def test_another_language_fails_and_is_named():
    scores = language_adherence(OURS["fr"])
    assert scores["language_match"].value is False
    assert scores["detected_language"].value == "fr"
    assert "detected fr" in scores["language_match"].comment
    assert "expected en" in scores["language_match"].comment


def test_an_unknown_language_fails():
    scores = language_adherence(OTHERS["sv"])
    assert scores["language_match"].value is False
    assert scores["detected_language"].value == "unknown"


def test_a_short_reply_passes_with_no_verdict():
    scores = language_adherence("Oui, bien sûr.")
    assert [score.name for score in scores] == ["language_match"]
    assert scores[0].value is True
    assert "too short" in scores[0].comment


def test_four_words_are_too_short_and_five_are_not():
    assert len(language_adherence("one two three four")) == 1
    assert len(language_adherence("one two three four five")) == 2
    assert len(language_adherence("Oui, bien sûr.", min_words=3)) == 2


def test_ten_chinese_characters_are_no_short_reply():
    scores = language_adherence("您的包裹已经发出了。", expected_language="zh")
    assert scores["detected_language"].value == "zh"


@pytest.mark.parametrize("wrong", ["english", "xx", "sv", "EN", 5, ["en"]])
def test_a_language_that_is_none_of_ours_is_refused(wrong):
    with pytest.raises(ValueError, match="expected_language"):
        language_adherence(OURS["en"], expected_language=wrong)


def test_none_is_the_default():
    assert language_adherence(OURS["en"], expected_language=None, min_words=None)[0].value is True


def test_detect_language_is_no_check():
    assert "detect_language" not in CHECKS
    assert "language_adherence" in CHECKS


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=120))
def test_any_text_gives_a_code_and_a_confidence(text):
    code, confidence = detect_language(text)
    assert code in (*_language.CODES, "unknown")
    assert 0 <= confidence <= 1
    assert (confidence == 0) == (code == "unknown")


@settings(max_examples=30, deadline=None)
@given(st.sampled_from(sorted(OURS)), st.integers(2, 30))
def test_a_text_said_twice_is_in_the_same_language(code, times):
    assert detect_language(f"{OURS[code]} " * times)[0] == code


@pytest.mark.parametrize(
    "hostile",
    [
        "a" * 100_000,
        "a " * 50_000,
        "😀" * 50_000,
        "é" * 100_000,
        "漢 a " * 25_000,
        "\ud800" * 50_000,
        "ъ" * 100_000,
        "’" * 90_000,
    ],
    ids=lambda text: text[:2].encode("unicode_escape").decode(),
)
def test_hostile_text_ends_soon(hostile):
    start = time.process_time()
    detect_language(hostile)
    language_adherence(hostile)
    assert time.process_time() - start < 5


def test_importing_the_checks_loads_no_word_list():
    code = (
        "import sys, oodle_eval.v1.checks; "
        "print([name for name in sys.modules if name.rsplit('.')[-1] in "
        "('_language', '_valence', '_syllables', '_prose', 'languages', 'sentiment', 'syllables')])"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"
