"""One evaluator call as LangSmith wants it: traced, and logged as feedback exactly once inside one of its pytest cases.

Below the openevals, agentevals and LangSmith faces. Outside a pytest case and without tracing a call costs next to nothing,
and LangSmith itself is not loaded further than its name.

Everything that can wait is written once, as a coroutine; `in_sync` makes the plain function of it.
"""

from __future__ import annotations

import functools
import inspect
import os
import sys
from collections.abc import Awaitable, Callable, Coroutine, Generator, Mapping
from contextlib import contextmanager
from typing import Any, NotRequired, ParamSpec, TypedDict, TypeVar, cast

try:
    import langsmith as _langsmith  # noqa: F401  # pyright: ignore[reportUnusedImport] - says early that it is missing
except ImportError as error:
    raise ImportError(
        "this needs LangSmith, which is not installed: pip install 'oodle-eval[langsmith]' "
        "(for the openevals and agentevals adapters 'oodle-eval[openevals]')"
    ) from error

__all__ = [
    "Result",
    "Results",
    "arun_evaluator",
    "as_coroutine",
    "async_factory",
    "current_run_id",
    "in_sync",
    "is_watched",
    "logged",
    "logged_async",
    "run_evaluator",
    "settled",
    "shaped",
    "traced",
    "unlogged",
]

P = ParamSpec("P")
T = TypeVar("T")

NO_VALUES: Mapping[str, Any] = {}
TRACING_VARIABLES = ("LANGSMITH_TRACING", "LANGSMITH_TRACING_V2", "LANGCHAIN_TRACING_V2", "LANGCHAIN_TRACING")


class Result(TypedDict):
    """One result in openevals' form; `value` is the label of a score that is no number."""

    key: str
    score: Any
    comment: str | None
    metadata: dict[str, Any] | None
    source_run_id: NotRequired[Any]
    value: NotRequired[Any]


Results = Result | list[Result]


# Sync and async from one implementation


async def settled(value: Awaitable[T] | T) -> T:
    """Return a value, awaited when it has to be."""
    return await value if inspect.isawaitable(value) else value  # pyright: ignore[reportReturnType]


def in_sync(function: Callable[P, Coroutine[Any, Any, T]]) -> Callable[P, T]:
    """Return the plain function of a coroutine function that waits for nothing when all it is given is plain."""

    @functools.wraps(function)
    def run(*args: P.args, **kwargs: P.kwargs) -> T:
        coroutine = function(*args, **kwargs)
        try:
            coroutine.send(None)
        except StopIteration as end:
            return cast("T", end.value)
        coroutine.close()
        raise TypeError("a sync evaluator was given something that must be awaited: use its async form")

    # `wraps` would have it taken for a coroutine function by who unwraps it.
    del run.__wrapped__
    run.__signature__ = inspect.signature(function)  # type: ignore[attr-defined]
    return run


def as_coroutine(function: Callable[P, T], name: str) -> Callable[P, Coroutine[Any, Any, T]]:
    """Return the coroutine function of a plain function that waits for nothing, under a name of its own."""

    @functools.wraps(function)
    async def run(*args: P.args, **kwargs: P.kwargs) -> T:
        return function(*args, **kwargs)

    run.__name__ = run.__qualname__ = name
    return run


def async_factory(
    create: Callable[P, Callable[..., Any]],
    name: str,
    instead: Callable[..., Callable[..., Any] | None] = lambda **_: None,
) -> Callable[P, Callable[..., Any]]:
    """Return the factory of the async form of what a factory makes.

    Args:
        create: A factory of evaluators that wait for nothing.
        name: The new factory's name.
        instead: Given the same settings, an async evaluator that takes the place of the derived one, or None.
    """

    @functools.wraps(create)
    def create_async(*args: P.args, **kwargs: P.kwargs) -> Callable[..., Any]:
        judged = instead(**kwargs)
        if judged is not None:
            return judged
        evaluator = create(*args, **kwargs)
        return as_coroutine(evaluator, evaluator.__name__)

    create_async.__name__ = create_async.__qualname__ = name
    create_async.__doc__ = f"Return the async form of what `{create.__name__}` returns; the settings are the same."
    return create_async


# What a scorer returns, as results


