"""Values that are no JSON values: what they stand for, in outputs, inputs, references and contexts."""

import dataclasses
import datetime as dt
import decimal
import enum
import fractions
import pathlib
from types import SimpleNamespace
from unittest.mock import MagicMock

import pydantic
import pytest

from oodle_eval.runtime import EvaluationContext, ExperimentContext, ObservationContext, TraceContext
from oodle_eval.v1 import metrics, text, util
from oodle_eval.v1._objects import json_value_of, opened


class Model(pydantic.BaseModel):
    a: int


@dataclasses.dataclass
class Data:
    a: int


class Colour(enum.Enum):
    RED = "red"


class Level(enum.Enum):
    LOW = 1


OPENED = [
    (Model(a=1), {"a": 1}),
    (Data(1), {"a": 1}),
    ({"of": Model(a=1)}, {"of": {"a": 1}}),
    ([Data(1), Data(2)], [{"a": 1}, {"a": 2}]),
    (Colour.RED, "red"),
    ({"level": Level.LOW}, {"level": 1}),
    (decimal.Decimal("1.50"), 1.5),
    (decimal.Decimal(1200), 1200),
    ({"half": fractions.Fraction(1, 2)}, {"half": 0.5}),
    ((1, (2,)), [1, [2]]),
    ({"deep": [{"er": (Model(a=3),)}]}, {"deep": [{"er": [{"a": 3}]}]}),
]


@pytest.mark.parametrize(("value", "stands_for"), OPENED)
def test_a_value_is_read_as_the_json_that_it_stands_for(value, stands_for):
    assert opened(value) == stands_for
    ctx = EvaluationContext(ObservationContext(None, value), experiment=ExperimentContext(expected_output=stands_for))
    assert text.reply(ctx) == util.require_reference(stands_for, "exact_match")
    assert metrics.exact_match(ctx)["exact_match"].value is True
    assert metrics.exact_match(stands_for, reference=value)["exact_match"].value is True
    assert metrics.json_diff(ctx, reference=value)["json_diff"].value == 1
    if isinstance(stands_for, dict | list):
        assert metrics.json_diff(stands_for, reference=value)["json_diff"].value == 1
        assert util.flat_text({"held": value}) == util.flat_text({"held": stands_for})


def test_numpy_s_numbers_booleans_and_arrays():
    numpy = pytest.importorskip("numpy")
    held = {
        "whole": numpy.int64(3),
        "real": numpy.float32(0.5),
        "is": numpy.bool_(True),
        "list": numpy.array([1, 2]),
        "text": numpy.str_("a"),
    }
    stands_for = {"whole": 3, "real": 0.5, "is": True, "list": [1, 2], "text": "a"}
    assert text.reply(held) == text.reply(stands_for)
    assert metrics.json_diff(held, reference=stands_for)["json_diff"].value == 1
    assert metrics.json_diff(stands_for, reference=held)["json_diff"].value == 1


def test_values_that_compare_element_by_element_are_read():
    numpy = pytest.importorskip("numpy")
    values = [numpy.float64(1.5), numpy.int64(3), numpy.bool_(False), numpy.array([1, 2])]
    for value in values:
        assert text.reply(value) == str(json_value_of(value)).lower()
        assert text.turns(EvaluationContext(ObservationContext(value, value)))
        message = {"role": "assistant", "content": value}
        assert text.reply(message) == text.reply(value)
        assert metrics.error_spans(EvaluationContext(ObservationContext(), TraceContext("", [{"error": value}])))
        assert metrics.json_diff("1", reference=value)["json_diff"].data_type == "NUMERIC"
    assert metrics.numeric_diff(numpy.float64(1.5), reference=1.5)["numeric_diff"].value == 1


