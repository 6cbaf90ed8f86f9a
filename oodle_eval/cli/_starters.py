"""Every built-in check as a template that is ready to run."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from oodle_eval.host.rules import INJECTED
from oodle_eval.v1.checks import CHECKS, Check

__all__ = ["OWN_CODE", "OWN_TEMPLATE", "SAMPLE_SPAN", "code_of", "summary_of", "template_of", "write_template"]

# JSON Schema's types as the types of a template's settings.
TYPES = {"array": "string_list", "boolean": "boolean", "integer": "number", "number": "number", "string": "string"}
STRUCTURE = frozenset({"object"})

OWN_TEMPLATE: dict[str, Any] = {
    "name": "Names an order",
    "description": "Whether the reply names what the customer asks about.",
    "type": "code",
    "sourceCodeLanguage": "python",
    "params": [
        {
            "name": "words",
            "type": "string_list",
            "default": ["order", "parcel"],
            "description": "One of these is enough.",
        }
    ],
    "scoreType": "BOOLEAN",
    "higherIsBetter": True,
}
OWN_CODE = '''"""Whether the reply names what the customer asks about."""

from oodle_eval.v1 import text


def evaluate(ctx):
    said = text.words(text.reply(ctx))
    named = [word for word in ctx.params["words"] if word.lower() in said]
    return EvaluationResult(
        scores=[
            Score(
                name="names_order",
                value=bool(named),
                data_type="BOOLEAN",
                comment=f"names {', '.join(named)}" if named else "names none of the words",
                higher_is_better=True,
            )
        ]
    )
'''
SAMPLE_SPAN: dict[str, Any] = {
    "span_id": "b7ad6b7169203331",
    "trace_id": "0af7651916cd43dd8448eb211c80319c",
    "tags": {
        "gen_ai.operation.name": "chat",
        "gen_ai.request.model": "a-model",
        "gen_ai.input.messages": json.dumps(
            [{"role": "user", "parts": [{"type": "text", "content": "Where is my order FO-7?"}]}]
        ),
        "gen_ai.output.messages": json.dumps(
            [{"role": "assistant", "parts": [{"type": "text", "content": "Your order FO-7 was shipped on Monday."}]}]
        ),
        "gen_ai.usage.output_tokens": 12,
        "duration_ms": 840,
        "context": "Order FO-7 was shipped on Monday.",
        "app.expected_answer": "It was shipped on Monday.",
    },
}
BUILTINS_STUB = """# What the platform puts into an evaluator's globals; for editors and type checkers.
from oodle_eval.runtime import EvaluationContext as EvaluationContext
from oodle_eval.runtime import EvaluationResult as EvaluationResult
from oodle_eval.runtime import ObservationContext as ObservationContext
from oodle_eval.runtime import Score as Score
from oodle_eval.runtime import Scores as Scores
from oodle_eval.runtime import TraceContext as TraceContext
"""
PYRIGHT: dict[str, Any] = {
    "include": ["evaluate.py", "shared"],
    "pythonVersion": "3.12",
    "reportShadowedImports": False,
}
assert all(name in BUILTINS_STUB for name in INJECTED)  # noqa: S101 - the stub is kept in step


def summary_of(check: Check) -> dict[str, Any]:
    """Return a line of the list of starters."""
    primary = check.scores[0]
    return {
        "id": check.name,
        "name": _title(check),
        "summary": check.summary,
        "params": list(check.settings),
        "scoreType": primary.data_type,
        "higherIsBetter": primary.higher_is_better,
    }


def _title(check: Check) -> str:
    words = check.name.replace("_", " ")
    for short in ("json", "html", "csv", "toml", "sql", "url", "pii", "bm25", "tfidf", "rouge", "bleu"):
        words = " ".join(short.upper() if word == short else word for word in words.split())
    return words[0].upper() + words[1:]


def template_of(check: Check) -> dict[str, Any]:
    """Return what a check's template.yaml holds."""
    primary = check.scores[0]
    properties: Mapping[str, Any] = check.json_schema()["properties"]
    return {
        "name": _title(check),
        "description": check.summary,
        "type": "code",
        "sourceCodeLanguage": "python",
        "params": [_setting(check, name, schema) for name, schema in properties.items()],
        "scoreType": primary.data_type,
        "higherIsBetter": primary.higher_is_better,
    }


