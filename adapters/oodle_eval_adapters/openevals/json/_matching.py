"""Structured outputs compared key by key: pure functions from two values to scores of 0 and 1."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, NamedTuple

from oodle_eval.v1._json import parse_json
from oodle_eval.v1._messages import plain
from oodle_eval_adapters._values import Tokens, same, shown
from oodle_eval_adapters.openevals.json._pairing import Record, are_same_records, pairing

__all__ = ["Settings", "as_structure", "scores_of"]

# A record's number and its scores by key; a record that equals its partner stands itself for scores of 1 (True).
Groups = list[tuple[int, Mapping[str, Any], bool]]
Entry = tuple[int, int | None, int | None, bool]

CHOICES: dict[str, tuple[Any, ...]] = {
    "aggregator": ("average", "all", None),
    "list_aggregator": ("average", "all"),
    "list_match_mode": ("superset", "subset", "same_elements", "ordered"),
}

# openevals' name for a record without keys that has no partner, and ours for a list's member that is no record.
EMPTY_RECORD = "__openevals_empty_record"
WHOLE = "item"


class KeyScore(NamedTuple):
    """The score of one key, or of all together."""

    key: str
    score: float
    is_single: bool  # of one comparison; else put together from several


@dataclass(frozen=True, slots=True)
class Settings:
    """How two structures are compared; see `create_json_match_evaluator`."""

    aggregator: str | None = None
    list_aggregator: str = "all"
    exclude_keys: tuple[str, ...] = ()
    list_match_mode: str = "same_elements"

    def __post_init__(self) -> None:
        for name, allowed in CHOICES.items():
            if getattr(self, name) not in allowed:
                choices = ", ".join(map(repr, allowed))
                raise ValueError(f"json_match: {name} must be one of {choices}, got {getattr(self, name)!r}")


def as_structure(value: Any, name: str) -> Record | list[Any]:
    """Return what is compared: a record, or a list. JSON text is parsed; a text of an output that is no JSON has no keys.

    Raises:
        ValueError: It is None or another scalar, or a reference that is no JSON.
    """
    structure = plain(value)
    if isinstance(structure, str | bytes):
        structure = _parsed(structure)
    if isinstance(structure, dict | list):
        return structure
    if isinstance(value, str | bytes) and name == "outputs":
        return {}
    raise ValueError(
        f"json_match: {name} must be a JSON object or a list of them, or JSON text of one, got {shown(value)}"
    )


def _parsed(text: str | bytes) -> Any:
    try:
        return parse_json(text if isinstance(text, str) else text.decode("utf-8", "replace"))
    except ValueError:
        return None


def scores_of(outputs: Record | list[Any], reference: Record | list[Any], settings: Settings) -> list[KeyScore]:
    """Return the scores of an output beside its reference, in the order of openevals' results.

    Raises:
        ValueError: One is a list and the other is not.
    """
    if isinstance(outputs, list) and isinstance(reference, list):
        if settings.list_match_mode != "ordered" and not all(
            isinstance(item, dict) for item in chain(outputs, reference)
        ):
            outputs, reference = _equal_first(outputs, reference)
        return _list_scores(_records(outputs), _records(reference), settings)
    if outputs == {} and isinstance(reference, list):  # an output that is no JSON, beside a list
        return _list_scores([], _records(reference), settings)
    if isinstance(outputs, list) or isinstance(reference, list):
        raise ValueError(
            "json_match: if outputs is a list, reference_outputs must also be a list, and the other way round"
        )
    scores = _compared(_kept(outputs, settings.exclude_keys), _kept(reference, settings.exclude_keys))
    if settings.aggregator is None:
        return [KeyScore(str(key), scores[key], True) for key in sorted(scores, key=str)]
    return [KeyScore(settings.aggregator, _together(scores.values(), settings.aggregator), False)]


def _equal_first(outputs: list[Any], references: list[Any]) -> tuple[list[Any], list[Any]]:
    """Return two lists with their equal members in front, in one order, so that each takes its equal."""
    tokens = Tokens()
    free: defaultdict[Any, list[Any]] = defaultdict(list)
    for item in references:
        free[tokens(item)].append(item)
    equal: list[Any] = []
    others: list[Any] = []
    for item in outputs:
        partners = free[tokens(item)]
        (equal if partners else others).append(item)
        del partners[:1]
    return equal + others, equal + [item for left in free.values() for item in left]


def _records(items: list[Any]) -> list[Record]:
    """Return a list's members as records; one that is no object is compared whole."""
    return [item if isinstance(item, dict) else {WHOLE: item} for item in items]


def _kept(record: Record, excluded: Collection[str]) -> Record:
    return {key: value for key, value in record.items() if key not in excluded} if excluded else record


def _compared(output: Record, reference: Record) -> dict[str, int]:
    """Return 1 for each key with equal values, 0 for any other of the two."""
    scores = {}
    for key, value in output.items():
        scores[key] = 1 if key in reference and same(value, reference[key]) else 0
    if not reference.keys() <= scores.keys():
        scores |= {key: 0 for key in reference if key not in scores}
    return scores


