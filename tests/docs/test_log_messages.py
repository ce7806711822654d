"""docs/guide/log.md: each message above info, at its level, with what to do about it; and no other."""
import re

from guides import rows
from program import ROOT

CALL = re.compile(r"\blog::(warn|error|critical)\(")
LITERAL = re.compile(r'"((?:[^"\\]|\\.)*)"')


def first_argument(text, start):
    """What stands before the first comma, or the end, of a call's arguments."""
    depth, at = 0, start
    while depth >= 0:
        if quoted := LITERAL.match(text, at):
            at = quoted.end()
            continue
        if text[at] in ",)" and depth == 0:
            break
        depth += {"(": 1, "{": 1, ")": -1, "}": -1}.get(text[at], 0)
        at += 1
    return text[start:at]


def messages(argument):
    """The message; both where a condition chooses."""
    parts = re.split(r"[?:](?=\s*\")", LITERAL.sub(lambda found: found[0].replace("?", "\0").replace(":", "\1"), argument))
    for part in parts:
        said = "".join(LITERAL.findall(part)).replace("\0", "?").replace("\1", ":")
        if said:
            yield said


def said_by_the_program():
    found = set()
    for path in sorted((ROOT / "src").rglob("*.[ch]pp")):
        if path.name.endswith("_test.cpp") or path.name == "log.hpp":
            continue
        text = path.read_text()
        assert "log::write(" not in text, f"{path}: this test does not see its level"
        for call in CALL.finditer(text):
            said = list(messages(first_argument(text, call.end())))
            assert said, f"{path}: the message of {text[call.start():call.start() + 80]!r} is no literal"
            found |= {(call[1], message) for message in said}
    return found


def written():
    return [(level, message) for level, message, _ in rows("log", 3) if level in ("warn", "error", "critical")]


def test_each_message_has_its_line():
    said = said_by_the_program()
    assert len(said) > 60
    assert said - set(written()) == set(), "without a remedy"
    assert set(written()) - said == set(), "nothing says this any more"


def test_each_line_is_there_once_and_has_a_remedy():
    assert len(written()) == len(set(written()))
    for level, message, remedy in rows("log", 3):
        assert re.match(r"[A-Z`].{10,}", remedy), f"{message}: {remedy}"


def test_a_message_that_is_chosen_is_seen_as_two():
    assert list(messages('over ? "a" : "b: c"')) == ["a", "b: c"]
    assert list(messages('"one "\n "word?"')) == ["one word?"]
    assert first_argument('f("a, b)", {1})', 2) == '"a, b)"'
