"""Where the compiler is: LUTRA_HOME, next to this package, where `pip install` found it, or `lutra` on PATH."""
import os
import shutil
from pathlib import Path

from .errors import ToolMissing

OLDEST_NODE = (20, 19)


def command():
    """The words that start the compiler as a server."""
    script = compiler()
    if script.suffix != ".js":
        return [str(script), "serve"]  # a launcher that knows its Node.js
    return [node(), str(script), "serve"]


def compiler():
    home = os.environ.get("LUTRA_HOME")
    if home:
        script = Path(home) / "bin" / "lutra.js"
        if script.is_file():
            return script
        raise ToolMissing(
            "LUTRA_HOME is %s, and there is no bin/lutra.js in it; set it to the folder of the Lutra compiler" % home
        ) from None
    for folder in (Path(__file__).resolve().parents[2], recorded()):
        if folder is not None and (folder / "bin" / "lutra.js").is_file():
            return folder / "bin" / "lutra.js"
    found = shutil.which("lutra")
    if found is not None:
        return Path(os.path.realpath(found))
    raise ToolMissing(
        "the Lutra compiler was not found: get its source, run `npm ci` in it, and set LUTRA_HOME to its folder, "
        "or install this package from it with `pip install ./python`"
    ) from None


def recorded():
    """The checkout that this package was installed from, if it was."""
    try:
        from ._installed_from import HOME
    except ImportError:
        return None
    return Path(HOME)


def node():
    found = shutil.which(os.environ.get("LUTRA_NODE") or "node")
    if found is not None:
        return found
    raise ToolMissing(
        "Node.js was not found, and the Lutra compiler runs on it: install Node.js %d.%d or later (nodejs.org) "
        "and put `node` on PATH, or name it in LUTRA_NODE" % OLDEST_NODE
    ) from None
