"""Files that the compiler made, written where a person wants them."""
import hashlib
import io
import os
import re

import numpy as np

# What Lutra wrote in a folder, with checksums, as `sha256sum` prints them: `lutra build -o` keeps the same list.
LIST = ".lutra-files"


def write(path, name, texts, arrays):
    """Writes files by name into a folder of the kernel's own, each whole or not at all. Gives the folder.

    Only what is known to be Lutra's is written over: somebody else's files, or ones that were edited, are refused.
    """
    folder = os.path.join(path, name)
    files = {file: text.encode() for file, text in texts.items()}
    for file, array in arrays.items():
        content = io.BytesIO()
        np.save(content, array)
        files[file] = content.getvalue()
    for file, content in _claimed(folder, files).items():
        write_file(os.path.join(folder, file), content)
    return folder


def write_file(target, content):
    aside = "%s.%d.tmp" % (target, os.getpid())
    try:
        os.makedirs(os.path.dirname(target), exist_ok=True)
        if os.path.lexists(target) and not os.path.isfile(target):
            raise ValueError("path: cannot write %s: it is no plain file" % target)
        with open(aside, "xb") as out:
            out.write(content)
        os.replace(aside, os.path.realpath(target))
    except OSError as error:
        raise ValueError("path: cannot write %s: %s" % (target, error.strerror)) from None
    finally:
        if os.path.exists(aside):
            os.remove(aside)


def _claimed(folder, files):
    """The files and the list of them, where all of it is Lutra's to write."""
    ours = _read_list(os.path.join(folder, LIST))
    others = sorted(os.listdir(folder)) if ours is None and os.path.isdir(folder) else []
    if others:
        shown = ", ".join(others[:3]) + (", and %d more" % (len(others) - 3) if len(others) > 3 else "")
        raise ValueError("path: %s holds files that Lutra did not write: %s; name another path" % (folder, shown))
    sums = {file: hashlib.sha256(content).hexdigest() for file, content in files.items()}
    for file, made in sums.items():
        known = (ours or {}).get(file)
        if _checksum(os.path.join(folder, file)) not in (None, known, made):
            why = "Lutra did not write it" if known is None else "it was changed after Lutra wrote it"
            raise ValueError("path: cannot write %s: %s; remove it, or name another path" % (os.path.join(folder, file), why))
    kept = {file: known for file, known in (ours or {}).items() if os.path.exists(os.path.join(folder, file))}
    lines = ["%s  %s\n" % (known, file) for file, known in sorted({**kept, **sums}.items())]
    return {**files, LIST: "".join(lines).encode()}


def _read_list(path):
    """None where it is no such list."""
    if not os.path.isfile(path):
        return None
    try:
        with open(path, encoding="utf-8") as file:
            entries = [re.fullmatch("([0-9a-f]{64})  (.+)", line) for line in file.read().splitlines()]
    except (OSError, UnicodeDecodeError):
        return None
    return {entry[2]: entry[1] for entry in entries} if all(entries) else None


def _checksum(path):
    """None where there is nothing."""
    if not os.path.lexists(path):
        return None
    if not os.path.isfile(path):
        return ""
    try:
        with open(path, "rb") as file:
            return hashlib.sha256(file.read()).hexdigest()
    except OSError:
        return ""
