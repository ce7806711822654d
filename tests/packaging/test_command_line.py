"""The manual page and the completion of shells know every command and every option that the program has."""
import gzip
import re
import shutil
import subprocess

import pytest
from program import BINARY, ROOT


def commands(words=()):
    """(words, options, commands below) of each, read off the program's help by other means than the tool that is tested."""
    text = subprocess.run([BINARY, *words, "--help"], capture_output=True, text=True, check=True).stdout
    options = {name for line in re.findall(r"^  (-\S+)", text, re.M) for name in line.split(",")}
    below = re.findall(r"^  ([a-z][\w-]*)", text.partition("\nSubcommands:\n")[2], re.M)
    yield list(words), options, set(below)
    for name in below:
        yield from commands((*words, name))


ALL = list(commands())
EACH = pytest.mark.parametrize(("words", "options", "below"), ALL, ids=[" ".join(words) or "cairn" for words, _, _ in ALL])


def made(form):
    return subprocess.run(["/usr/bin/python3", ROOT / "tools/command_line.py", "--program", BINARY, form],
                          capture_output=True, text=True, check=True).stdout


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("command-line")
    for form in ("man", "bash", "zsh"):
        (folder / form).write_text(made(form))
    return folder


def test_there_are_commands():
    assert len(ALL) > 15 and any(words == ["admin", "user", "create"] for words, _, _ in ALL)


class TestManual:
    def test_it_is_well_formed(self, files):
        if not shutil.which("man"):
            pytest.skip("man is not installed")
        done = subprocess.run(["man", "--warnings", "-E", "UTF-8", "-l", "-Tutf8", files / "man"], capture_output=True, text=True,
                              env={"MANROFFSEQ": "", "MANWIDTH": "100", "LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin"})
        assert done.returncode == 0 and not done.stderr, done.stderr
        assert not re.search(r"@[A-Z]+@", (files / "man").read_text())

    @EACH
    def test_it_tells_of_each_command(self, files, words, options, below):
        text = (files / "man").read_text().replace("\\-", "-")
        if below:
            return  # what is below it is told
        section = re.search(rf"^\.SS \\fB{' '.join(['cairn', *words])}\\fR.*\n((?:(?!\.S[SH]).*\n)*)", text, re.M)
        assert section, words
        for option in options - {"-h", "--help"}:
            assert f"\\fB{option}\\fR" in section[1], option

    def test_it_tells_what_all_understand(self, files):
        text = (files / "man").read_text().replace("\\-", "-")
        general = text.partition(".SH OPTIONS")[2].partition(".SH COMMANDS")[0]
        for option in ALL[0][1]:
            assert f"\\fB{option}\\fR" in general, option


class TestBash:
    @pytest.fixture
    def completed(self, files):
        def complete(*words):
            script = 'source "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _cairn; printf "%s\\n" "${COMPREPLY[@]}"'
            done = subprocess.run(["bash", "-c", script, files / "bash", "cairn", *words], capture_output=True, text=True, check=True)
            assert not done.stderr, done.stderr
            return set(done.stdout.split())
        return complete

    @EACH
    def test_it_knows_each_command(self, completed, words, options, below):
        assert completed(*words, "") == below
        assert completed(*words, "-") == options | ALL[0][1]

    def test_options_before_a_command_are_passed_over(self, completed):
        assert "create" in completed("--config", "admin", "--allow-root", "admin", "user", "c")

    def test_another_name_of_a_command(self, completed):
        assert completed("web", "--c") == {"--config"}

    def test_the_value_of_an_option_is_nobody_s_command(self, completed):
        assert completed("admin", "user", "create", "--username", "") == set()


class TestZsh:
    @EACH
    def test_it_knows_each_command(self, files, words, options, below):
        name = "_".join(["_cairn", *(word.replace("-", "_") for word in words)])
        body = re.search(rf"^{name}\(\) {{\n((?:.+\n)*?)}}\n", (files / "zsh").read_text(), re.M)
        assert body, name
        for option in options | ALL[0][1]:
            assert re.search(rf"[')]\*?{re.escape(option)}\[", body[1]), option
        for command in below:
            assert f"'{command}:" in body[1] and re.search(rf"^ +(\w+\|)?{command}(\|\w+)?\) {name}_{command.replace('-', '_')} ;;", body[1], re.M)

    @pytest.mark.skipif(not shutil.which("zsh"), reason="zsh is not installed")
    def test_zsh_reads_it(self, files):
        done = subprocess.run(["zsh", "-n", files / "zsh"], capture_output=True, text=True)
        assert done.returncode == 0 and not done.stderr, done.stderr


def test_the_package_has_them(files, unpacked):
    assert gzip.open(unpacked / "usr/share/man/man1/cairn.1.gz", "rt").read() == (files / "man").read_text()
    assert (unpacked / "usr/share/bash-completion/completions/cairn").read_text() == (files / "bash").read_text()
    assert (unpacked / "usr/share/zsh/vendor-completions/_cairn").read_text() == (files / "zsh").read_text()