def _together(scores: Collection[float], how: str) -> float:
    """Return several scores as one: their mean (0 of none), or whether all are 1."""
    if how == "all":
        return int(all(score == 1 for score in scores))
    # As floats: since Python 3.12 `sum` rounds a mixture otherwise.
    return sum(map(float, scores)) / len(scores) if scores else 0


def _list_scores(outputs: list[Record], references: list[Record], settings: Settings) -> list[KeyScore]:
    """Return the scores of a list: each record's put together, or each key's over all records."""
    aggregator, over_list, mode = settings.aggregator, settings.list_aggregator, settings.list_match_mode
    lists = _Lists(outputs, references, settings.exclude_keys)
    if aggregator == over_list == "all" and mode == "same_elements" and len(outputs) == len(references):
        return [KeyScore(over_list, int(are_same_records(lists.outputs, lists.references)), False)]
    groups = _groups(lists, mode)
    if aggregator is not None:
        each = [1 if are_ones else _together(scores.values(), aggregator) for _, scores, are_ones in groups]
        return [KeyScore(aggregator, _together(each, over_list), False)]
    return _scores_by_key(groups, over_list)


def _scores_by_key(groups: Groups, over_list: str) -> list[KeyScore]:
    """Return each key's score over a list; a record without the key counts as 0, unless only one has it."""
    all_keys: Counter[str] = Counter()
    ones: Counter[str] = Counter()
    # Records that equal their partners mostly have the same keys: each set of keys is counted once.
    for keys, count in Counter(tuple(scores) for _, scores, are_ones in groups if are_ones).items():
        all_keys.update(dict.fromkeys(keys, count))
        ones.update(dict.fromkeys(keys, count))
    for _, scores, are_ones in groups:
        if not are_ones:
            all_keys.update(scores.keys())
            ones.update(scores)
    if all_keys.pop("", 0):  # openevals tells keys and places apart at an underscore, and an empty key not at all
        nameless = {
            f"_{place}": int(ones[""] and bool(are_ones or scores[""]))
            for place, scores, are_ones in groups
            if "" in scores
        }
        all_keys.update(nameless.keys())
        ones.update(nameless)
    found = []
    for key in sorted(all_keys, key=str):
        share = ones[key] if all_keys[key] == 1 else ones[key] / len(groups)
        is_share = over_list == "average" and all_keys[key] > 1
        found.append(KeyScore(str(key), share if is_share else int(share == 1), all_keys[key] == 1))
    return found


class _Lists:
    """Two lists of records: as given, and without the keys that don't count."""

    def __init__(self, outputs: list[Record], references: list[Record], excluded: tuple[str, ...]) -> None:
        self.given = outputs, references
        self.outputs = [_kept(record, excluded) for record in outputs] if excluded else outputs
        self.references = [_kept(record, excluded) for record in references] if excluded else references
        self.marks_empty = EMPTY_RECORD not in excluded

    def alone(self, place: int, side: int) -> dict[str, int]:
        """Return the scores of a record without a partner."""
        if not self.given[side][place]:
            return {EMPTY_RECORD: 0} if self.marks_empty else {}
        return dict.fromkeys((self.outputs, self.references)[side][place], 0)


def _groups(lists: _Lists, mode: str) -> Groups:
    """Return each record's scores with its number, in openevals' order: those of outputs with keys come first."""
    of_outputs: Groups = []
    of_references: Groups = []
    outputs, references = lists.outputs, lists.references
    for number, output, reference, is_equal in _entries(outputs, references, mode):
        if output is None:
            if reference is not None:
                of_references.append((number, lists.alone(reference, 1), False))
        elif is_equal:
            of_outputs.append((number, outputs[output], True))
        elif reference is None:
            of_outputs.append((number, lists.alone(output, 0), False))
        else:
            group = number, _compared(outputs[output], references[reference]), False
            (of_outputs if outputs[output] else of_references).append(group)
    return [group for group in chain(of_outputs, of_references) if group[1]]


def _entries(outputs: Sequence[Record], references: Sequence[Record], mode: str) -> list[Entry]:
    """Return which output is compared with which reference, by their places, and if they are known to be equal."""
    if mode == "ordered":
        both = min(len(outputs), len(references))
        return [
            *((place, place, place, same(outputs[place], references[place])) for place in range(both)),
            *((place, place, None, False) for place in range(both, len(outputs))),
            *((place, None, place, False) for place in range(both, len(references))),
        ]
    if mode == "superset":
        pairs = pairing(references, outputs)
        return [(place, output, place, is_equal) for place, (output, is_equal) in enumerate(pairs)]
    if mode == "same_elements" and are_same_records(outputs, references):
        return [(place, place, None, True) for place in range(len(outputs))]
    pairs = pairing(outputs, references)
    entries: list[Entry] = [(place, place, reference, is_equal) for place, (reference, is_equal) in enumerate(pairs)]
    if mode == "same_elements":
        taken = {reference for reference, _ in pairs}
        left = [place for place in range(len(references)) if place not in taken]
        entries += [(len(outputs) + number, None, place, False) for number, place in enumerate(left)]
    return entries
