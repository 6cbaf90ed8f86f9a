"""What the site has beyond the files of this folder: the checks' pages, plain Markdown of every page, and llms.txt."""

from __future__ import annotations

import importlib
import inspect
import os
import re
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
ROOT = HERE.parent
sys.path[:0] = [path for path in (str(HERE), str(ROOT), str(ROOT / "adapters")) if path not in sys.path]

# The reference of the Opik adapter is read from the module, which imports Opik: without its reports of errors.
os.environ.setdefault("OPIK_SENTRY_ENABLE", "false")

import _generate

# The tables of "how we know", in order; each is written by a command, and is in the site when it is there.
TABLES = ("how-we-know.md", "validity.md", "speed.md", "worst-case.md", "mutation.md")

# The Markdown of each page, by its path, as it was before the site was made of it.
_plain: dict[str, str] = {}


def tables() -> list[str]:
    """Return the pages of "how we know" that are there."""
    parity = sorted(file.name for file in HERE.glob("parity-*.md"))
    return [name for name in (*TABLES[:2], *parity, *TABLES[2:]) if (HERE / name).exists()]


def generated() -> dict[str, str]:
    """Return the pages that are made and not stored, by path."""
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    return {**_generate.pages(), "changelog.md": changelog, "guides/cookbook.md": _generate.cookbook_page()}


def on_config(config: Any) -> Any:
    """Fill the parts of the navigation that depend on what is there."""
    checks: list[Any] = ["checks/index.md"]
    for area, title in _generate.AREAS.items():
        names = [name for name, check in _generate.CHECKS.items() if check.area == area]
        checks.append({title: [{name: f"checks/{name}.md"} for name in names]})
    for entry in config["nav"]:
        if isinstance(entry, dict) and "Checks" in entry:
            entry["Checks"] = checks
        if isinstance(entry, dict) and "How we know" in entry:
            entry["How we know"] = tables()
    return config


def on_files(files: Any, config: Any) -> Any:
    """Add the generated pages."""
    from mkdocs.structure.files import File  # noqa: PLC0415 - the tests read this module without mkdocs

    # llms.txt is written when all pages are known; here it has a place, so that pages can link to it.
    for path, text in {**generated(), "llms.txt": ""}.items():
        files.append(File.generated(config, path, content=text))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Keep the page's Markdown, and take from the site what only tests read."""
    _plain[page.file.src_uri] = plain(markdown)
    if page.file.src_uri in tables():  # wide tables take the room of the table of contents
        page.meta.setdefault("hide", ["toc"])
    return without_marks(markdown)


# What tells the tests how to run the block below it.
_mark = re.compile(r"^[ \t]*<!-- (?:not run|shown): .*? -->\n", re.MULTILINE)
_api = re.compile(r"^::: ([\w.]+)\n(?:    .*\n)*", re.MULTILINE)


def without_marks(markdown: str) -> str:
    """Return a page without the marks for the tests."""
    return _mark.sub("", markdown)


def plain(markdown: str) -> str:
    """Return a page as plain Markdown: without marks, and with the reference in place of the directives for it."""
    return _api.sub(lambda match: documented(match[1]), without_marks(markdown) + "\n").rstrip() + "\n"


def documented(path: str) -> str:
    """Return the signature and the docstring of a name, and of a class's or module's public members."""
    module, _, name = path.rpartition(".")
    try:
        found = importlib.import_module(path)
    except ModuleNotFoundError:
        found = getattr(importlib.import_module(module), name)
    if not inspect.ismodule(found):
        return "\n".join(_entry(name, found))
    lines = [inspect.getdoc(found) or "", ""]
    for member in getattr(found, "__all__", []):
        lines += _entry(member, getattr(found, member))
    return "\n".join(lines)


def _entry(name: str, found: Any) -> list[str]:
    if not callable(found):
        return [f"### {name}", "", f"`{found!r}`"[:300], ""]
    try:
        signature = re.sub(r"(: |-> )'([^']*)'", r"\1\2", str(inspect.signature(found)))
    except (TypeError, ValueError):
        signature = "(...)"
    lines = [f"### {name}", "", "```python", f"{name}{signature}", "```", "", "```text"]
    lines += [inspect.getdoc(found) or "", "```", ""]
    if inspect.isclass(found):
        members = [(key, held) for key, held in vars(found).items() if not key.startswith("_") and callable(held)]
        for key, held in members:
            lines += _entry(f"{name}.{key}", held)
    return lines


def on_post_page(output: str, page: Any, **_: Any) -> str:
    """Name the plain Markdown of a page in its head."""
    to_root = "../" * page.url.count("/")
    link = f'<link rel="alternate" type="text/markdown" href="{to_root}{page.file.src_uri}">'
    return output.replace("</head>", f"{link}</head>", 1)


def on_post_build(config: Any) -> None:
    """Write each page's Markdown beside it, and llms.txt and llms-full.txt."""
    site = Path(config["site_dir"])
    for path, text in _plain.items():
        file = site / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    (site / "llms.txt").write_text(listing(config["nav"], config["site_description"]), encoding="utf-8")
    whole = "\n\n---\n\n".join(f"<!-- {path} -->\n\n{_plain[path]}" for path in paths_of(config["nav"]))
    (site / "llms-full.txt").write_text(whole, encoding="utf-8")


def paths_of(nav: Any) -> list[str]:
    """Return the paths of a navigation, in order."""
    if isinstance(nav, str):
        return [nav]
    held = nav.values() if isinstance(nav, dict) else nav
    return [path for part in held for path in paths_of(part)]


def listing(nav: list[Any], description: str) -> str:
    """Return llms.txt: every page with its title and first sentence."""
    lines = ["# oodle-eval", "", f"> {description}", "", "All pages in one file: [llms-full.txt](llms-full.txt)", ""]
    for part in nav:
        title, held = next(iter(part.items())) if isinstance(part, dict) else ("", part)
        if not isinstance(held, str):
            lines += ["", f"## {title}", ""]
        lines += [f"- [{title_of(_plain[path])}]({path}): {first_of(_plain[path])}" for path in paths_of(held)]
    return "\n".join(lines) + "\n"


def title_of(markdown: str) -> str:
    """Return a page's title."""
    return next(line[2:] for line in markdown.split("\n") if line.startswith("# "))


def first_of(markdown: str) -> str:
    """Return the first sentence behind a page's title that is no heading, table, picture or code."""
    prose = re.sub(r"^```.*?^```$", "", markdown.partition("# ")[2], flags=re.MULTILINE | re.DOTALL)
    paragraphs = [part.strip() for part in prose.split("\n\n")[1:]]
    said = next((part for part in paragraphs if part and not part.startswith(("#", "<", "!", "|", "-"))), "")
    return re.split(r"(?<=[.?]) (?=[A-Z])", " ".join(said.split()))[0]
