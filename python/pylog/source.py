"""The text of a kernel as the compiler gets it, and what the names in it stand for.

A kernel at the top of a file goes with the whole file, so that its places are the file's. Any other (in a function, in
a notebook cell) goes alone. What it needs from elsewhere is added at the end: imports, and functions it calls. Values of
the module and of enclosing functions are told apart from the text, as they stand at the call.
"""
import ast
import inspect
import linecache
import math
import types
from collections import namedtuple

import numpy as np

from . import wire
from .errors import Diagnostic, SourceMissing

Segment = namedtuple("Segment", ("start", "count", "file", "line", "column"))
"""`count` lines of the text from `start` on are lines of `file` from `line` on, `column` characters to the left."""


class Source:
    """What the compiler is told of a function. `constants` are values by name, as they were when it was made.

    It can be used again as long as nothing that it was made from has changed: `is_current`.
    """

    def __init__(self, func, schedule=None):
        self.func = func
        self.schedule = schedule  # (name, text) of another text that the compiler may speak of
        self.seen = Seen()
        self.compiled = {}  # what it was compiled to, by the kinds of arguments
        self.specialised = {}  # by the kinds of arguments: those whose values matter too
        self.trees = {}  # of the files that were read
        self.file, self.node, tree = definition(func, self.trees)
        self.lines = []
        self.segments = []
        self.constants = {}
        self.present = set()
        if is_kernel_of(tree, self.node):
            self.add(self.file, linecache.getlines(self.file, func.__globals__), 1, 0)
            self.present = bound_names(tree)
        else:
            self.add_function(self.file, self.node, func.__name__, kernel=True)
        self.collect(func, self.node, {func.__name__: func})

        self.text = "".join(self.lines)
        self.trees.clear()

    def is_current(self):
        """Do the names in it stand for what they stood for?"""
        return self.seen.still()

    def diagnostic(self, facts):
        """A remark of the compiler, at its place in the file that a person knows."""
        if self.schedule is not None and self.schedule[1] is not None and facts["file"] == self.schedule[0]:
            lines = self.schedule[1].splitlines() + [""]
            place = facts["file"], facts["line"], facts["column"]
            return Diagnostic(facts, place, lines[min(facts["line"], len(lines)) - 1])
        one = Diagnostic(facts, self.place(facts["line"], facts["column"]), self.line_at(facts["line"]))
        for note in facts.get("notes", ()):
            file, line, _ = self.place(note["line"], note["column"])
            one.notes.append((note["message"], file, line))
        return one

    def place(self, line, column):
        for segment in self.segments:
            if segment.start <= line < segment.start + segment.count:
                return segment.file, segment.line + line - segment.start, column + segment.column
        return self.file, self.node.lineno, 1

    def line_at(self, line):
        for segment in self.segments:
            if segment.start <= line < segment.start + segment.count:
                return " " * segment.column + self.lines[line - 1].rstrip("\n")
        return ""

    # Building the text

    def add(self, file, lines, line, column):
        if lines and not lines[-1].endswith("\n"):
            lines = lines[:-1] + [lines[-1] + "\n"]
        self.segments.append(Segment(len(self.lines) + 1, len(lines), file, line, column))
        self.lines.extend(lines)

    def add_line(self, text):
        """One that is in no file, or several."""
        self.lines.extend(text.splitlines(keepends=True))
        self.lines[-1] += "\n"

    def add_function(self, file, node, name, kernel):
        self.present.add(name)
        foreign = [one for one in node.decorator_list if not is_pylog(one)]
        first = min([one.lineno for one in foreign] + [node.lineno])
        if kernel:
            self.add_line("@pylog")
        lines = linecache.getlines(file)[first - 1 : node.end_lineno]
        indent = node.col_offset
        cut = [line[indent:] if not line[:indent].strip() else line.lstrip() for line in lines]
        self.add(file, [line or "\n" for line in cut], first, indent)

    def collect(self, func, node, known):
        """Adds what the names of a function stand for, and what those of the functions it calls do."""
        look = self.seen.names_of(func)
        for name in outer_names(func, node):
            value = look(name)
            if value is NOTHING:
                continue
            if name in known:
                if known[name] is not value:
                    raise SourceMissing(
                        "the name %s means one thing to %s and another to a function that it calls; rename one of them"
                        % (name, self.func.__name__)
                    )
                continue
            known[name] = value
            self.collect_value(name, value, func, known)

    def collect_value(self, name, value, func, known):
        if wire.is_constant(value):
            self.constants[name] = value
            return
        if type(value) is dict:
            self.constants.update(wire.fields(name, value))
            return
        helper = plain_function(value)
        if helper is not None and helper.__globals__.get("__name__", "").split(".")[0] not in ("numpy", "pylog"):
            file, node, tree = definition(helper, self.trees)
            here = file == self.file and node in tree.body and name == node.name and name in self.present
            if not here:
                if node.name != name:
                    raise SourceMissing(
                        "%s calls %s by the name %s; give it the name it was defined with"
                        % (func.__name__, node.name, name)
                    )
                self.add_function(file, node, name, kernel=False)
            self.collect(helper, node, known)
            return
        if name not in self.present:
            line = import_of(name, value)
            if line is not None:
                self.add_line(line)
                self.present.add(name)


