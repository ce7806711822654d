"""A Debian 12 that has nothing: a chroot in namespaces of its own, whose changes go when it does. Needs root."""
import contextlib
import os
import pathlib
import shutil
import subprocess

from program import ROOT, wait_until

KEPT = ROOT / "build/package"
BASE = KEPT / "bookworm"
ENVIRONMENT = {"HOME": "/root", "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "TERM": "dumb",
               "LANG": "C.UTF-8", "DEBIAN_FRONTEND": "noninteractive"}
# What a package manager writes down of what it did; nothing in there is the package's.
NOT_LOOKED_AT = ("dev", "proc", "sys", "tmp", "run", "root", "home", "package", "var/tmp", "var/cache", "var/log/apt", "var/log/dpkg.log",
                 "var/log/alternatives.log", "var/lib/apt", "var/lib/dpkg", "etc/passwd-", "etc/group-", "etc/shadow-",
                 "etc/gshadow-", "etc/subuid-", "etc/subgid-", "etc/ld.so.cache")


def debootstrap():
    """Once; it is kept."""
    if not (BASE / ".complete").exists():
        shutil.rmtree(BASE, ignore_errors=True)
        subprocess.run(["debootstrap", "--variant=minbase", "bookworm", BASE], check=True, stdout=subprocess.DEVNULL)
        (BASE / ".complete").touch()


class Machine:
    def __init__(self, folder):
        debootstrap()
        self.folder = pathlib.Path(folder)
        self.root = self.folder / "root"
        for name in ("root", "upper", "work"):
            (self.folder / name).mkdir(parents=True, exist_ok=True)
        (KEPT / "archives/partial").mkdir(parents=True, exist_ok=True)
        # It reaches what this machine reaches, and keeps the packages that it fetches.
        script = f"""
            set -e
            export PATH={ENVIRONMENT["PATH"]} DEBIAN_FRONTEND=noninteractive LANG=C.UTF-8
            mount -t overlay overlay -o lowerdir={BASE},upperdir={self.folder}/upper,workdir={self.folder}/work {self.root}
            mount -t proc proc {self.root}/proc
            mount --bind /dev {self.root}/dev
            mount --bind {KEPT}/archives {self.root}/var/cache/apt/archives
            mkdir -p {self.root}/package
            mount --bind {self.folder} {self.root}/package
            echo force-unsafe-io > {self.root}/etc/dpkg/dpkg.cfg.d/trial
            cp -L /etc/resolv.conf {self.root}/etc/resolv.conf
            cp -L /etc/hosts {self.root}/etc/hosts
            {self.init()}
        """
        self.process = subprocess.Popen(["unshare", "--mount", "--propagation=private", "--pid", "--fork", "--kill-child",
                                         *self.more_namespaces, "sh", "-c", script], preexec_fn=self.enter_groups)
        wait_until(lambda: (self.folder / ".ready").exists() or self.process.poll() is not None, "the machine", 900)
        assert self.process.poll() is None, "its file systems could not be mounted"

    more_namespaces = ()

    def enter_groups(self):
        pass

    def init(self):
        return f"touch {self.folder}/.ready; exec sleep infinity"

    def enter(self):
        return ["nsenter", f"--mount=/proc/{self.process.pid}/ns/mnt", f"--pid=/proc/{self.process.pid}/ns/pid_for_children"]

    def change_root(self):
        return ["chroot", self.root]

    def command(self, *words, user=None, folder="/"):
        """As whoever looks after it, or as one of its accounts."""
        enter = [*self.enter(), "env", "-i", *(f"{name}={value}" for name, value in ENVIRONMENT.items()), *self.change_root()]
        account = ["runuser", "-u", user, "--"] if user else []
        return [*map(str, enter), "sh", "-c", f'cd {folder} && exec "$@"', "sh", *account, *map(str, words)]

    def run(self, *words, check=True, user=None, folder="/", input=None):
        done = subprocess.run(self.command(*words, user=user, folder=folder), capture_output=True, text=True, timeout=900, input=input)
        if check:
            assert done.returncode == 0, f"{' '.join(map(str, words))}: {done.stdout}{done.stderr}"
        return done

    def install(self, package, *options):
        shutil.copy(package, self.folder)
        return self.run("apt-get", "install", "-y", "-qq", "--no-install-recommends", *options, f"/package/{pathlib.Path(package).name}")

    def read(self, inside):
        return self.run("cat", inside).stdout

    def exists(self, inside):
        return self.run("test", "-e", inside, check=False).returncode == 0

    def state(self):
        """Every file and folder with its mode and owner, and every account."""
        skipped = [word for name in NOT_LOOKED_AT for word in ("-path", f"/{name}", "-prune", "-o")]
        listed = self.run("find", "/", "-mindepth", "1", *skipped, "-printf", "%p %y %m %u %g\n").stdout
        accounts = self.run("cat", "/etc/passwd", "/etc/group", "/etc/shadow", "/etc/gshadow").stdout
        return set(listed.splitlines()) | set(accounts.splitlines())

    def close(self):
        with contextlib.suppress(ProcessLookupError):
            self.process.kill()
        self.process.wait()
        shutil.rmtree(self.folder / "upper", ignore_errors=True)
        shutil.rmtree(self.folder / "work", ignore_errors=True)


