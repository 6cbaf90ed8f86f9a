"""Context checks on labelled replies: grounding's ranking and operating points, numbers, false alarms on citations."""

from __future__ import annotations

import re

from validity_rows import Figure, percent

CUTS = (0.5, 0.6, 0.7, 0.8, 0.9)


def rows(read):
    from oodle_eval.v1 import metrics

    return [*_grounding(read, metrics), *_numbers(read, metrics), *_citations(read, metrics)]


def _sets(read):
    """Yield (name, [(reply, context, whether it is supported)], how far below the baseline the goal allows)."""
    begin = [row for row in read("rag_grounding") if row["label"] != "generic"]
    yield "rag_grounding", [(row["output"], row["context"], row["label"] == "grounded") for row in begin], 0
    answers = read("rag_qa_halueval")
    yield "rag_qa_halueval", [(row["output"], row["context"], row["label"] == "supported") for row in answers], 0
    claims = [row for row in read("claim_support") if row["label"] != "N/A"]
    yield "claim_support", [(row["claim"], "\n".join(row["evidence"]), row["label"] == "Complete") for row in claims], 0
    edits = read("rag_summedits")
    yield "rag_summedits", [(row["output"], row["context"], row["label"] == "consistent") for row in edits], 0.03


def _grounding(read, metrics):
    found = []
    for name, cases, allowed in _sets(read):
        if not cases:
            continue
        ours = [(_share(metrics.grounding(reply, context=context)), label) for reply, context, label in cases]
        plain = [(_plain_share(reply, context), label) for reply, context, label in cases]
        area, base = auc(ours), auc(plain)
        goal = f"at least {base - allowed:.3f}"
        shown = f"{area:.3f}"
        beside = f"share of sentences with 0.6 of all words in the context {base:.3f}"
        found.append(
            Figure("grounding", name, len(cases), "ROC AUC", shown, beside, goal, area >= base - allowed - 5e-4)
        )
        for cut in CUTS:
            at = [
                (metrics.grounding(reply, context=context, min_overlap=cut)[0].value, label)
                for reply, context, label in cases
            ]
            kept = sum(value for value, label in at if label)
            caught = sum(not value for value, label in at if not label)
            good = sum(label for _, label in at)
            figure = f"min_overlap {cut}: supported kept, unsupported caught"
            value = f"{percent(kept, good)}, {percent(caught, len(at) - good)}"
            found.append(Figure("grounding", name, len(cases), figure, value))
    return found


def _share(scores):
    return next((score.value for score in scores if score.name == "grounding"), 1.0)


def _plain_share(reply, context):
    known = set(re.findall(r"\w+", context.lower()))
    sentences = [re.findall(r"\w+", part.lower()) for part in re.split(r"(?<=[.!?])\s+", reply)]
    sentences = [words for words in sentences if words]
    loose = [sum(word in known for word in words) / len(words) < 0.6 for words in sentences]
    return 1 - sum(loose) / len(loose) if loose else 1.0


def auc(scored):
    """Return the area under the ROC curve: how often a supported reply scores above an unsupported one."""
    ordered = sorted(scored, key=lambda pair: pair[0])
    ranks, place = 0.0, 0
    while place < len(ordered):
        same = [label for value, label in ordered[place:] if value == ordered[place][0]]
        ranks += (place + (len(same) + 1) / 2) * sum(same)
        place += len(same)
    good = sum(label for _, label in ordered)
    return (ranks - good * (good + 1) / 2) / (good * (len(ordered) - good))


def _numbers(read, metrics):
    found = []
    for name, bad in (("numbers_summedits_ectsum", "inconsistent"), ("unsupported_numbers", "unsupported")):
        cases = read(name)
        if not cases:
            continue
        labels = [row["label"] == bad for row in cases]
        base = balanced([_plain_flag(row) for row in cases], labels)
        for entities in (True, False):
            flags = [
                not metrics.unsupported_numbers(row["output"], context=row["context"], check_entities=entities)[0].value
                for row in cases
            ]
            value = balanced(flags, labels)
            figure = f"balanced accuracy{'' if entities else ', numbers only'}"
            goal, met = (f"above {base:.1%}", value > base) if entities else ("", None)
            beside = f"number regex {base:.1%}"
            found.append(Figure("unsupported_numbers", name, len(cases), figure, f"{value:.1%}", beside, goal, met))
    return found


def _plain_flag(row):
    """Whether a regex finds a number in the reply that it does not find in the context, the baseline."""
    if "numbers_missing_from_context" in row:
        return bool(row["numbers_missing_from_context"])
    return not row["all_numbers_in_context"]


def balanced(flags, labels):
    bad = [flag for flag, label in zip(flags, labels, strict=True) if label]
    good = [flag for flag, label in zip(flags, labels, strict=True) if not label]
    return (sum(bad) / len(bad) + 1 - sum(good) / len(good)) / 2


def _citations(read, metrics):
    answers = read("citation_answers")
    if not answers:
        return []
    clean = [row for row in answers if not row["label"]["dangling_markers"]]
    alarms = sum(not metrics.citation_check(row["output"], sources=row["sources"])[0].value for row in clean)
    counted = sum(
        metrics.citation_check(row["output"], sources=row["sources"], check_urls=False)[1].value
        == row["label"]["n_markers"]
        for row in answers
    )
    cut = [row for row in clean if _highest(row["output"]) > 1]
    caught = sum(
        not metrics.citation_check(row["output"], sources=row["sources"][: _highest(row["output"]) - 1])[0].value
        for row in cut
    )
    name = "citation_answers"
    return [
        Figure("citation_check", name, len(clean), "false alarms on answers whose markers resolve", str(alarms)),
        Figure("citation_check", name, len(answers), "markers counted as labelled", percent(counted, len(answers))),
        Figure(
            "citation_check",
            name,
            len(cut),
            "caught when the last cited source is taken away",
            percent(caught, len(cut)),
        ),
    ]


def _highest(reply):
    return max((int(number) for number in re.findall(r"\[(\d+)\]", reply)), default=0)