def shaped(key: str, score: Any) -> Results:
    """Return what a scorer gave as results: one, or for a dict of scores a list.

    Args:
        key: The key of a single result.
        score: A score; `(score, comment)` or `(score, comment, metadata)`; or a dict of key to score, to
            `{"score", "reasoning", "metadata", "source_run_id"}` or to a list of these.

    Raises:
        ValueError: A tuple of another length, or a dict without "score" among the scores.
    """
    if isinstance(score, dict):
        return [_result(name, item) for name, items in score.items() for item in _listed(items)]
    if not isinstance(score, tuple):
        return {"key": key, "score": score, "comment": None, "metadata": None}
    if len(score) not in {2, 3}:
        raise ValueError(
            f"{key}: a scorer's tuple must be (score, comment) or (score, comment, metadata), got {score!r}"
        )
    value, comment, metadata = score if len(score) == 3 else (*score, None)
    return {"key": key, "score": value, "comment": comment, "metadata": metadata}


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _result(key: str, score: Any) -> Result:
    """Return the result of one entry of a dict of scores."""
    if not isinstance(score, dict):
        return {"key": key, "score": score, "comment": None, "metadata": None}
    if "score" not in score:
        raise ValueError(f'{key}: a score that is a dict must have "score" (and may have "reasoning"), got {score!r}')
    result: Result = {
        "key": key,
        "score": score["score"],
        "comment": score.get("reasoning"),
        "metadata": score.get("metadata"),
    }
    if score.get("source_run_id") is not None:
        result["source_run_id"] = score["source_run_id"]
    return result


# Running


async def arun_evaluator(
    name: str,
    key: str,
    scorer: Callable[..., Any],
    /,
    *,
    framework: str = "openevals",
    raw: bool = False,
    values: Mapping[str, Any] = NO_VALUES,
) -> Any:
    """Run a scorer on `values` and return its results in openevals' form, traced and logged.

    Args:
        name: Name of the traced run.
        key: The feedback key of a single score.
        scorer: Called as `scorer(**values)`, sync or async; see `shaped` for what it may return.
        framework: What the run's metadata names as its framework.
        raw: Return what the scorer gave as it is, and log nothing.
        values: The scorer's keyword arguments.
    """

    async def compute() -> Any:
        score = await settled(scorer(**values))
        return score if raw else shaped(key, score)

    return await logged_async(name, compute, framework=framework, values=values, log=not raw)


async def logged_async(
    name: str,
    compute: Callable[[], Any],
    /,
    *,
    framework: str = "openevals",
    values: Mapping[str, Any] = NO_VALUES,
    log: bool = True,
) -> Any:
    """Return the results of `compute()`, which are in their final form; trace and log them where LangSmith looks."""
    if not is_watched():
        return await settled(compute())
    if not _in_test_case():
        results = await _traced(name, compute, values)
        _describe(name, framework, results, None)
        return results
    from langsmith import testing  # noqa: PLC0415 - its pytest plugin has loaded it

    with testing.trace_feedback(name=name):
        results = await _traced(name, compute, values)
        _describe(name, framework, results, _inputs(values))
        for result in _listed(results) if log else ():
            feedback = {name: result[name] for name in ("key", "score", "value") if result.get(name) is not None}
            if len(feedback) == 1:  # nothing to score: LangSmith's own table of results wants a score or a value
                feedback["score"] = None
            testing.log_feedback(feedback, key="", comment=result["comment"])
    return results


def logged(
    name: str,
    compute: Callable[[], Any],
    /,
    *,
    framework: str = "openevals",
    values: Mapping[str, Any] = NO_VALUES,
    log: bool = True,
) -> Any:
    """Return the results of `compute()`, as `logged_async` does; at once when nobody looks."""
    if not is_watched():
        return compute()
    return _logged(name, compute, framework=framework, values=values, log=log)


_logged = in_sync(logged_async)
run_evaluator = in_sync(arun_evaluator)


def is_watched() -> bool:
    """Return whether LangSmith looks at calls made here: in one of its pytest cases, or with tracing on."""
    return _tracing()


