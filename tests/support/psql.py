"""What tests ask a PostgreSQL behind the program's back, in a psql that stays open: a start of it takes longer than what it asks."""
import functools
import pathlib
import shutil
import subprocess


@functools.cache
def tool(name):
    """Debian's commands on the PATH are scripts that look for the server's version first; these are the programs themselves."""
    versions = sorted(pathlib.Path("/usr/lib/postgresql").glob("*"), key=lambda folder: float(folder.name))
    found = [folder / "bin" / name for folder in versions if (folder / "bin" / name).exists()]
    return str(found[-1]) if found else shutil.which(name)


class Refused(Exception):
    """What PostgreSQL says against a statement."""


class Psql:
    """A session with one database, which begins with the first statement and anew after one that failed."""

    END = "\x02end of the answer\n"

    def __init__(self, database, environment):
        self.command = [tool("psql"), "-qAtX", "-v", "ON_ERROR_STOP=1", "-F", "\x1f", "-R", "\x1e", "-d", database]
        self.environment = environment
        self.process = None

    def rows(self, statement):
        """The rows of a SELECT; every value as text, NULL as an empty one."""
        said = self._ask(statement)
        return [tuple(row.split("\x1f")) for row in said.removesuffix("\n").split("\x1e")] if said else []

    def _ask(self, statement):
        for other_try in (True, False):
            if self.process is None:
                self.process = subprocess.Popen(self.command, env=self.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                                stderr=subprocess.STDOUT)
            said = self._exchange(f"{statement.rstrip().removesuffix(';')};\n\\echo '{self.END.rstrip()}'\n")
            if said.endswith(self.END):
                return said.removesuffix(self.END)
            status = self.close()
            if status != 2 or not other_try:  # 2: the server has gone away since the last statement
                break
        raise Refused(f"{statement}: {said}")

    def _exchange(self, words):
        lines = []
        try:
            self.process.stdin.write(words.encode())
            self.process.stdin.flush()
        except BrokenPipeError:
            pass  # it tells why
        for line in self.process.stdout:  # as it is: what people write has ends of line of its own
            lines.append(line.decode())
            if lines[-1].endswith(self.END):
                break
        return "".join(lines)

    def close(self):
        """How it ended."""
        if self.process is None:
            return 0
        process, self.process = self.process, None
        try:
            process.stdin.close()
        except BrokenPipeError:
            pass
        process.stdout.close()
        return process.wait()
