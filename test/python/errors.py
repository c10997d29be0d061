"""Runs programs that are wrong, one after the other, and prints what each of them says: a line of JSON."""
import json
import runpy
import sys


def said_by(path):
    try:
        runpy.run_path(path)
    except Exception as error:  # noqa: BLE001 - whatever it is, it is what a person sees
        kind = type(error)
        name = kind.__name__ if kind.__module__ == "builtins" else "pylog." + kind.__name__
        return "%s: %s\n" % (name, error)
    return "nothing is wrong\n"


for name in sys.argv[1:]:
    print(json.dumps({"name": name, "text": said_by(name)}), flush=True)
