"""A disk that can be full."""
import subprocess

MIB = 1 << 20


class SmallDisk:
    """A disk of so many MiB at `folder`; `is_there` says whether the system lets us."""

    def __init__(self, folder, size):
        folder.mkdir()
        self.folder, self.ballast = folder, folder / "ballast"
        self.is_there = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}m", "none", folder], capture_output=True).returncode == 0

    def fill(self):
        """Takes all that is left, now."""
        with open(self.ballast, "ab", buffering=0) as file:
            for size in (MIB, 4096):
                try:
                    while True:
                        file.write(b"x" * size)
                except OSError:
                    pass

    def free(self):
        self.ballast.unlink()

    def close(self):
        if self.is_there:
            subprocess.run(["umount", "-l", self.folder], check=True)
