#!/usr/bin/env python3
"""What the program's commands and options are, for the manual page and for shells: asked of the program itself (--help).

  command_line.py --program build/cairn man|bash|zsh
"""
import argparse
import dataclasses
import pathlib
import re
import subprocess
import textwrap

ROOT = pathlib.Path(__file__).resolve().parent.parent
COLUMN = 30  # where the program's help begins to explain
FILES = {"--config": "_files", "--since": "_files", "--from-app-ini": "_files", "--work-path": "_files -/"}


@dataclasses.dataclass
class Option:
    names: list  # short ones first, as the program writes them; of a positional, its only name
    value: str  # "TEXT", "INT", ...; empty for a flag
    said: str
    required: bool = False
    repeated: bool = False
    default: str = ""


@dataclasses.dataclass
class Command:
    words: list  # ["admin", "user", "create"]
    names: list  # what its last word may be as well
    said: str
    options: list = dataclasses.field(default_factory=list)
    positionals: list = dataclasses.field(default_factory=list)
    commands: list = dataclasses.field(default_factory=list)

    def all(self):
        yield self
        for command in self.commands:
            yield from command.all()


def entries(text):
    """{"Options": [(left, right), ...], ...} of a help text. What is long has its explanation in the line below."""
    sections, title = {}, ""
    lines = text.splitlines()
    for number, line in enumerate(lines):
        if re.fullmatch(r"[A-Z]\w+:", line):
            title = line[:-1]
        elif title and line.startswith("  ") and not line.startswith(" " * COLUMN):
            below = lines[number + 1] if number + 1 < len(lines) else ""
            left, right = (line, below) if below.startswith(" " * COLUMN) else (line[:COLUMN], line[COLUMN:])
            sections.setdefault(title, []).append((left.strip(), right.strip()))
    return sections


def option(left, right):
    names, _, form = left.partition(" ")
    form = re.sub(r"(Excludes|Needs): .*", "", form)
    value = re.match(r"(?:TEXT|U?INT|FLOAT|BOOLEAN)\b", form)
    default = re.search(r"=(\S+)", form)
    return Option(names.split(","), value[0] if value else "", right, "REQUIRED" in form, "..." in form,
                  default[1] if default else "")


def ask(program, words=(), names=()):
    text = subprocess.run([program, *words, "--help"], capture_output=True, text=True, check=True).stdout
    found = entries(text)
    command = Command(list(words), list(names), text.partition("\n")[0])
    command.options = [option(*entry) for entry in found.get("Options", [])]
    command.positionals = [option(*entry) for entry in found.get("Positionals", [])]
    for left, _ in found.get("Subcommands", []):
        below = [name.strip() for name in left.split(",")]
        command.commands.append(ask(program, [*words, below[0]], below))
    return command


# The manual page.

