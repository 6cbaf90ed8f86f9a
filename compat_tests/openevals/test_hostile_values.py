"""Values that an evaluator can't read: an error that says so, whatever the value is."""

import tempfile
from pathlib import Path

import openevals.json
import pytest

from oodle_eval_adapters.agentevals.graph_trajectory.strict import graph_trajectory_strict_match
from oodle_eval_adapters.openevals.code.mypy import create_mypy_evaluator
from oodle_eval_adapters.openevals.exact import exact_match
from oodle_eval_adapters.openevals.json import create_json_match_evaluator
from oodle_eval_adapters.openevals.string.levenshtein import levenshtein_distance
from oodle_eval_adapters.openevals.trajectory.match import create_trajectory_match_evaluator


class Unshown:
    """An object that raises whenever it is to be written."""

    def __repr__(self):
        raise RuntimeError("no repr")

    __str__ = __repr__


@pytest.mark.parametrize(
    ("evaluate", "values"),
    [
        (create_json_match_evaluator(), {"outputs": Unshown(), "reference_outputs": {}}),
        (create_json_match_evaluator(), {"outputs": {}, "reference_outputs": Unshown()}),
        (create_trajectory_match_evaluator(), {"outputs": [Unshown()], "reference_outputs": [{"role": "user"}]}),
        (create_trajectory_match_evaluator(), {"outputs": {"steps": Unshown()}, "reference_outputs": []}),
        (graph_trajectory_strict_match, {"outputs": Unshown(), "reference_outputs": {"steps": []}}),
        (create_mypy_evaluator(), {"outputs": Unshown()}),
    ],
)
def test_a_value_that_can_not_be_read_or_shown_is_one_value_error(evaluate, values):
    with pytest.raises(ValueError, match="must"):
        evaluate(**values)


def test_what_can_not_be_shown_can_still_be_compared():
    steps = {"steps": [[Unshown()]]}
    assert graph_trajectory_strict_match(outputs=steps, reference_outputs={"steps": [[1]]})["score"] is False
    assert exact_match(outputs=Unshown(), reference_outputs="a")["score"] is False
    assert 0 <= levenshtein_distance(outputs=Unshown(), reference_outputs="a")["score"] <= 1


def test_no_keys_to_exclude_is_written_as_none_too():
    case = {"outputs": {"a": 1}, "reference_outputs": {"a": 1}}
    ours = create_json_match_evaluator(exclude_keys=None)(**case)
    assert ours == openevals.json.create_json_match_evaluator(exclude_keys=[])(**case)


def test_a_function_of_both_arguments_gets_a_dict_for_arguments_that_are_null():
    seen = []

    def matches(output, reference):
        seen.append((output, reference))
        return output.get("q") == reference.get("q")

    def saying(arguments):
        call = {"type": "function", "id": "1", "function": {"name": "f", "arguments": arguments}}
        return [{"role": "assistant", "content": "", "tool_calls": [call]}]

    evaluate = create_trajectory_match_evaluator(tool_args_match_overrides={"f": matches})
    assert evaluate(outputs=saying("null"), reference_outputs=saying("{}"))["score"] is True
    assert seen == [({}, {})]


@pytest.mark.parametrize("arguments", [None, "--strict", ["--strict"]])
def test_a_type_checkers_arguments_may_be_none_or_one_text(arguments, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    evaluate = create_mypy_evaluator(mypy_cli_args=arguments)
    for _ in range(2):  # mypy keeps what it found, and shows it with the path that the file had then
        assert evaluate(outputs="def double(x):\n    return 2 * x\n")["score"] is (arguments is None)


@pytest.mark.parametrize("up", [0, 1, 99])
def test_mypys_errors_are_seen_from_any_folder(up, monkeypatch):
    folder = Path(tempfile.gettempdir()).resolve()
    monkeypatch.chdir([folder, *folder.parents][min(up, len(folder.parents))])
    result = create_mypy_evaluator()(outputs="def name(number: int) -> str:\n    return number\n")
    assert result["score"] is False
    assert result["comment"].startswith("python_file.py:2: error:")
    assert create_mypy_evaluator()(outputs="x: int = 1\n")["score"] is True
