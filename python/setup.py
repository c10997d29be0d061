"""Builds the package with the compiler in it, so that it needs Node.js and nothing else of Lutra: `pip wheel ./python`.

The compiler is the one around this folder, a checkout after `npm ci` or an npm package, in the one file that `npm run build`
makes of it.
"""
import json
import shutil
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py
from setuptools.errors import SetupError

HOME = Path(__file__).resolve().parent.parent
FILES = ["bin/lutra.js", "bin/bundle.js", "dist/cli/lutra.cjs", "package.json", "LICENSE"]
ENGINE = "binaryen"  # not in that file, and needed to run kernels; it needs no more than these of its own
ENGINE_FILES = ["package.json", "index.js", "LICENSE"]
NOT_TAKEN = {"@yowasp/yosys"}  # counts cells for `lutra report --area`, which this package does not ask for


class BuildWithCompiler(build_py):
    def run(self):
        super().run()
        if getattr(self, "editable_mode", False):
            return  # the package stays where it is, and the compiler next to it
        target = Path(self.build_lib).resolve() / "pylog" / "_lutra"
        shutil.rmtree(target, ignore_errors=True)
        for name in FILES:
            copy(HOME / name, target / name)
        for name in ENGINE_FILES:
            copy(installed(ENGINE) / name, target / "node_modules" / ENGINE / name)
        shutil.copytree(HOME / "include", target / "include")
        for name in bundled():
            for file in installed(name).glob("LICENSE*"):
                copy(file, target / "licenses" / name / file.name)


def copy(source, target):
    if not source.is_file():
        raise SetupError("%s is not there: run `npm ci` in %s first, then install this package" % (source, HOME))
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)


def bundled():
    """The npm packages that are part of the one file, or come beside it."""
    found, open_ = set(), [HOME]
    while open_:
        facts = json.loads((open_.pop() / "package.json").read_text(encoding="utf-8"))
        names = set(facts.get("dependencies", {})) - NOT_TAKEN - found
        found |= names
        open_ += [installed(name) for name in names]
    return sorted(found)


def installed(name):
    """Where npm has put a package that Lutra needs."""
    for folder in (HOME, *HOME.parents):
        found = folder / "node_modules" / name
        if (found / "package.json").is_file():
            return found
    raise SetupError("the npm package %s is not there: run `npm ci` in %s first, then install this package" % (name, HOME))


setup(cmdclass={"build_py": BuildWithCompiler})
