"""A folder with very many entries: whoever asks for files in it holds up nobody else."""
import concurrent.futures
import subprocess
from urllib.parse import quote
import time

from client import ADMIN, Client
from neighbor import Neighbor, memory_of

ENTRIES = 400_000


def test_raw_files_of_a_folder_of_many(program, tmp_path):
    program.create_user(*ADMIN, "--admin")
    program.start()
    admin = Client(program.url, basic=ADMIN)
    admin.post("/user/repos", {"name": "wide"}, expect=201)
    folder = tmp_path / "wide.git"
    subprocess.run(["git", "init", "-q", "--bare", folder], check=True)
    git = lambda *arguments, **more: subprocess.run(["git", "-C", folder, *arguments], check=True, capture_output=True,
                                                    **more).stdout.strip().decode()
    blob = git("hash-object", "-w", "--stdin", input=b"x")
    tree = git("mktree", input="".join(f"100644 blob {blob}\tf{number:07}\n" for number in range(ENTRIES)).encode())
    commit = git("-c", "user.name=a", "-c", "user.email=a@example.com", "commit-tree", tree, "-m", "wide")
    address = program.url.replace("http://", f"http://{ADMIN[0]}:{quote(ADMIN[1])}@")
    git("push", "-q", f"{address}/{ADMIN[0]}/wide.git", f"{commit}:refs/heads/main")
    time.sleep(1)
    before = memory_of(program)

    def loop(number):
        somebody = Client(program.url)
        for turn in range(10):
            somebody.call("GET", f"/repos/{ADMIN[0]}/wide/raw/f{number * 10 + turn:07}", expect=200,
                          headers={"X-Forwarded-For": "192.0.2.1"})

    with Neighbor(program) as neighbor, concurrent.futures.ThreadPoolExecutor(8) as pool:
        list(pool.map(loop, range(8)))
    neighbor.was_not_disturbed(before + (1 << 30))
