"""Files that the compiler made, written where a person wants them."""
import os


def write(path, name, files):
    """Writes files by name into a folder of the kernel's own, each whole or not at all. Gives the folder."""
    folder = os.path.join(path, name)
    for file, text in files.items():
        target = os.path.join(folder, file)
        try:
            os.makedirs(os.path.dirname(target), exist_ok=True)
            aside = "%s.%d.tmp" % (target, os.getpid())
            with open(aside, "w", encoding="utf-8", newline="\n") as out:
                out.write(text)
            os.replace(aside, target)
        except OSError as error:
            raise ValueError("path: cannot write %s: %s" % (target, error.strerror)) from None
    return folder


def summary(folder, files):
    first = os.path.join(folder, next(iter(files)))
    rest = len(files) - 1
    return first if rest == 0 else "%s and %d more file%s in %s" % (first, rest, "s" if rest > 1 else "", folder)


def next_step(folder, files, options):
    """Which vendor program makes hardware of it."""
    scripts = [name for name in files if name.endswith(".tcl")]
    if scripts:
        return "to build it, run `vitis_hls -f %s` in %s" % (scripts[0], folder)
    return "to build it, give the files in %s to the vendor's compiler for %s" % (folder, options.board or "your board")
