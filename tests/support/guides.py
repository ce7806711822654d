"""The guides of docs/guide: their headings, tables and examples; and the examples of a page as one program in each language."""
import os
import re
import subprocess
import sys
import threading
from pathlib import Path

from program import BINARY, ROOT

GUIDE = ROOT / "docs/guide"
LONGEST = 240  # seconds; compiling takes most of them
NOT_RUN = {"json", "ini", "console"}  # what is shown, and what only an operator can do
PROGRAMS = {"sh": ("guide.sh", ["bash"]), "python": ("guide.py", [sys.executable]), "javascript": ("guide.mjs", ["node"]),
            "go": ("guide.go", ["go", "run"])}
# What stands in an example for something that an answer before it has told.
TOLD = {"VALUE": r'"sha1":"([^"]+)"', "CLIENT-ID": r'"client_id":"([^"]+)"'}


def blocks(page):
    """(heading, language, text) of each example of a page."""
    heading = ""
    for found in re.finditer(r"^## ([^\n]+)$|^```(\w*)\n(.*?)^```$", (GUIDE / f"{page}.md").read_text(), re.M | re.S):
        if found[1]:
            heading = found[1]
        else:
            yield heading, found[2], found[3]


def rows(page, columns):
    """The rows of the page's tables that have so many columns, without their heads."""
    lines = (GUIDE / f"{page}.md").read_text().splitlines()
    for line, below in zip(lines, [*lines[1:], ""]):
        cells = [cell.strip() for cell in line.strip("|").split("|")] if line.startswith("|") else []
        if len(cells) == columns and not line.startswith("| ---") and not below.startswith("| ---"):
            yield cells


def surroundings(url, folder, **more):
    """As they are for whoever follows a guide at the site `url`."""
    names = {f"GIT_{who}_{what}": value for who in ("AUTHOR", "COMMITTER") for what, value in (("NAME", "Ada"), ("EMAIL", "ada@example.com"))}
    return {**os.environ, **names, "CAIRN_URL": url, "GOFLAGS": "-mod=mod", "GOPROXY": "off", "GO111MODULE": "off", "GOTOOLCHAIN": "local",
            "NO_PROXY": "*", "no_proxy": "*", "GIT_CONFIG_GLOBAL": str(folder / "gitconfig"), "GIT_TERMINAL_PROMPT": "0", **more}


def console(folder, config):
    """A folder with the command `cairn`, for that site."""
    (folder / "bin").mkdir()
    command = folder / "bin/cairn"
    command.write_text(f'#!/bin/sh\nexec "{BINARY}" --config "{config}" "$@"\n')
    command.chmod(0o755)
    return command.parent


def run(language, text, folder, environment, on_line=None):
    """What a program says, line by line; `on_line(line, process)` may do what its reader does."""
    name, command = PROGRAMS[language]
    path = Path(folder, name)
    path.write_text(("set -euo pipefail\n" if language == "sh" else "") + text)
    process = subprocess.Popen([*command, name], cwd=folder, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                               text=True, start_new_session=True)
    patience = threading.Timer(LONGEST, process.kill)
    patience.start()
    said = []
    try:
        for line in process.stdout:
            said.append(line)
            if on_line:
                on_line(line.strip(), process)
        process.wait()
    finally:
        patience.cancel()
        process.kill()
        process.stdin.close()
        process.stdout.close()
    assert process.returncode == 0, f"{name} ended with {process.returncode}:\n{''.join(said)}"
    return "".join(said)


def follow(page, language, folder, environment, replaced, on_line=None):
    """Runs the page's examples in that language, from top to bottom, and returns what they say. Where one needs what an answer has
    told (a token), those before it are run first."""
    texts = [text for _, its, text in blocks(page) if its == language]
    assert texts, f"{page} has nothing in {language}"
    for old in replaced:
        assert any(old in text for text in texts), f"{page}: {old} stands nowhere in {language}"
    said = ""
    waiting = []
    told = {}
    for text in texts:
        for word, pattern in TOLD.items():
            if re.search(rf"\b{word}\b", text) and word not in told:
                said += run(language, "\n".join(waiting), folder, environment, on_line)
                waiting = []
                told[word] = re.findall(pattern, said)[-1]
        for old, new in (*replaced.items(), *told.items()):
            text = text.replace(old, new)
        waiting.append(text)
    return said + run(language, "\n".join(waiting), folder, environment, on_line)
