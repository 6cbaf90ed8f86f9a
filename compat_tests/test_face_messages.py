"""What each framework's face says when something is not as it must be, in that framework's own words."""

import pytest

from oodle_eval.v1 import checks
from oodle_eval_adapters import langsmith as langsmith_faces
from oodle_eval_adapters.langsmith import as_evaluator as as_langsmith_evaluator
from oodle_eval_adapters.openevals import evaluators as forms
from oodle_eval_adapters.opik import as_metric, light
from oodle_eval_adapters.opik import checks as opik_checks

LANGSMITH = (
    r"give reference_outputs=\.\.\. \(in `evaluate`: outputs of the example\), or bind reference=\.\.\. to the check"
)
OPIK = r"give reference=\.\.\. or expected_output=\.\.\. \(in `evaluate`: a key of the dataset's items\), or bind reference="


class TestMissingReference:
    def test_openevals_form(self):
        with pytest.raises(ValueError, match=f"exact_match needs a reference .*{LANGSMITH}"):
            forms.create_exact_match_evaluator()(outputs="a")

    def test_langsmith(self):
        with pytest.raises(ValueError, match=f"exact_match needs a reference .*{LANGSMITH}"):
            langsmith_faces.exact_match()(outputs="a")
        with pytest.raises(ValueError, match=LANGSMITH):
            langsmith_faces.exact_match().evaluate_run({"outputs": {"output": "a"}}, {"inputs": {}, "outputs": None})

    def test_langsmith_suite(self):
        suite = as_langsmith_evaluator([checks.exact_match(), checks.refusal()])
        first, second = suite(outputs="Sure.")["results"]
        assert "give reference_outputs=..." in first.comment
        assert second.score is False

    @pytest.mark.parametrize("metric", [opik_checks.ExactMatch(track=False), light.as_metric(checks.exact_match())])
    def test_opik(self, metric):
        with pytest.raises(Exception, match=f"exact_match needs a reference .*{OPIK}"):
            metric.score(output="a")

    def test_opik_suite(self):
        found = as_metric([checks.contains(), checks.refusal()], track=False).score(output="Sure.")
        assert "give reference=... or expected_output=..." in found[0].reason
        assert "bind values=[...] to the check" in found[0].reason


def test_settings_by_place_name_the_keyword():
    with pytest.raises(
        TypeError, match=r"given by name: values, mode.*write create_contains_evaluator\(values=\['a'\]\)"
    ):
        forms.create_contains_evaluator(["a"])
    with pytest.raises(TypeError, match=r"write create_async_contains_evaluator\(values=\['a'\]\)"):
        forms.create_async_contains_evaluator(["a"])
    with pytest.raises(TypeError, match=r"given by name: values, mode.*write contains\(values=\['a'\]\)"):
        langsmith_faces.contains(["a"])
    with pytest.raises(TypeError, match=r"given by name: values, mode.*write Contains\(values=\['a'\]\)"):
        opik_checks.Contains(["a"])


def test_metrics_show_what_they_are():
    assert repr(opik_checks.Contains(values=["a"], track=False)) == "Contains(contains(values=['a']))"
    assert repr(as_metric(checks.refusal(), track=False)) == "CheckMetric(refusal())"
    assert repr(light.as_metric(checks.refusal())) == "LightCheckMetric(refusal())"


@pytest.mark.parametrize(
    "make",
    [
        forms.create_length_budget_evaluator,
        langsmith_faces.length_budget,
        opik_checks.LengthBudget,
    ],
)
def test_settings_that_can_never_work_are_refused_when_the_evaluator_is_made(make):
    with pytest.raises(ValueError, match="max_words must be"):
        make(max_words=-1)
