"""docs/guide/errors.md: every error with the status and the words that the program has for it."""
import re

from guides import rows
from program import ROOT


def source(path):
    return (ROOT / path).read_text()


def cases(text, function):
    """What a switch returns for each code; several cases in a row return the same."""
    body = text.split(function)[1].split("\n}\n")[0]
    found = {name: value.strip('"') for name, value in re.findall(r"case Errc::(\w+):\s*(?:return (.+?);)?", body)}
    last = ""
    for name, value in reversed(found.items()):
        last = found[name] = value or last
    return found


def codes():
    names = re.findall(r"^    (\w+),", source("src/kit/base/result.hpp").split("enum class Errc")[1].split("};")[0], re.M)
    assert len(names) >= 17
    return names


def test_every_error_of_the_api_is_there_as_the_program_tells_it():
    body = source("src/kit/api/error_body.cpp")
    statuses, words = cases(body, "int http_status(Errc code)"), cases(body, "std::string_view plain_words(Errc code)")
    assert set(statuses) == set(words) == set(codes())
    written = [(status, name.strip("`"), said) for status, name, said, _, _ in rows("errors", 5)]
    assert sorted(written) == sorted((statuses[name], name, words[name]) for name in codes())


def test_every_error_of_the_provider_is_there():
    enumeration = source("src/identity/errors.hpp").split("BOOST_DESCRIBE_ENUM(OAuth2Errc,")[1].split(")")[0]
    names = {name.strip() for name in enumeration.split(",")}
    assert len(names) > 20
    written = [cells[0].strip("`") for cells in rows("errors", 3) if cells[0].startswith("`")]
    assert sorted(written) == sorted(names)


def test_every_refusal_of_the_server_is_there():
    refused = set()
    for path in (ROOT / "src/kit/http").glob("*.cpp"):
        if not path.name.endswith("_test.cpp"):
            refused |= set(re.findall(r"(?:Refusal\{|refuse\((?:answer|ec), \{?|return \{)(\d{3}), \"", path.read_text()))
    assert {"400", "408", "413", "431", "501", "505"} <= refused
    of_the_api = {cells[0] for cells in rows("errors", 5)}
    of_the_server = {cells[0] for cells in rows("errors", 3) if cells[0].isdigit()}
    assert refused - of_the_api - of_the_server == set()
    # A failure inside is none of these.
    assert of_the_server - refused == {"500"}


def test_each_says_what_to_do():
    for cells in [*rows("errors", 5), *rows("errors", 3)]:
        assert all(cells), cells
