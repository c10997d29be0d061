"""Files that the compiler made, written where a person wants them."""
import io
import os

import numpy as np


def write(path, name, texts, arrays):
    """Writes files by name into a folder of the kernel's own, each whole or not at all. Gives the folder."""
    folder = os.path.join(path, name)
    for file, text in texts.items():
        write_file(os.path.join(folder, file), text.encode())
    for file, array in arrays.items():
        content = io.BytesIO()
        np.save(content, array)
        write_file(os.path.join(folder, file), content.getbuffer())
    return folder


def write_file(target, content):
    aside = "%s.%d.tmp" % (target, os.getpid())
    try:
        os.makedirs(os.path.dirname(target), exist_ok=True)
        with open(aside, "wb") as out:
            out.write(content)
        os.replace(aside, target)
    except OSError as error:
        raise ValueError("path: cannot write %s: %s" % (target, error.strerror)) from None