def _setting(check: Check, name: str, schema: Mapping[str, Any]) -> dict[str, Any]:
    made: dict[str, Any] = {"name": name, **_type(schema)}
    default = check.settings.get(name)
    if default is not None:
        made["default"] = list(default) if isinstance(default, tuple) else default
    description = _description(check, name)
    if _is_structure(schema):
        description = f"{description} Written as JSON.".strip()
    return {**made, "description": description} if description else made


def _members(schema: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    return [one for one in schema.get("anyOf", [schema]) if one.get("type") != "null"]


def _is_structure(schema: Mapping[str, Any]) -> bool:
    return any(one.get("type") in STRUCTURE for one in _members(schema))


def _type(schema: Mapping[str, Any]) -> dict[str, Any]:
    """Return the type of a setting: what is no plain type is a text, which holds JSON where structure is meant."""
    members = _members(schema)
    options = next((one["enum"] for one in members if "enum" in one), None)
    if options:
        return {"type": "enum", "options": list(options)}
    kinds = [TYPES[one["type"]] for one in members if one.get("type") in TYPES]
    if _is_structure(schema) or not kinds:
        return {"type": "string"}
    return {"type": "string_list" if "string_list" in kinds else kinds[0]}


def _description(check: Check, name: str) -> str:
    """Return what the check's docstring says about a setting."""
    said: list[str] = []
    is_inside = False
    for line in (check.function.__doc__ or "").split("\n"):
        text = line.strip()
        if text.startswith(f"{name}: "):
            is_inside = True
            said.append(text.partition(": ")[2])
        elif is_inside and text and line.startswith(" " * 12):
            said.append(text)
        elif is_inside:
            break
    return " ".join(said)


def code_of(check: Check) -> str:
    """Return a check's evaluate.py."""
    structured = [name for name, schema in check.json_schema()["properties"].items() if _is_structure(schema)]
    doc = f'"""{check.summary}"""\n\n'
    if not structured:
        return (
            f"{doc}from oodle_eval.v1 import metrics\n\n\ndef evaluate(ctx):\n"
            f"    return EvaluationResult(scores=metrics.{check.name}(ctx, **ctx.params))\n"
        )
    return (
        f"{doc}import json\n\nfrom oodle_eval.v1 import metrics\n\n# Settings that are written as JSON.\n"
        f"STRUCTURED = {tuple(structured)!r}\n\n\ndef evaluate(ctx):\n    settings = dict(ctx.params)\n"
        "    for name in STRUCTURED:\n        if settings[name]:\n            settings[name] = json.loads(settings[name])\n"
        f"    return EvaluationResult(scores=metrics.{check.name}(ctx, **settings))\n"
    ).replace("'", '"')


def write_template(folder: Path, check: Check | None) -> list[Path]:
    """Write a template's directory, and return its files."""
    import yaml  # noqa: PLC0415 - loaded where it is needed

    about = OWN_TEMPLATE if check is None else template_of(check)
    texts = {
        "evaluate.py": OWN_CODE if check is None else code_of(check),
        "template.yaml": yaml.safe_dump(about, sort_keys=False, allow_unicode=True, width=110),
        "__builtins__.pyi": BUILTINS_STUB,
        "pyrightconfig.json": json.dumps(PYRIGHT, indent=2) + "\n",
        "span.json": json.dumps(SAMPLE_SPAN, indent=2) + "\n",
    }
    (folder / "shared").mkdir(parents=True, exist_ok=True)
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    return [folder / name for name in texts]


def known() -> list[str]:
    """Return the ids of the starters."""
    return list(CHECKS)
