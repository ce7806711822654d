"""What the program makes is for its own account alone, whatever the umask of who starts it."""
import os
import stat
import subprocess
from urllib.parse import quote

from client import ADMIN, Client


def test_nobody_else_reads_what_it_makes(program, tmp_path):
    made_before = {program.folder, program.config, program.log}
    program.before = ["sh", "-c", 'umask 000; exec "$@"', "sh"]
    program.create_user(*ADMIN, "--admin")
    program.start()
    root = Client(program.url, basic=ADMIN)
    root.post("/user/repos", {"name": "r", "auto_init": True}, expect=201)
    copy = tmp_path / "copy"
    address = program.url.replace("http://", f"http://{ADMIN[0]}:{quote(ADMIN[1])}@") + f"/{ADMIN[0]}/r.git"
    subprocess.run(["git", "clone", "-q", address, copy], check=True)
    (copy / "new").write_text("new")
    git = ["git", "-C", copy, "-c", "user.name=a", "-c", "user.email=a@example.com"]
    subprocess.run([*git, "add", "."], check=True)
    subprocess.run([*git, "commit", "-q", "-m", "new"], check=True)
    subprocess.run([*git, "push", "-q"], check=True)
    found = 0
    for folder, folders, files in os.walk(program.folder):
        for name in (*folders, *files):
            path = os.path.join(folder, name)
            if path in map(str, made_before):
                continue
            mode = stat.S_IMODE(os.lstat(path).st_mode)
            assert mode & 0o077 == 0, f"{path} has mode {mode:o}"
            found += 1
    assert found > 20
