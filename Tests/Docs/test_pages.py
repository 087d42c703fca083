#!/usr/bin/env python3
"""Runs the examples of pages for remote clients against a hub, in order, and compares their output.

usage: test_pages.py --hub PROGRAM [--without NAME]… PAGE…

A block ```python or ```sh is run; the ```text block after it is its output. The Python blocks of a page are one program,
its shell blocks one script in a folder of its own. A PAGE that is a folder is run as one page: its README.md, then the
other pages in the order of the links in README.md. A block ```go is the file named in its first line. In an output, …
matches any text within a line, and alone on a line any lines. ```sh needs=NAME is skipped with --without NAME; no other
block is ever skipped. Pages call the hub 127.0.0.1:4327, and hub.local:4327 from other machines.
"""

import argparse
import difflib
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests" / "PythonTestSupport"))

from processes import HubProcess  # noqa: E402

LOCAL, OUTSIDE = "127.0.0.1:4327", "hub.local:4327"
BLOCK_SECONDS = 240

# Runs blocks in order in one namespace, each with its first line in the page.
PROGRAM = r"""
import contextlib, io, json, os, sys, traceback
names, answers = {"__name__": "__main__"}, sys.stdout
for request in sys.stdin:
    request = json.loads(request)
    printed, failed = io.StringIO(), ""
    with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
        try:
            exec(compile("\n" * request["line"] + request["text"], request["file"], "exec"), names)
        except BaseException:
            failed = traceback.format_exc()
    print(json.dumps({"printed": printed.getvalue(), "failed": failed}), file=answers, flush=True)
os._exit(0)  # whatever calls are still open
"""


class Block:
    def __init__(self, path, info, line, text):
        self.language, *self.words = info.split() or [""]
        self.path, self.line, self.text = path, line, text


def files_of(page):
    """The files of a page in order: itself, or those of a folder, whose README.md must link to each."""
    if not page.is_dir():
        return [page]
    first = page / "README.md"
    linked = dict.fromkeys(re.findall(r"\]\(([\w-]+\.md)\)", first.read_text()))
    files = [first, *(page / name for name in linked if name != "README.md")]
    if unlinked := sorted(set(page.glob("*.md")) - set(files)):
        raise SystemExit(f"{first}: there is no link to {unlinked[0].name}, so its examples would not run")
    return files


def blocks(path):
    """Each block with its output; None where the page shows none."""
    found, info, start, lines = [], None, 0, path.read_text().split("\n")
    for number, line in enumerate(lines):
        if line.startswith("```") and info is None:
            info, start = line[3:], number + 1
        elif line == "```" and info is not None:
            found.append(Block(path, info, start, "\n".join(lines[start:number]) + "\n"))
            info = None
    if info is not None:
        raise SystemExit(f"{path}:{start}: this block has no end")
    pairs = []
    for block in found:
        if block.language == "text" and pairs and pairs[-1][1] is None:
            pairs[-1][1] = block.text
        elif block.language in ("python", "sh", "go"):
            pairs.append([block, None])
        else:
            raise SystemExit(f"{path}:{block.line}: a block of '{block.language}' can not be run; use python, sh or go")
    return pairs


class Hub(HubProcess):
    """`hearth serve` with the virtual home, open to other machines, so that it needs keys."""

    def __init__(self, program, folder):
        super().__init__(program, folder / "home.db", "--demo", listen="0.0.0.0:0")
        self.start()

    def stop(self):
        if (status := super().stop()) != 0:
            raise SystemExit(f"the hub ended with {status}")