CGROUP = pathlib.Path("/sys/fs/cgroup")
# Where there are both versions, systemd needs its own of the first.
GROUPS = {"/sys/fs/cgroup": CGROUP} if (CGROUP / "cgroup.procs").exists() \
    else {f"/sys/fs/cgroup/{name}": CGROUP / name for name in ("systemd", "unified") if (CGROUP / name / "cgroup.procs").exists()}


class Booted(Machine):
    """One in which systemd runs, in its own part of the control groups."""
    more_namespaces = ("--cgroup", "--uts", "--ipc")
    NAME = "cairn-trial"

    def enter_groups(self):
        for group in GROUPS.values():
            (group / self.NAME).mkdir(exist_ok=True)
            (group / self.NAME / "cgroup.procs").write_text(str(os.getpid()))

    def init(self):
        root = self.root
        groups = [f"mount -t tmpfs -o mode=755 groups {root}/sys/fs/cgroup"] if len(GROUPS) > 1 else []
        for place in GROUPS:
            kind = "-t cgroup -o none,name=systemd cgroup" if place.endswith("/systemd") else "-t cgroup2 cgroup2"
            groups.append(f"mkdir -p {root}{place}; mount {kind} {root}{place}")
        # A root that is only chrooted to may make no namespaces of its own.
        return f"""
            chroot {root} apt-get update -qq
            chroot {root} apt-get install -y -qq --no-install-recommends systemd systemd-sysv dbus logrotate > {self.folder}/apt.log 2>&1
            umount {root}/dev
            mount -t tmpfs -o mode=755 devices {root}/dev
            for name in null zero full random urandom tty; do cp -a /dev/$name {root}/dev/; done
            mkdir {root}/dev/pts {root}/dev/shm
            mount -t devpts -o newinstance,ptmxmode=0666 devpts {root}/dev/pts
            ln -s pts/ptmx {root}/dev/ptmx
            ln -s /proc/self/fd {root}/dev/fd
            for name in dev/shm run tmp; do mount -t tmpfs -o mode=1777 tmpfs {root}/$name; done
            chmod 755 {root}/run
            mount -t sysfs -o ro sysfs {root}/sys
            {"; ".join(groups)}
            touch {self.folder}/.ready
            cd {root}
            mkdir -p .old
            pivot_root . .old
            umount -l /.old
            exec env -i container=other PATH=$PATH /lib/systemd/systemd --show-status=no systemd.unit=multi-user.target
        """

    def enter(self):
        init = pathlib.Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().strip()
        return ["nsenter", f"--mount=/proc/{init}/ns/mnt", f"--pid=/proc/{init}/ns/pid", f"--cgroup=/proc/{init}/ns/cgroup",
                f"--root=/proc/{init}/root", f"--wd=/proc/{init}/root"]

    def change_root(self):
        return []

    def close(self):
        super().close()
        for group in GROUPS.values():
            # From the innermost outwards, once the last of what ran there has ended.
            remove = ["find", group / self.NAME, "-depth", "-type", "d", "-exec", "rmdir", "{}", ";"]
            wait_until(lambda remove=remove, group=group: subprocess.run(remove, capture_output=True) and not (group / self.NAME).exists(),
                       "the control group to be empty")


def may_be_booted():
    return may_be_made() and GROUPS


def may_be_made():
    return os.geteuid() == 0 and shutil.which("debootstrap") and shutil.which("nsenter")