NOTHING = object()
"""What a name stands for that has no value."""


class Seen:
    """Functions and names that a source was made from, and what they were."""

    def __init__(self):
        self.functions = []  # (function, its code)
        self.names = []  # (cell or None, globals, name, value, its items, its content)

    def names_of(self, func):
        """Looks names up as the function does, and remembers what was found."""
        self.functions.append((func, func.__code__))
        cells = dict(zip(func.__code__.co_freevars, func.__closure__ or ()))

        def look(name):
            cell = cells.get(name)
            value = value_of(cell, func.__globals__, name)
            content = wire.content(value)
            items = wire.Items(value) if content and isinstance(value, (tuple, list)) else None
            self.names.append((cell, func.__globals__, name, value, items, content))
            return value

        return look

    def still(self):
        """The same functions, and for each name the same object, or a constant that is no other to the compiler."""
        for func, code in self.functions:
            if func.__code__ is not code:
                return False
        for cell, scope, name, known, items, content in self.names:
            value = value_of(cell, scope, name)
            if value is known and (content is None or type(value) in wire.UNCHANGING):
                continue
            if value is known and items is not None and items.still(value):
                continue
            if content is None or wire.content(value) != content:
                return False
        return True


def value_of(cell, scope, name):
    if cell is not None:
        try:
            return cell.cell_contents
        except ValueError:
            pass  # not bound yet
    return scope.get(name, NOTHING)


def definition(func, trees=None):
    """(file, node, tree): where a function was defined. `trees`: of files that are parsed already."""
    file = func.__code__.co_filename
    tree = trees.get(file) if trees is not None else None
    if tree is None:
        tree = parsed(file, func)
        if trees is not None:
            trees[file] = tree
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.name == func.__name__:
            if min([node.lineno] + [one.lineno for one in node.decorator_list]) == func.__code__.co_firstlineno:
                return file, node, tree
    if func.__name__ == "<lambda>":
        raise SourceMissing("a lambda cannot be a kernel; write a function with def")
    raise SourceMissing("%s has changed since %s was loaded from it: load it again" % (file, func.__name__))


def parsed(file, func):
    """The file that a function is in."""
    lines = linecache.getlines(file, func.__globals__)
    if not lines:
        raise SourceMissing(
            "the text of %s is not known (it was typed into a prompt, or made by exec); define it in a file or in a "
            "notebook cell" % func.__name__
        )
    try:
        return ast.parse("".join(lines))
    except SyntaxError:
        raise SourceMissing("%s has changed since it was loaded: load it again" % file) from None


def is_kernel_of(tree, node):
    """Is it what the compiler finds under this name in the whole file?"""
    same = [one for one in tree.body if isinstance(one, ast.FunctionDef) and one.name == node.name]
    return bool(same) and same[-1] is node and any(is_pylog(one) for one in node.decorator_list)


def is_pylog(decorator):
    callee = decorator.func if isinstance(decorator, ast.Call) else decorator
    return (callee.id if isinstance(callee, ast.Name) else getattr(callee, "attr", "")) == "pylog"