class Page:
    def __init__(self, hub, program, folder):
        self.hub, self.folder, self.python = hub, folder, None
        (folder / "Schemas").symlink_to(ROOT / "Schemas")
        self.environment = os.environ | {
            "HEARTH_HUB": hub.address, "PYTHONPATH": "stubs", "PYTHONDONTWRITEBYTECODE": "1",
            "PATH": f"{program.parent}:{pathlib.Path(sys.executable).parent}:{os.environ['PATH']}", "XDG_CONFIG_HOME": str(folder / "config"), "LC_ALL": "C.UTF-8",
            # One cache for all runs: Go compiles the dependencies once.
            "GOCACHE": str(ROOT / ".build/go-cache"), "GOFLAGS": "",
        }

    def inside(self, text):
        return text.replace(LOCAL, self.hub.address).replace(OUTSIDE, self.hub.address)

    def run(self, block):
        """The output of a block, and its failure."""
        text = self.inside(block.text)
        if block.language == "go":
            name = re.match(r"// (\S+)", text)[1]
            (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
            (self.folder / name).write_text(text)
            return "", ""
        if block.language == "sh":
            # Variables of one block are visible in the next.
            script = 'trap \'export -p >.state\' EXIT; [ ! -f .state ] || . ./.state\n' + text
            done = subprocess.run(
                ["bash", "-euo", "pipefail", "-c", script], cwd=self.folder, env=self.environment, text=True,
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, timeout=BLOCK_SECONDS)
            return done.stdout, f"it ended with {done.returncode}" if done.returncode else ""
        if not self.python:
            self.python = subprocess.Popen(
                [sys.executable, "-c", PROGRAM], cwd=self.folder, env=self.environment, text=True,
                stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.python.stdin.write(json.dumps({"file": str(block.path), "line": block.line, "text": text}) + "\n")
        self.python.stdin.flush()
        answer = json.loads(self.python.stdout.readline() or '{"printed": "", "failed": "Python itself ended"}')
        return answer["printed"], answer["failed"]

    def close(self):
        if self.python:
            self.python.stdin.close()
            self.python.wait(30)


def fits(printed, expected):
    """Whether the output matches the page."""
    pattern = ""
    for line in expected.splitlines():
        if line == "…":
            pattern += r"(?:.*\n)*?"
        else:
            pattern += ".*?".join(re.escape(part) for part in line.split("…")) + r"\n"
    return re.fullmatch(pattern, "".join(line + "\n" for line in printed.splitlines()))


def test(path, hub, program, without):
    """The number of blocks that were run, and of those that differ from the page."""
    count = wrong = skipped = 0
    with tempfile.TemporaryDirectory() as folder:
        page = Page(hub, program, pathlib.Path(folder))
        try:
            for block, expected in [pair for file in files_of(path) for pair in blocks(file)]:
                if any(f"needs={name}" in block.words for name in without):
                    skipped += 1
                    continue
                count += 1
                printed, failed = page.run(block)
                printed = printed.replace(hub.address, LOCAL)
                if failed:
                    print(f"{block.path.relative_to(ROOT)}:{block.line + 1}: the example fails\n{printed}{failed}")
                    return count, wrong + 1, skipped
                if not fits(printed, expected or ""):
                    wrong += 1
                    print(f"{block.path.relative_to(ROOT)}:{block.line + 1}: the example prints something else")
                    print("\n".join(difflib.unified_diff(
                        (expected or "").splitlines(), printed.splitlines(), "the page", "printed", lineterm="")))
        finally:
            page.close()
    return count, wrong, skipped


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hub", required=True, type=lambda name: pathlib.Path(name).resolve(), metavar="PROGRAM")
    parser.add_argument("--without", action="append", default=[], metavar="NAME")
    parser.add_argument("pages", nargs="+", type=lambda name: pathlib.Path(name).resolve(), metavar="PAGE")
    options = parser.parse_args()
    failed = False
    for path in options.pages:
        with tempfile.TemporaryDirectory() as folder:
            begin = time.monotonic()
            hub = Hub(options.hub, pathlib.Path(folder))
            try:
                count, wrong, skipped = test(path, hub, options.hub, options.without)
            finally:
                hub.stop()
            failed = failed or wrong > 0 or count == 0
            left_out = f", {skipped} left out without {' and '.join(options.without)}" if skipped else ""
            print(f"{path.relative_to(ROOT)}: {count} examples run, {wrong} wrong{left_out}; "
                  f"{time.monotonic() - begin:.0f} s")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
