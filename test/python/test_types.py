"""The stub says what the package has."""
import ast
import importlib.util
import inspect
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

import pylog as package
from pylog.options import OPTION_NAMES, RUNNERS, WRITERS

HOME = pathlib.Path(package.__file__).parent
STUB = ast.parse((HOME / "__init__.pyi").read_text(encoding="utf-8"))


def declared(nodes):
    for node in nodes:
        if isinstance(node, (ast.ClassDef, ast.FunctionDef)):
            yield node.name
        elif isinstance(node, ast.AnnAssign):
            yield node.target.id
        elif isinstance(node, ast.Assign):
            yield node.targets[0].id
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            yield from (name.asname or name.name for name in node.names)


class Stub(unittest.TestCase):
    def test_has_every_name_that_a_star_brings(self):
        (names,) = [node.value for node in STUB.body if isinstance(node, ast.Assign) and node.targets[0].id == "__all__"]
        self.assertEqual(ast.literal_eval(names), package.__all__)
        self.assertEqual(set(package.__all__) - set(declared(STUB.body)), set())

    def test_has_nothing_that_is_not_there(self):
        said = [name for name in declared(STUB.body) if not name.startswith("_") and name not in IMPORTED]
        self.assertEqual([name for name in said if not hasattr(package, name)], [])

    def test_has_the_methods_of_kernels_and_reports(self):
        for name in ("Kernel", "Report", "Schedule"):
            (of_stub,) = [node for node in STUB.body if isinstance(node, ast.ClassDef) and node.name == name]
            written = {key for key, value in vars(getattr(package, name)).items() if inspect.isfunction(value)}
            public = {key for key in written if not key.startswith("_")} | {"_repr_html_"}
            self.assertEqual(public - set(declared(of_stub.body)), set())

    def test_has_the_options_and_backends_that_are_known(self):
        text = (HOME / "__init__.pyi").read_text(encoding="utf-8")
        backends = re.search(r"_Backend: TypeAlias = Literal\[(.*?)\]", text)[1]
        self.assertEqual(set(re.findall(r'"(\w+)"', backends)), set(WRITERS) | set(RUNNERS))
        for option in OPTION_NAMES:
            self.assertEqual(len(re.findall(r"^ +%s: .* = \.\.\.,$" % option, text, re.M)), 3, option)

    def test_comes_with_the_mark_that_makes_checkers_read_it(self):
        self.assertTrue((HOME / "py.typed").is_file())

    @unittest.skipUnless(importlib.util.find_spec("mypy"), "mypy is not here")
    def test_is_understood_by_mypy(self):
        program = pathlib.Path(__file__).with_name("typed.py")
        words = [sys.executable, "-m", "mypy", "--strict", "--python-version", "3.12", "--no-error-summary", str(program)]
        with tempfile.TemporaryDirectory() as cache:
            environment = dict(os.environ, MYPYPATH=str(HOME.parent), MYPY_CACHE_DIR=cache)
            said = subprocess.run(words, env=environment, capture_output=True, text=True).stdout.splitlines()
        self.assertEqual(len(said), 2, said)
        self.assertIn('Argument "backend"', said[0])
        self.assertIn('no attribute "cycels"', said[1])


IMPORTED = ("builtins", "os", "Callable", "Iterator", "Sequence", "Any", "Generic", "Literal", "Protocol", "TypedDict")
IMPORTED += ("TypeVar", "Union", "overload", "TypeAlias")


if __name__ == "__main__":
    unittest.main()
