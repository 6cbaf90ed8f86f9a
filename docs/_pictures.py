"""The pictures of the site: `python docs/_pictures.py` writes them to `docs/assets`, with a headless Chromium.

What they show is made by running the code that the pages show.
"""

from __future__ import annotations

import io
import subprocess
import tempfile
from pathlib import Path

from rich.console import Console
from rich.text import Text

from oodle_eval.runs import run
from oodle_eval.v1 import checks, metrics

ASSETS = Path(__file__).parent / "assets"
STYLE = """<style>
body { margin: 0; padding: 16px 20px; font: 14px/1.45 "Helvetica Neue", Arial, sans-serif; background: #fff; color: #222 }
.cell { display: flex; gap: 10px; margin: 0 0 6px }
.in { color: #307fc1; font: 12px monospace; padding-top: 8px; white-space: nowrap }
pre { margin: 0; padding: 7px 10px; background: #f5f5f5; border: 1px solid #e0e0e0; flex: 1; font: 12.5px monospace }
table { border-collapse: collapse; font-size: 12.5px; margin: 4px 0 14px 58px }
th, td { text-align: right; padding: 4px 10px } tr:nth-child(even) { background: #f5f5f5 }
thead tr { border-bottom: 1px solid #bbb } td:last-child, th:last-child { text-align: left }
</style>"""


def notebook() -> str:
    """Return a notebook's cells as HTML."""
    said = "Write to jo.lind@fastmail.net, or call +1 415 555 0132."
    rows = [
        {"input": "Capital of France?", "output": "Paris", "reference": "Paris"},
        {"input": "Capital of Peru?", "output": "I'm sorry, but I can't help with that.", "reference": "Lima"},
    ]
    results = run(rows, [checks.exact_match(), checks.refusal(), checks.length_budget()])
    cells = (
        (f'metrics.pii_leak("{said}")', metrics.pii_leak(said)),
        ("results = run(rows, [checks.exact_match(), checks.refusal(), checks.length_budget()])<br>results", results),
    )
    parts = [
        f'<div class="cell"><span class="in">[{number}]:</span><pre>{code}</pre></div>{value._repr_html_()}'
        for number, (code, value) in enumerate(cells, 1)
    ]
    return STYLE + "".join(parts)


def terminal() -> str:
    """Return what the demo prints on a terminal, as HTML."""
    command = "oodle-eval demo --show 8"
    # `script` gives the command a terminal of this width.
    words = ["script", "-qec", f"stty cols 104; {command}", "/dev/null"]
    printed = subprocess.run(words, capture_output=True, text=True, check=True).stdout  # noqa: S603
    console = Console(record=True, width=104, file=io.StringIO(), force_terminal=True)
    console.print(f"$ {command}", highlight=False)
    console.print(Text.from_ansi(printed.replace("\r", "")))
    page = console.export_html(inline_styles=True)
    # A terminal's lines touch, so that a table's do.
    style = "<style>body { background: #1e1e1e; color: #ddd; margin: 14px } pre { line-height: 1.25; margin: 0; font-size: 12.5px } code { font-size: 12.5px }</style>"
    return page.replace("</head>", style + "</head>").replace("color: #000000; background-color: #ffffff;", "")


def photograph(html: str, name: str, width: int, height: int) -> None:
    """Write a page's picture to the assets."""
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder, "page.html")
        page.write_text(f'<!doctype html><meta charset="utf-8">{html}', encoding="utf-8")
        command = ["chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"]
        command += [f"--window-size={width},{height}", f"--screenshot={ASSETS / name}", page.as_uri()]
        subprocess.run(command, check=True, capture_output=True)  # noqa: S603


if __name__ == "__main__":
    photograph(notebook(), "notebook.png", 860, 320)
    photograph(terminal(), "demo.png", 830, 660)