def _in_test_case() -> bool:
    """Return whether a LangSmith pytest case runs: then the module that keeps it is loaded.

    Without tracing a case can't take feedback. And LangSmith leaves the last case in place for the tests behind it,
    which are none of its own: their feedback would go to that case.
    """
    module = sys.modules.get("langsmith.testing._internal")
    case = None if module is None else module._TEST_CASE.get()  # noqa: SLF001 - LangSmith has no public name for it
    if not case or not _tracing():
        return False
    own, running = getattr(case, "pytest_nodeid", None), os.environ.get("PYTEST_CURRENT_TEST")
    return own is None or running is None or running.rpartition(" (")[0] == own


@contextmanager
def unlogged() -> Generator[None, None, None]:
    """Keep evaluators that are called inside from logging feedback: who calls them logs it under its own name."""
    module = sys.modules.get("langsmith.testing._internal")
    if module is None or not module._TEST_CASE.get():  # noqa: SLF001 - LangSmith has no public name for it
        yield
        return
    token = module._TEST_CASE.set(None)  # noqa: SLF001 - the same
    try:
        yield
    finally:
        module._TEST_CASE.reset(token)  # noqa: SLF001 - the same


def _tracing() -> bool:
    """Return what LangSmith's own `tracing_is_enabled` does, without loading it and in a tenth of its time."""
    context = sys.modules.get("langsmith._internal._context")
    if context is None or _is_undecided(context):
        return _environment_traces()
    from langsmith.utils import tracing_is_enabled  # noqa: PLC0415 - only where somebody switched tracing on or off

    return bool(tracing_is_enabled())


def _is_undecided(context: Any) -> bool:
    """Return whether nothing but the environment says if calls are traced: no run around, no switch."""
    try:
        return (
            context._PARENT_RUN_TREE_REF.get() is None  # noqa: SLF001 - LangSmith's public names take ten times as long
            and context._TRACING_ENABLED.get() is None  # noqa: SLF001
            and context._GLOBAL_TRACING_ENABLED is None  # noqa: SLF001
        )
    except AttributeError:  # another LangSmith: ask it
        return False


def _environment_traces() -> bool:
    """Return whether the environment asks for tracing; LangSmith reads it once a process, and so is it here."""
    utils = sys.modules.get("langsmith.utils")
    if utils is None:
        return _environment_once()
    asked: str = utils.get_env_var("TRACING_V2", default=utils.get_env_var("TRACING", default=""))
    return asked == "true"


@functools.cache
def _environment_once() -> bool:
    return any(os.environ.get(name) == "true" for name in TRACING_VARIABLES)


async def traced(name: str, compute: Callable[[], Any], values: Mapping[str, Any]) -> Any:
    """Return what `compute()` gives, awaited if need be; as a run of its own where calls are traced."""
    return await (_traced(name, compute, values) if _tracing() else settled(compute()))


async def _traced(name: str, compute: Callable[[], Any], values: Mapping[str, Any]) -> Any:
    from langsmith.run_helpers import trace  # noqa: PLC0415 - see _tracing

    with trace(name, inputs=dict(values)) as run:
        results = await settled(compute())
        run.end(outputs=results if isinstance(results, dict) else {"output": results})
    return results


def current_run_id() -> Any:
    """Return the id of the traced run that this is part of, None when nothing is traced."""
    helpers = sys.modules.get("langsmith.run_helpers")
    run = None if helpers is None else helpers.get_current_run_tree()
    return None if run is None else run.id


def _inputs(values: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return what the feedback's run shows as its inputs; None leaves them as they are."""
    shown = {name: values.get(name) for name in ("inputs", "reference_outputs")}
    return shown if any(value is not None for value in shown.values()) else None


def _describe(name: str, framework: str, results: Any, inputs: dict[str, Any] | None) -> None:
    """Write on the surrounding run which evaluator it was, and the results' own metadata."""
    from langsmith.run_helpers import get_current_run_tree  # noqa: PLC0415 - see _tracing

    run = get_current_run_tree()
    if run is None:
        return
    for result in _listed(results):
        if isinstance(result, dict) and isinstance(result.get("metadata"), dict):
            run.metadata.update(result["metadata"])
    if inputs is not None:
        run.inputs = inputs
    run.metadata.update({"__ls_framework": framework, "__ls_evaluator": name, "__ls_language": "python"})
