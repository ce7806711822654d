"""Schemathesis asks for everything that /openapi3.v1.json describes: no answer is a failure of the server, and each has a status, a
type and a body that the document tells of.

It takes what its coverage phase makes of the document: each parameter and member at its bounds, beyond them, missing, of another
type. That is the same every time; SCHEMA_SECONDS (120) is the most that it may take.
"""
import json
import os
import pathlib
import subprocess
import sys

import pytest
from program import BINARY, ROOT, Program

HERE = pathlib.Path(__file__).parent
PACKAGES = ROOT / "build/schemathesis-python"  # where ./test schema puts what is in requirements.txt
SECONDS = int(os.environ.get("SCHEMA_SECONDS", 120))
CHECKS = ("not_a_server_error", "status_code_conformance", "content_type_conformance", "response_headers_conformance",
          "response_schema_conformance")
# Two at once, of about the same size: one alone would leave a processor idle.
CONVERSATIONS = r"^/repos/.*/(issues|pulls|releases|actions|projects|hooks|labels|milestones|wiki)"
HALVES = {"conversations": ("--include-path-regex", CONVERSATIONS), "others": ("--exclude-path-regex", CONVERSATIONS)}
# Nothing else than what the document tells of: other methods have tests of their own.
CONFIGURATION = "[phases.coverage]\nunexpected-methods = []\n"


def begin(program, token, there, folder, choice):
    folder.mkdir()
    (folder / "schemathesis.toml").write_text(CONFIGURATION)
    environment = {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")}
    environment |= {"PYTHONPATH": f"{PACKAGES}{os.pathsep}{HERE}", "SCHEMATHESIS_HOOKS": "directions", "CAIRN_THERE": json.dumps(there)}
    command = [sys.executable, "-m", "schemathesis.cli", "run", f"{program.url}/openapi3.v1.json", "--no-color", "--phases", "coverage,fuzzing",
               "--header", f"Authorization: token {token}", "--checks", ",".join(CHECKS), "--seed", "1", "--generation-database", "none",
               "--generation-with-security-parameters", "false", "--continue-on-failure", "--max-time", str(SECONDS), "--warnings", "off",
               # Names that `directions` leads to what is there are few among those that could be: no fault of the document.
               "--suppress-health-check", "filter_too_much,too_slow", *choice]
    with open(folder / "said", "wb") as said:
        return subprocess.Popen(command, cwd=folder, env=environment, stdout=said, stderr=subprocess.STDOUT)


@pytest.mark.skipif(not (PACKAGES / "schemathesis").exists(), reason="PyPI's schemathesis is not installed here; ./test schema does it")
def test_answers_are_as_described(tmp_path, database):
    sys.path.append(str(HERE))
    from furniture import furnish
    program = Program(tmp_path / "data", database)
    running = {}
    try:
        token, there = furnish(program, tmp_path)
        for name, choice in HALVES.items():
            running[name] = begin(program, token, there, tmp_path / name, choice)
        statuses = {name: process.wait(SECONDS + 300) for name, process in running.items()}
        said = {name: (tmp_path / name / "said").read_text(errors="replace") for name in running}
        for text in said.values():
            print(text[text.find("= SUMMARY ="):])
        wrong = "\n".join(said[name][-20000:] for name, status in statuses.items() if status != 0)
        assert not wrong, f"{BINARY} and its document differ:\n{wrong}"
        assert all("Tested: " in text for text in said.values()), said
    finally:
        for process in running.values():
            process.kill()
        program.close()
