"""What a source says before it runs: what it imports, whose scores it reads, what the platform would refuse."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from oodle_eval.host.program import SourceFile, compiled
from oodle_eval.host.rules import REMOVED_BUILTINS, is_allowed, refusal_of

__all__ = ["Finding", "Reading", "read_source"]


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that the platform would refuse.

    Args:
        code: As of `HostError`.
        message: What, in a sentence.
        file: The user's file.
        line: The line in it, None for the file as a whole.
        is_error: False for a hint.
    """

    code: str
    message: str
    file: str
    line: int | None = None
    is_error: bool = True

    def __str__(self) -> str:
        place = self.file if self.line is None else f"{self.file}, line {self.line}"
        return f"{place}: {self.code}: {self.message}"


@dataclass(frozen=True, slots=True)
class Reading:
    """What one source says.

    Args:
        evaluators: The evaluators whose scores it reads, in order.
        libraries: The shared libraries it imports, in order.
        findings: What the platform would refuse.
        defines_evaluate: Whether it defines `evaluate` at its top.
    """

    evaluators: tuple[str, ...]
    libraries: tuple[str, ...]
    findings: tuple[Finding, ...]
    defines_evaluate: bool


def read_source(file: SourceFile) -> Reading:
    """Return what a source says.

    Raises:
        HostError: It is too large or no Python.

    Example:
        >>> source = "def evaluate(ctx):\\n    return ctx.score('Answer relevance')"
        >>> read_source(SourceFile("evaluate.py", source)).evaluators
        ('Answer relevance',)
    """
    compiled(file)
    tree = ast.parse(file.source)
    nodes = list(ast.walk(tree))
    contexts, bound = _contexts(nodes), _bound(nodes)
    names = [name for node in nodes for name in _evaluators(node, contexts)]
    return Reading(
        evaluators=tuple(dict.fromkeys(name for name in names if name is not None)),
        libraries=tuple(dict.fromkeys(own for node in nodes for own in _libraries(node))),
        findings=tuple(
            [finding for node in nodes for finding in _findings(node, file.name, bound)]
            + [_dynamic(node, file.name) for node in nodes if None in _evaluators(node, contexts)]
        ),
        defines_evaluate=any(_defines(node, "evaluate") for node in _top_level(tree.body)),
    )


def _top_level(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """Yield the statements that run with the module, those inside if, try and with too."""
    for node in body:
        yield node
        for name in ("body", "orelse", "finalbody", "handlers"):
            inner = getattr(node, name, None)
            if isinstance(inner, list) and not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                yield from _top_level(inner)


def _defines(node: ast.stmt, name: str) -> bool:
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return node.name == name
    if isinstance(node, ast.Import | ast.ImportFrom):
        return any((alias.asname or alias.name) == name for alias in node.names)
    targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
    return any(isinstance(target, ast.Name) and target.id == name for target in targets)


def _contexts(nodes: list[ast.AST]) -> frozenset[str]:
    """Return the names that can hold the context: the first parameter of each function."""
    functions = [node.args for node in nodes if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)]
    first = [(args.posonlyargs + args.args)[:1] for args in functions]
    return frozenset({"ctx"} | {one.arg for found in first for one in found})


def _evaluators(node: ast.AST, contexts: frozenset[str]) -> Iterator[str | None]:
    """Yield the evaluator whose scores an expression reads; None where it names none as a literal."""
    if isinstance(node, ast.Subscript) and _is_scores(node.value, contexts):
        yield _literal(node.slice)
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        function = node.func
        is_score = function.attr == "score" and _is_context(function.value, contexts)
        if is_score or (function.attr == "get" and _is_scores(function.value, contexts)):
            keyword = next((one.value for one in node.keywords if one.arg == "evaluator"), None)
            argument = node.args[0] if node.args else keyword
            if argument is not None:
                yield _literal(argument)


def _is_context(node: ast.expr, contexts: frozenset[str]) -> bool:
    return isinstance(node, ast.Name) and node.id in contexts


def _is_scores(node: ast.expr, contexts: frozenset[str]) -> bool:
    return isinstance(node, ast.Attribute) and node.attr == "scores" and _is_context(node.value, contexts)


def _literal(node: ast.expr) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def _libraries(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Import):
        modules = [alias.name for alias in node.names]
    elif isinstance(node, ast.ImportFrom) and not node.level:
        modules = [f"shared.{alias.name}" for alias in node.names] if node.module == "shared" else [node.module or ""]
    else:
        return
    for module in modules:
        top, _, own = module.partition(".")
        if top == "shared" and own:
            yield own


def _bound(nodes: list[ast.AST]) -> frozenset[str]:
    """Return the names that a source binds itself."""
    named = {node.id for node in nodes if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load)}
    named |= {node.name for node in nodes if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)}
    named |= {node.arg for node in nodes if isinstance(node, ast.arg)}
    imports = [node for node in nodes if isinstance(node, ast.Import | ast.ImportFrom)]
    return frozenset(named | {alias.asname or alias.name for node in imports for alias in node.names})


def _findings(node: ast.AST, file: str, bound: frozenset[str]) -> Iterator[Finding]:
    if isinstance(node, ast.Import):
        for alias in node.names:
            if not is_allowed(alias.name):
                yield Finding("BLOCKED_IMPORT", refusal_of(alias.name), file, node.lineno)
    elif isinstance(node, ast.ImportFrom):
        yield from _findings_of_from(node, file)
    elif isinstance(node, ast.Name) and node.id in REMOVED_BUILTINS - bound:
        yield Finding("BLOCKED_BUILTIN", f"builtin {node.id!r} is not allowed", file, node.lineno)


def _dynamic(node: ast.AST, file: str) -> Finding:
    message = "the evaluator is not named by a string literal, so its scores will not be here"
    return Finding("DYNAMIC_NAME", message, file, getattr(node, "lineno", None), is_error=False)


def _findings_of_from(node: ast.ImportFrom, file: str) -> Iterator[Finding]:
    if node.level:
        yield Finding("BLOCKED_IMPORT", "relative imports are not allowed", file, node.lineno)
        return
    module = node.module or ""
    if is_allowed(module):
        hidden = [
            name
            for name in (f"{module}.{alias.name}" for alias in node.names)
            if module == "oodle_eval" and not is_allowed(name)
        ]
        hidden = [name for name in hidden if name.rpartition(".")[2] in ("cli", "host", "runs", "testing")]
    else:
        hidden = [] if all(is_allowed(f"{module}.{alias.name}") for alias in node.names) else [module]
    for name in hidden:
        yield Finding("BLOCKED_IMPORT", refusal_of(name), file, node.lineno)