def roff(text):
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq").replace("`", "\\(ga")
    return re.sub(r"^\.", r"\\&.", text)


def described(one):
    names = ", ".join(f"\\fB{roff(name)}\\fR" for name in one.names)
    value = f" \\fI{roff(one.value)}\\fR" if one.value else ""
    more = " Can be given several times, or separated by commas." if one.repeated and one.names[0].startswith("-") else ""
    more += f" The default is {one.default}." if one.default else ""
    said = one.said + ("" if one.said.endswith((".", ")", "?")) else ".") + more
    return f".TP\n{names}{value}{' (required)' if one.required else ''}\n{roff(said)}"


def positional(one):
    form = f"\\fI{roff(one.names[0])}\\fR" + (" ..." if one.repeated else "")
    return form if one.required else f"[{form}]"


def long_name(one):
    return next((name for name in one.names if name.startswith("--")), one.names[0])


def of_command(command):
    """One that does something, with its options; the help option is said of all."""
    words = " ".join(["cairn", *command.words])
    form = [f"\\fB{roff(words)}\\fR"]
    own = [one for one in command.options if "--help" not in one.names]
    form += [f"\\fB{roff(long_name(one))}\\fR \\fI{one.value}\\fR" for one in own if one.required]
    if any(not one.required for one in own):
        form.append("[\\fIOPTION\\fR...]")
    form += [positional(one) for one in command.positionals]
    also = "".join(f" Also called {name}." for name in command.names[1:])
    lines = [f".SS {' '.join(form)}", roff(f"{command.said}.{also}")]
    return "\n".join([*lines, *(described(one) for one in [*command.positionals, *own])])


def manual(cairn, version):
    commands = [command for command in cairn.all() if not command.commands or command.positionals]
    text = (ROOT / "docs/cairn.1.in").read_text()
    return (text.replace("@VERSION@", version)
            .replace("@OPTIONS@", "\n".join(described(one) for one in cairn.options))
            .replace("@COMMANDS@", "\n".join(of_command(command) for command in commands)))


# Completion.

def all_names(options):
    return [name for one in options for name in one.names]


def bash(cairn):
    commands = list(cairn.all())
    general = cairn.options
    options = [one for command in commands for one in command.options]
    by_command = {" ".join(command.words): {name for one in command.options if one.value for name in one.names} for command in commands}
    lines = ["# bash completion for cairn. Made of what the program says of its commands: tools/command_line.py", "",
             "_cairn() {", "    local word=${COMP_WORDS[COMP_CWORD]} command='' known='' commands='' options='' values='' i",
             "    COMPREPLY=()", "    _cairn_command ''", "    for ((i = 1; i < COMP_CWORD; i++)); do",
             "        if [[ ${COMP_WORDS[i]} == -* ]]; then",
             '            if [[ " $values " == *" ${COMP_WORDS[i]} "* ]]; then ((i++)); fi',
             '        elif [[ " $known " == *" ${COMP_WORDS[i]} "* ]]; then',
             '            _cairn_command "${command:+$command }${COMP_WORDS[i]}"',
             "        fi", "    done",
             "    local last=${COMP_WORDS[COMP_CWORD - 1]}",
             '    if ((i > COMP_CWORD)); then',
             "        case $last in"]
    by_kind = {}
    for name, kind in FILES.items():
        by_kind.setdefault("d" if kind.endswith("-/") else "f", []).extend(
            next((one.names for one in options if name in one.names), [name]))
    lines += [f"        {' | '.join(names)}) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -{kind} -- \"$word\") ;;"
              for kind, names in by_kind.items()]
    lines += ["        esac", "    elif [[ $word == -* ]]; then",
              '        mapfile -t COMPREPLY < <(compgen -W "$options" -- "$word")', "    else",
              '        mapfile -t COMPREPLY < <(compgen -W "$commands" -- "$word")', "    fi", "}", "",
              "# What there is after a command: the commands below it, its options, and which of those take a value.",
              "_cairn_command() {", "    command=$1", "    case $1 in"]
    for command in commands:
        places = [" ".join([*command.words[:-1], name]) for name in command.names] or [""]
        own = sorted(set(all_names([*command.options, *general])))
        takes = sorted(by_command[" ".join(command.words)] | by_command[""])
        below = [name for one in command.commands for name in one.names]
        lines += [f"    {' | '.join(repr(place) for place in places)})",
                  f'        commands="{" ".join(one.names[0] for one in command.commands)}"',
                  f'        known="{" ".join(below)}"',
                  f'        options="{" ".join(own)}"', f'        values="{" ".join(takes)}" ;;']
    lines += ["    esac", "}", "", "complete -F _cairn cairn"]
    return "\n".join(lines) + "\n"


def quoted(text):
    return "'" + text.replace("'", "'\\''") + "'"


def zsh_option(one):
    said = re.sub(r"([\[\]:\\])", r"\\\1", one.said)
    action = next((FILES[name] for name in one.names if name in FILES), "")
    value = f":{one.value.lower()}:{action}" if one.value else ""
    several = "*" if one.repeated else ""
    others = "" if one.repeated or len(one.names) == 1 else f"({' '.join(one.names)})"
    return [quoted(f"{others}{several}{name}[{said}]{value}") for name in one.names]


def zsh_function(command, general):
    name = "_".join(["_cairn", *(word.replace("-", "_") for word in command.words)])
    options = [*command.options, *(one for one in general if one.names not in [own.names for own in command.options])]
    specs = [spec for one in options for spec in zsh_option(one)]
    lines = [f"{name}() {{"]
    if not command.commands:
        specs += [quoted(f"{'*' if one.repeated else ''}:{one.names[0]}:") for one in command.positionals]
        return [*lines, "    _arguments -S \\", *(f"        {spec} \\" for spec in specs[:-1]), f"        {specs[-1]}", "}", ""]
    lines += ["    local context state state_descr line", "    typeset -A opt_args", "    _arguments -C -S \\",
              *(f"        {spec} \\" for spec in specs), "        '1: :->command' '*:: :->rest'", "    case $state in",
              "    command)", "        local -a commands=("]
    lines += [f"            {quoted(one.names[0] + ':' + one.said.replace(':', chr(92) + ':'))}" for one in command.commands]
    lines += ["        )", "        _describe command commands", "        ;;", "    rest)", "        case $line[1] in"]
    for one in command.commands:
        below = "_".join(["_cairn", *(word.replace("-", "_") for word in one.words)])
        lines.append(f"        {'|'.join(one.names)}) {below} ;;")
    return [*lines, "        esac", "        ;;", "    esac", "}", ""]


def zsh(cairn):
    lines = ["#compdef cairn", "# Made of what the program says of its commands: tools/command_line.py", ""]
    for command in cairn.all():
        lines += zsh_function(command, cairn.options)
    return "\n".join([*lines, '_cairn "$@"']) + "\n"


def main():
    options = argparse.ArgumentParser(description=textwrap.dedent(__doc__), formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--program", default=ROOT / "build/cairn")
    options.add_argument("form", choices=("man", "bash", "zsh"))
    options = options.parse_args()
    program = pathlib.Path(options.program).resolve()
    cairn = ask(program)
    if options.form == "man":
        version = subprocess.run([program, "version"], capture_output=True, text=True, check=True).stdout.split()[1]
        print(manual(cairn, version), end="")
    else:
        print({"bash": bash, "zsh": zsh}[options.form](cairn), end="")


if __name__ == "__main__":
    main()
