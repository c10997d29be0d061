"""Where the compiler is: LUTRA_HOME, in this package, in the checkout around it, or `lutra` on PATH."""
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
    here = Path(__file__).resolve()
    for folder in (here.parent / "_lutra", here.parents[2]):  # brought by a wheel; of a checkout
        if (folder / "bin" / "lutra.js").is_file():
            return folder / "bin" / "lutra.js"
    found = shutil.which("lutra")
    if found is not None:
        return Path(os.path.realpath(found))
    raise ToolMissing(
        "the Lutra compiler was not found: install this package from its source with `pip install ./python` after `npm ci`, "
        "or set LUTRA_HOME to the folder of the compiler"
    ) from None


def node():
    found = shutil.which(os.environ.get("LUTRA_NODE") or "node")
    if found is not None:
        return found
    raise ToolMissing(
        "Node.js was not found, and the Lutra compiler runs on it: install Node.js %d.%d or later (nodejs.org) "
        "and put `node` on PATH, or name it in LUTRA_NODE" % OLDEST_NODE
    ) from None