def bound_names(tree):
    """What the statements of a file give a meaning to, as far as the compiler sees it."""
    names = set()
    for stmt in tree.body:
        if isinstance(stmt, ast.FunctionDef):
            names.add(stmt.name)
        elif isinstance(stmt, (ast.Import, ast.ImportFrom)):
            for alias in stmt.names:
                if alias.name == "*":
                    names.update(star_names(stmt.module))
                else:
                    names.add(alias.asname or alias.name.split(".")[0])
        elif isinstance(stmt, (ast.Assign, ast.AnnAssign)):
            for target in stmt.targets if isinstance(stmt, ast.Assign) else [stmt.target]:
                names.update(node.id for node in ast.walk(target) if isinstance(node, ast.Name))
    return names


def star_names(module):
    if module == "numpy":
        return np.__all__
    if module == "math":
        return [name for name in dir(math) if not name.startswith("_")]
    if module == "pylog":
        import pylog

        return pylog.__all__
    return []


def names_in(node):
    """Names that are read in a function, its annotations and defaults, in the order they appear."""
    return dict.fromkeys(
        one.id for part in [node.args] + node.body for one in ast.walk(part) if isinstance(one, ast.Name)
    )


def outer_names(func, node):
    """Those of `names_in` that may stand for something outside of the function."""
    code = func.__code__
    outer = OuterNames({*code.co_varnames, *code.co_cellvars})
    for part in [node.args] + node.body:
        outer.visit(part)
    return [name for name in names_in(node) if name in outer.found]


class OuterNames(ast.NodeVisitor):
    """Python's rule: a name that a function binds is its own in all of it. Annotations and defaults belong outside."""

    def __init__(self, own):
        self.own = [own]  # names of the functions around, outermost first
        self.found = set()

    def visit_Name(self, node):
        if not any(node.id in names for names in self.own):
            self.found.add(node.id)

    def visit_arguments(self, node):
        around, self.own = self.own, self.own[:-1]
        self.generic_visit(node)
        self.own = around

    def visit_AnnAssign(self, node):
        self.visit(node.target)
        around, self.own = self.own, []
        self.visit(node.annotation)
        self.own = around
        if node.value is not None:
            self.visit(node.value)

    def visit_Lambda(self, node):
        self.visit_inside(node, [node.body])

    def visit_FunctionDef(self, node):
        self.visit_inside(node, node.decorator_list + node.body)

    def visit_comprehension_in(self, node):
        targets = [one for part in node.generators for one in ast.walk(part.target)]
        self.own.append({one.id for one in targets if isinstance(one, ast.Name)})
        self.generic_visit(node)
        self.own.pop()

    visit_ListComp = visit_GeneratorExp = visit_SetComp = visit_DictComp = visit_comprehension_in

    def visit_inside(self, node, parts):
        said = [one for part in parts for one in ast.walk(part)]
        elsewhere = {name for one in said if isinstance(one, (ast.Global, ast.Nonlocal)) for name in one.names}
        bound = {one.id for one in said if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)}
        params = {one.arg for one in ast.walk(node.args) if isinstance(one, ast.arg)}
        direct = set() if any(isinstance(one, (ast.FunctionDef, ast.Lambda)) for one in said) else bound
        self.own.append((params | direct) - elsewhere)
        self.visit(node.args)
        for part in parts:
            self.visit(part)
        self.own.pop()


def closure_of(func):
    found = {}
    for name, cell in zip(func.__code__.co_freevars, func.__closure__ or ()):
        try:
            found[name] = cell.cell_contents
        except ValueError:
            pass  # not bound yet
    return found


def plain_function(value):
    """The function itself, also under @pylog."""
    value = getattr(value, "__wrapped__", value)
    return value if inspect.isfunction(value) else None


def import_of(name, value):
    """A line that gives a name its value in a file that does not say so, or None."""
    from . import exact

    if isinstance(value, types.ModuleType):
        return "import %s as %s" % (value.__name__, name) if value.__name__ in ("numpy", "math", "pylog") else None
    if isinstance(value, exact.ExactType):
        return "from pylog import *\n%s = %r" % (name, value) if repr(value) != name else "from pylog import " + name
    own = getattr(value, "__name__", None)
    if own is None:
        return None
    home = (getattr(value, "__module__", None) or "numpy").split(".")[0]
    for module in ("pylog", "numpy", "math"):
        if home == module and own.isidentifier():
            return "from %s import %s as %s" % (module, own, name)
    return None
