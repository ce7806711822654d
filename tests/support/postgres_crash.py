"""A crash of the PostgreSQL that the tests of faults have for themselves."""
import os
import signal
import subprocess

from program import wait_until
from psql import tool


def ask(postgres, statement):
    done = subprocess.run([tool("psql"), "-qAtX", "-d", postgres.name, "-c", statement], env=postgres.environment,
                          capture_output=True, text=True)
    return done.stdout.strip()


def crash(postgres):
    """Kills a process of the server's, which then ends all others and recovers, under the same postmaster."""
    before = ask(postgres, "SELECT pid FROM pg_stat_activity WHERE backend_type = 'background writer'")
    os.kill(int(before), signal.SIGKILL)
    wait_until(lambda: ask(postgres, "SELECT pid FROM pg_stat_activity WHERE backend_type = 'background writer'") not in ("", before),
               "PostgreSQL to recover")
