"""CPython's own view of a source, in the form dump.ts gives to ours.

Reads a JSON list of sources from standard input; writes a JSON list with, for each, the tree or {"error": line}.
What the kernel language leaves out is one opaque node, as in our tree. Every node ends with its span, as
[line, column, end line, end column] counted in UTF-8 bytes as the ast module does.
"""

import ast
import json
import sys
import warnings

BINARY = {
    "Add": "+", "Sub": "-", "Mult": "*", "Div": "/", "FloorDiv": "//", "Mod": "%", "Pow": "**", "MatMult": "@",
    "LShift": "<<", "RShift": ">>", "BitAnd": "&", "BitOr": "|", "BitXor": "^",
}
UNARY = {"UAdd": "+", "USub": "-", "Invert": "~", "Not": "not"}
COMPARE = {
    "Eq": "==", "NotEq": "!=", "Lt": "<", "LtE": "<=", "Gt": ">", "GtE": ">=", "In": "in", "NotIn": "not in",
    "Is": "is", "IsNot": "is not",
}
UNSUPPORTED = {
    "ClassDef": "class", "Try": "try", "TryStar": "try", "With": "with", "AsyncFunctionDef": "async",
    "AsyncFor": "async", "AsyncWith": "async", "Raise": "raise", "Delete": "del",
    "Global": "global", "Nonlocal": "nonlocal", "Match": "match", "TypeAlias": "type alias",
}
OPAQUE = {
    "Dict": "dict", "Set": "set", "DictComp": "dict comprehension", "SetComp": "set comprehension",
    "JoinedStr": "f-string", "Await": "await", "Yield": "yield", "YieldFrom": "yield",
}


def span(node):
    return [node.lineno, node.col_offset, node.end_lineno, node.end_col_offset]


def op(table, node):
    return table[type(node).__name__]


def exprs(nodes):
    return [expr(n) for n in nodes]


def optional(node):
    return None if node is None else expr(node)


def params(a):
    first = len(a.posonlyargs) + len(a.args) - len(a.defaults)
    out = []
    for i, p in enumerate(a.posonlyargs + a.args):
        default = a.defaults[i - first] if i >= first else None
        passing = "positional" if i < len(a.posonlyargs) else "either"
        out.append([p.arg, optional(p.annotation), optional(default), "plain", passing])
    if a.vararg:
        # CPython 3.11 keeps the star of `*args: *Ts`; it says nothing to a kernel.
        annotation = a.vararg.annotation
        if isinstance(annotation, ast.Starred):
            annotation = annotation.value
        out.append([a.vararg.arg, optional(annotation), None, "star", "*"])
    for p, default in zip(a.kwonlyargs, a.kw_defaults):
        out.append([p.arg, optional(p.annotation), optional(default), "plain", "keyword"])
    if a.kwarg:
        out.append([a.kwarg.arg, optional(a.kwarg.annotation), None, "doubleStar", "*"])
    return out


def index(node):
    parts = node.elts if isinstance(node, ast.Tuple) else [node]
    return exprs(parts)


def constant(value):
    if value is None or value is True or value is False:
        return ["Constant", value]
    if value is ...:
        return ["Constant", "..."]
    if isinstance(value, int):
        return ["int", str(value)]
    if isinstance(value, float):
        return ["float", value.hex() if value == value and abs(value) != float("inf") else repr(value)]
    if isinstance(value, str):
        return ["String", [ord(c) for c in value]]
    if isinstance(value, bytes):
        return ["Unsupported", "bytes"]
    return ["imaginary", value.imag.hex() if abs(value.imag) != float("inf") else repr(value.imag)]


def expr(node):
    return bare(node) + [span(node)]


def bare(node):
    kind = type(node).__name__
    if kind in OPAQUE:
        return ["Unsupported", OPAQUE[kind]]
    match kind:
        case "Name":
            return ["Name", node.id]
        case "Constant":
            return constant(node.value)
        case "Tuple" | "List":
            return [kind, exprs(node.elts)]
        case "UnaryOp":
            return ["Unary", op(UNARY, node.op), expr(node.operand)]
        case "BinOp":
            return ["Binary", op(BINARY, node.op), expr(node.left), expr(node.right)]
        case "BoolOp":
            return ["Bool", "and" if isinstance(node.op, ast.And) else "or", exprs(node.values)]
        case "Compare":
            rest = [[op(COMPARE, o), expr(c)] for o, c in zip(node.ops, node.comparators)]
            return ["Compare", expr(node.left), rest]
        case "IfExp":
            return ["Conditional", expr(node.test), expr(node.body), expr(node.orelse)]
        case "Lambda":
            return ["Lambda", params(node.args), expr(node.body)]
        case "Call":
            return ["Call", expr(node.func), exprs(node.args), [[k.arg, expr(k.value)] for k in node.keywords]]
        case "Attribute":
            return ["Attribute", expr(node.value), node.attr]
        case "Subscript":
            return ["Subscript", expr(node.value), index(node.slice)]
        case "Slice":
            return ["Slice", optional(node.lower), optional(node.upper), optional(node.step)]
        case "Starred":
            return ["Starred", expr(node.value)]
        case "NamedExpr":
            return [kind, expr(node.target), expr(node.value)]
        case "ListComp" | "GeneratorExp":
            if any(g.is_async for g in node.generators):
                return ["Unsupported", "async comprehension"]
            clauses = [[expr(g.target), expr(g.iter), exprs(g.ifs)] for g in node.generators]
            return ["ListComp", "list" if kind == "ListComp" else "generator", expr(node.elt), clauses]
    raise ValueError(kind)


def stmts(nodes):
    return [stmt(n) + [span(n)] for n in nodes]


def stmt(node):
    kind = type(node).__name__
    if kind in UNSUPPORTED:
        return ["Unsupported", UNSUPPORTED[kind]]
    match kind:
        case "FunctionDef":
            return [kind, node.name, params(node.args), optional(node.returns), exprs(node.decorator_list), stmts(node.body)]
        case "Assign":
            return [kind, exprs(node.targets), expr(node.value)]
        case "AnnAssign":
            return [kind, expr(node.target), expr(node.annotation), optional(node.value)]
        case "AugAssign":
            return [kind, expr(node.target), op(BINARY, node.op), expr(node.value)]
        case "For":
            return [kind, expr(node.target), expr(node.iter), stmts(node.body), stmts(node.orelse)]
        case "While" | "If":
            return [kind, expr(node.test), stmts(node.body), stmts(node.orelse)]
        case "Return":
            return [kind, optional(node.value)]
        case "Assert":
            return [kind, expr(node.test), optional(node.msg)]
        case "Expr":
            return ["ExprStmt", expr(node.value)]
        case "Import":
            return [kind, [[a.name, a.asname] for a in node.names]]
        case "ImportFrom":
            module = "." * node.level + (node.module or "")
            return [kind, module, [[a.name, a.asname] for a in node.names]]
        case "Pass" | "Break" | "Continue":
            return [kind]
    raise ValueError(kind)


def dump(source):
    if source.startswith("\ufeff"):
        source = source.encode()  # only files may start with a byte order mark
    try:
        tree = ast.parse(source)
        compile(source, "source", "exec", dont_inherit=True)  # finds what the parser alone lets pass
        return stmts(tree.body)
    except (SyntaxError, ValueError) as problem:
        return {"error": getattr(problem, "lineno", 0), "message": str(problem)}


warnings.simplefilter("ignore")
sys.setrecursionlimit(5000)
json.dump([dump(s) for s in json.load(sys.stdin)], sys.stdout)