def test_what_stands_for_nothing_is_its_text():
    assert text.reply({"a": object}) == '{"a": "<class \'object\'>"}'
    assert text.reply(decimal.Decimal("NaN")) == "NaN"
    assert text.reply(decimal.Decimal("1e400")) == "1E+400"
    assert text.reply(dt.date(2026, 1, 2)) == "2026-01-02"
    assert text.reply({"on": dt.date(2026, 1, 2)}) == '{"on": "2026-01-02"}'
    assert metrics.exact_match(pathlib.PurePosixPath("/a/b"), reference="/a/b")["exact_match"].value is True
    assert metrics.exact_match("2026-01-02", reference=dt.date(2026, 1, 2))["exact_match"].value is True
    assert text.reply({"tags": {"b", "a"}}) == '{"tags": ["a", "b"]}'
    assert json_value_of(Model) is Model


def test_too_deep_a_value_is_left_as_it_is():
    circle = []
    circle.append(circle)
    assert opened(circle) is circle


class Anything:
    """An object that has any attribute, each another one of its kind."""

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return Anything()


class Raises:
    def __getattribute__(self, name):
        if name.startswith("__"):
            return object.__getattribute__(self, name)
        raise RuntimeError(name)

    def __bool__(self):
        raise RuntimeError

    def __eq__(self, other):
        raise RuntimeError

    __hash__ = object.__hash__


@pytest.mark.parametrize("make", [Anything, MagicMock, Raises])
def test_a_mock_is_no_message_and_has_an_end(make):
    value = make()
    assert isinstance(text.message_text([value]), str)
    assert text.tool_calls([value]) == []
    assert metrics.json_diff({"a": value}, reference={"a": 1})["json_diff"].value == 0
    for shape in ({"role": "assistant", "content": value}, {"type": value, "content": []}, {"role": value}, [value]):
        ctx = EvaluationContext(ObservationContext(shape, shape))
        assert isinstance(text.reply(ctx), str)
        assert isinstance(text.turns(ctx), list)
        assert text.tool_calls(ctx) == []
    assert util.is_context(Raises()) is False
    assert isinstance(util.context_text("a reply", [value]), str)


def test_an_object_s_own_fields_make_it_a_message():
    assert text.reply(SimpleNamespace(role="assistant", content="Hi")) == "Hi"
    assert text.reply(SimpleNamespace(role="assistant", content=None, refusal="No.")) == "No."
    call = SimpleNamespace(id="c", function=SimpleNamespace(name="f", arguments="{}"))
    assert text.tool_calls(call) == [{"id": "c", "name": "f", "arguments": {}}]


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ({"role": "assistant", "content": 5}, "5"),
        ({"role": "assistant", "content": False}, "false"),
        ({"role": "assistant", "content": {"a": 1}}, '{"a": 1}'),
        ({"role": "assistant", "content": None, "audio": {"id": "a", "transcript": "Spoken."}}, "Spoken."),
        ({"role": "assistant", "content": "Written.", "audio": {"transcript": "Spoken."}}, "Written."),
        ({"role": "assistant", "content": None, "audio": {"id": "a"}}, ""),
    ],
)
def test_no_content_is_silently_the_empty_text(message, said):
    assert text.reply(message) == said
    assert metrics.numeric_diff({"role": "assistant", "content": 5}, reference=5)["numeric_diff"].value == 1


@pytest.mark.parametrize(("value", "stands_for"), OPENED)
def test_a_parsed_output_with_models_in_it_is_json(value, stands_for):
    if isinstance(stands_for, str):
        return
    scores = metrics.json_validity(EvaluationContext(ObservationContext(None, value)), required_keys=["of"])
    assert scores["is_json"].value is True
    assert scores["json_schema_ok"].value is (stands_for == {"of": {"a": 1}})


@pytest.mark.parametrize("value", [{"a": {1, 2}}, [float("nan")], {"a": decimal.Decimal("NaN")}, [object()], [b"a"]])
def test_a_parsed_output_with_something_else_in_it_is_none(value):
    assert metrics.json_validity(value)["is_json"].value is False
