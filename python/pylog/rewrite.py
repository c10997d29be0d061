"""A kernel's syntax tree as plain Python: what PyLog means beyond Python is spelled out as calls of `__pl__`.

    c = a + b            with c an array argument: c[...] = a + b
    map(f, img[1:-1])    map(f, __pl__.source(img, slice(1, -1))): offsets reach into img
    x: np.float32 = 0    x = __pl__.cast(np.float32, 0), and so does every later x = ...

and, in a kernel that uses exact types,

    x = x + 1            x = __pl__.exact((line, column), x + 1): in the type that the compiler has it in there
    w[0:8] = v           replaces bits where w is a number
    0.25                 a marked constant, whose own width counts
"""
import ast

from .exact import constant


def rewrite(node, arrays, exact):
    """The function without decorators and annotations, and the constants it refers to by name."""
    rewriter = Rewriter(exact)
    func = rewriter.function(node, arrays)
    module = ast.Module(body=[func], type_ignores=[])
    ast.fix_missing_locations(module)
    return module, rewriter.constants


class Rewriter(ast.NodeTransformer):
    def __init__(self, exact):
        self.exact = exact
        self.scopes = []
        self.constants = {}

    def function(self, node, arrays=()):
        self.scopes.append(Scope(node, arrays))
        body = [self.visit(stmt) for stmt in node.body]
        self.scopes.pop()
        flat = [stmt for part in body for stmt in (part if isinstance(part, list) else [part])]
        args = copy_of(node.args, defaults=[self.visit(value) for value in node.args.defaults])
        plain = ast.FunctionDef(name=node.name, args=args, body=flat, decorator_list=[], returns=None, type_comment=None)
        if hasattr(node, "type_params"):
            plain.type_params = []
        return ast.copy_location(plain, node)

    def visit_FunctionDef(self, node):
        return self.function(node)

    # Names

    def visit_Assign(self, node):
        node = self.generic_visit(node)
        scope = self.scopes[-1]
        target = node.targets[0]
        if len(node.targets) == 1 and isinstance(target, ast.Name) and scope.is_view(target.id):
            node.value = self.call("remember", [node.value.value, index_of(node.value.slice)], node.value)
            return node
        if len(node.targets) == 1 and isinstance(target, ast.Subscript) and self.exact:
            return self.store(node, target)
        held = [name for one in node.targets for name in self.bound(one)]
        node.targets = [self.target(one) for one in node.targets]
        if len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
            node.value = self.converted(node.targets[0], node.value)
            return node
        return [node] + [self.again(name) for name in held if self.converts(name)]

    def visit_AnnAssign(self, node):
        if node.value is None or not isinstance(node.target, ast.Name):
            return at(node, ast.Pass())
        name = node.target.id
        if name in self.scopes[-1].arrays:
            return self.visit(at(node, ast.Assign(targets=[node.target], value=node.value, type_comment=None)))
        value = self.converted(node.target, self.visit(node.value))
        return at(node, ast.Assign(targets=[node.target], value=value, type_comment=None))

    def visit_AugAssign(self, node):
        node = self.generic_visit(node)
        if not isinstance(node.target, ast.Name) or not self.converts(node.target):
            return node
        left = load(node.target.id)
        operation = self.call("augment", [ast.Constant(type(node.op).__name__), left, node.value], node)
        assign = ast.Assign(targets=[node.target], value=self.converted(node.target, operation), type_comment=None)
        return at(node, assign)

    def visit_For(self, node):
        node = self.generic_visit(node)
        names = [name for name in self.bound(node.target) if self.converts(name, loop=True)]
        node.body = [self.again(name) for name in names] + node.body
        return node

    def target(self, node):
        """Assigning a whole array argument writes it."""
        if isinstance(node, ast.Name) and node.id in self.scopes[-1].arrays:
            return at(node, ast.Subscript(value=load(node.id), slice=ast.Constant(...), ctx=ast.Store()))
        if isinstance(node, (ast.Tuple, ast.List)):
            node.elts = [self.target(one) for one in node.elts]
        return node

    def bound(self, node):
        if isinstance(node, ast.Name):
            return [] if node.id in self.scopes[-1].arrays else [node]
        return [name for one in node.elts for name in self.bound(one)] if isinstance(node, (ast.Tuple, ast.List)) else []

    def converts(self, name, loop=False):
        scope = self.scopes[-1]
        return name.id in scope.declared or self.exact and not loop

    def again(self, name):
        value = self.converted(name, load(name.id))
        return at(name, ast.Assign(targets=[store(name.id)], value=value, type_comment=None))

    def converted(self, name, value):
        """What a name is given, in the type that it has there."""
        scope = self.scopes[-1]
        if name.id in scope.arrays:
            return value
        if name.id in scope.declared:
            return self.call("cast", [scope.declared[name.id], value], value)
        if not self.exact:
            return value
        place = ast.Tuple(elts=[ast.Constant(name.lineno), ast.Constant(name.col_offset)], ctx=ast.Load())
        once = len(scope.bindings.get(name.id, ())) == 1
        return self.call("exact" if once else "exact_plain", [place, value], value)

    def store(self, node, target):
        """`x[i] = v`, where x or an element of an array may be a number with bits."""
        place = target.value
        index = index_of(target.slice)
        if isinstance(place, ast.Name) and self.scopes[-1].is_local(place.id):
            call = self.call("stored", [load(place.id), index, node.value], node)
            return at(node, ast.Assign(targets=[store(place.id)], value=call, type_comment=None))
        if isinstance(place, ast.Subscript):
            parts = [place.value, index_of(place.slice), index, node.value]
            return at(node, ast.Expr(value=self.call("store_in", parts, node)))
        return node

    # Expressions

    def visit_Call(self, node):
        node = self.generic_visit(node)
        if is_map(node.func) and node.args and not node.keywords:
            node.func = at(node.func, ast.Attribute(value=load("__pl__"), attr="map", ctx=ast.Load()))
            node.args = node.args[:1] + [self.map_source(arg) for arg in node.args[1:]]
        return node

    def map_source(self, node):
        if isinstance(node, ast.Subscript):
            return self.call("source", [node.value, index_of(node.slice)], node)
        return self.call("source_of", [node], node)

    def visit_Constant(self, node):
        if not self.exact or type(node.value) not in (int, float):
            return node
        name = "__pl_%s_%d" % (type(node.value).__name__, len(self.constants))
        self.constants[name] = constant(node.value)
        return at(node, load(name))

    def visit_Lambda(self, node):
        self.scopes.append(Scope(None, ()))
        node.body = self.visit(node.body)
        self.scopes.pop()
        return node

    def call(self, name, args, where):
        callee = ast.Attribute(value=load("__pl__"), attr=name, ctx=ast.Load())
        return at(where, ast.Call(func=callee, args=args, keywords=[]))


