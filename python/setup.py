"""Remembers where the compiler is that this package was installed from."""
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py


class BuildWithHome(build_py):
    def run(self):
        super().run()
        home = Path(__file__).resolve().parent.parent
        if (home / "bin" / "lutra.js").is_file():
            target = Path(self.build_lib) / "pylog" / "_installed_from.py"
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text('"""Written by pip install."""\nHOME = %r\n' % str(home), encoding="utf-8")


setup(cmdclass={"build_py": BuildWithHome})
