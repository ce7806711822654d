"""Small things that have much in them."""
import hashlib
import struct
import zlib


def tree_bomb(git, content=b"x", levels=7):
    """A commit of some objects with 10 ** levels files in it: the same ten folders in each of the same ten folders."""
    entry = f"100644 blob {git.done('hash-object', '-w', '--stdin', input=content)}"
    for _ in range(levels):
        tree = git.done("mktree", input="".join(f"{entry}\t{name}\n" for name in range(10)).encode())
        entry = f"040000 tree {tree}"
    return git.done("commit-tree", "-m", "bomb", tree)


def _head(kind, size):
    head, size = [(kind << 4) | (size & 15)], size >> 4
    while size:
        head[-1] |= 0x80
        head.append(size & 0x7F)
        size >>= 7
    return bytes(head)


def _number(value):
    encoded = []
    while True:
        encoded.append(value & 0x7F | (0x80 if value > 0x7F else 0))
        value >>= 7
        if not value:
            return bytes(encoded)


def delta_bomb(size):
    """A pack of two files: a large one that compresses well, and one of so many bytes that is made of copies of it. Returns the
    pack, and the name of the first."""
    base = bytes((1 << 24) - 1)
    copy = bytes([0x80 | 0x70]) + struct.pack("<I", len(base))[:3]
    times = size // len(base)
    delta = _number(len(base)) + _number(times * len(base)) + copy * times
    name = hashlib.sha1(b"blob %d\0" % len(base) + base)
    pack = b"PACK" + struct.pack(">II", 2, 2)
    pack += _head(3, len(base)) + zlib.compress(base, 9)
    pack += _head(7, len(delta)) + name.digest() + zlib.compress(delta, 9)
    return pack + hashlib.sha1(pack).digest(), name.hexdigest()


def push_request(pack, name, reference):
    """The body of a push that makes a reference."""
    line = f"{'0' * 40} {name} {reference}\0 report-status agent=test".encode()
    return b"%04x" % (len(line) + 4) + line + b"0000" + pack
