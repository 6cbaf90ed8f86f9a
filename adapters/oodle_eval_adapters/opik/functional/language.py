"""The language that a text is in, by a fastText model or by a function of yours."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from oodle_eval.runtime import Scores
from oodle_eval.v1 import util
from oodle_eval.v1._declaration import boolean, check
from oodle_eval.v1._settings import SettingError
from oodle_eval.v1.util import declares
from oodle_eval_adapters.opik.functional._optional import optional
from oodle_eval_adapters.opik.functional._reading import Reading, nothing, text_of

__all__ = ["fasttext_detector", "language_adherence"]

Detector = Callable[[str], tuple[str, float]]

_LABEL = "__label__"


@declares("language_adherence")
@check(reads=("reply",), scores=(boolean("language_adherence"),))
def language_adherence(
    ctx: Any,
    *,
    expected_language: str,
    model_path: Any = None,
    detector: Any = None,
    name: str = "language_adherence",
) -> Scores:
    """Check that a text is in a language.

    Args:
        ctx: The evaluation context (reads the reply), or the text to check.
        expected_language: The code of the language, as the detector gives it.
        model_path: A fastText model for language identification, such as lid.176.ftz. It is loaded at each call: bind
            `detector=fasttext_detector(path)` to load it once.
        detector: A function from a text to (code, confidence), instead of a model.
        name: Name of the primary score.

    Returns:
        language_adherence (BOOLEAN); no value when the text is blank.

    Raises:
        ValueError: There is neither a detector nor a model.
        ImportError: A model is given, and fasttext is not installed.

    Example:
        >>> language_adherence("Hello", expected_language="en", detector=lambda text: ("en", 0.9)).details["confidence"]
        0.9
    """
    text = text_of(ctx)
    if not text.strip():
        return nothing(name, "the text is empty, so it is in no language")
    detect = fasttext_detector(model_path) if detector is None else detector
    language, confidence = detect(text)
    same = language == expected_language
    details = {"detected_language": language, "confidence": confidence, "expected_language": expected_language}
    comment = f"detected {language!r}" + ("" if same else f", expected {expected_language!r}")
    return Reading([util.boolean_score(name, same, comment)], details)


def fasttext_detector(model_path: Any) -> Detector:
    """Return a detector that asks a fastText model, loaded once.

    Raises:
        ImportError: fasttext is not installed; the message says what to give instead.
        SettingError: There is no model.
    """
    fasttext = optional("fasttext")
    if fasttext is None:
        raise ImportError(
            "language adherence needs a language detector: pass detector=, a function from a text to (code, "
            "confidence), or install the package that Opik uses with `pip install fasttext` and pass model_path=, a "
            "fastText model for language identification such as lid.176.ftz"
        )
    if model_path is None:
        raise SettingError("model_path must name a fastText model such as lid.176.ftz, or pass detector= instead")
    model = fasttext.load_model(model_path)

    def detect(text: str) -> tuple[str, float]:
        # fastText takes one line, and splits at white space anyway.
        labels, confidences = model.predict(" ".join(text.split()))
        label = labels[0] if len(labels) else ""
        return label.replace(_LABEL, ""), float(confidences[0]) if len(confidences) else 0.0

    return detect