class Scope:
    """What a function binds, before anything is rewritten."""

    def __init__(self, node, arrays):
        self.arrays = frozenset(arrays)
        self.params = set()
        self.bindings = {}  # name: the statements that bind it
        self.declared = {}  # name: the annotation of a local
        if node is None:
            return
        every = node.args.posonlyargs + node.args.args + node.args.kwonlyargs
        self.params = {arg.arg for arg in every}
        for stmt in statements_in(node.body):
            for name in names_bound_by(stmt):
                self.bindings.setdefault(name, []).append(stmt)
            if isinstance(stmt, ast.AnnAssign) and isinstance(stmt.target, ast.Name):
                self.declared.setdefault(stmt.target.id, stmt.annotation)

    def is_local(self, name):
        return name in self.params or name in self.bindings

    def is_view(self, name):
        """Does the name only ever stand for one plain slice of an array that keeps its name?"""
        stmts = self.bindings.get(name, ())
        if len(stmts) != 1 or name in self.params or not isinstance(stmts[0], ast.Assign):
            return False
        value = stmts[0].value
        if len(stmts[0].targets) != 1 or not isinstance(value, ast.Subscript) or not isinstance(value.value, ast.Name):
            return False
        base = value.value.id
        once = len(self.bindings.get(base, ())) == (0 if base in self.params else 1)
        inside = [one.id for one in ast.walk(value.slice) if isinstance(one, ast.Name)]
        return once and not any(self.is_local(one) for one in inside)


def statements_in(body):
    """All statements of a function, not those of functions in it."""
    for stmt in body:
        yield stmt
        if isinstance(stmt, (ast.FunctionDef, ast.ClassDef)):
            continue
        for field in ("body", "orelse", "finalbody"):
            yield from statements_in(getattr(stmt, field, ()))


def names_bound_by(stmt):
    targets = getattr(stmt, "targets", None) or [getattr(stmt, "target", None)]
    if isinstance(stmt, ast.FunctionDef):
        return [stmt.name]
    if not isinstance(stmt, (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.For)):
        return []
    found = []
    for target in targets:
        stack = [target]
        while stack:
            one = stack.pop()
            if isinstance(one, ast.Name):
                found.append(one.id)
            elif isinstance(one, (ast.Tuple, ast.List)):
                stack.extend(one.elts)
    return found


def is_map(callee):
    name = callee.id if isinstance(callee, ast.Name) else getattr(callee, "attr", "")
    return name in ("map", "plmap")


def index_of(node):
    """A subscript as an expression: slices become calls of slice()."""
    if node.__class__.__name__ == "Index":  # Python 3.8 and before
        node = node.value
    if isinstance(node, ast.Tuple):
        return at(node, ast.Tuple(elts=[index_of(one) for one in node.elts], ctx=ast.Load()))
    if isinstance(node, ast.Slice):
        parts = [part if part is not None else ast.Constant(None) for part in (node.lower, node.upper, node.step)]
        slice_ = ast.Attribute(value=load("__pl__"), attr="slice", ctx=ast.Load())
        return at(node, ast.Call(func=slice_, args=parts, keywords=[]))
    return node


def load(name):
    return ast.Name(id=name, ctx=ast.Load())


def store(name):
    return ast.Name(id=name, ctx=ast.Store())


def at(where, node):
    """The node, and all in it that has no place yet, at the place of another."""
    for one in ast.walk(node):
        if "lineno" in one._attributes and not hasattr(one, "lineno"):
            ast.copy_location(one, where)
    return node


def copy_of(args, defaults):
    """Parameters without their annotations."""
    bare = [ast.copy_location(ast.arg(arg=one.arg, annotation=None, type_comment=None), one) for one in args.args]
    first = [ast.copy_location(ast.arg(arg=one.arg, annotation=None, type_comment=None), one) for one in args.posonlyargs]
    return ast.arguments(
        posonlyargs=first, args=bare, vararg=None, kwonlyargs=[], kw_defaults=[], kwarg=None, defaults=defaults
    )
