/** Valid sources that have tripped parsers, each with what is special about it. */
export const tricky: readonly (readonly [string, string])[] = [
  ["power binds tighter than minus", "x = -a**2\ny = a**-b**c\nz = -a.b[0]**-2"],
  [
    "not binds looser than comparison",
    "x = not a == b\ny = not a and b\nz = a and not b or c\nw = not not a in b",
  ],
  ["nested conditionals", "x = a if b else c if d else e\ny = (a if b else c) if d else e"],
  ["unary before bitwise", "x = ~x & y | ~z ^ w << 2 >> 1"],
  ["chained comparison", "x = a < b < c\ny = (a < b) < c\nz = a < (b < c) == d is not e not in f"],
  [
    "and, or flattened, parentheses kept",
    "x = a and b and c or d or e\ny = a and (b and c)\nz = (a or b) or c",
  ],
  ["unary chains", "x = - - + ~ -a\ny = not not not a"],
  [
    "lambda bodies",
    "f = lambda x: x if y else z\ng = lambda: lambda a, b=1: (a, b)\nh = lambda *a, k, **o: 0, 1",
  ],
  [
    "lambda with odd parameters",
    "f = lambda a, /, b,: 0\ng = lambda *, k=1: k\nx[lambda: 0:1, lambda a, b: 2]",
  ],
  [
    "all number forms",
    "x = [0, 00, 1_0, 0xFf_f, 0O17, 0B1_1, 1., .5, 1.5e+3, 1e10, 1_0.0_1e1_0, 1.e5, 1E5, 3j, 1.j, 0.0, 1e400]",
  ],
  ["huge integers", "x = 123456789012345678901234567890\ny = 0xffffffffffffffffffffffffffffffff"],
  ["a number against a word", "x = 1if a else 2\ny = [1for i in a]\nz = 1or 2"],
  ["strings joined", "x = 'a' \"b\" '''c\nd''' r'\\e' u'f'\ny = ('g'\n     'h')"],
  [
    "escapes",
    String.raw`x = '\\\'\"\a\b\f\n\r\t\v\101\0\x41\u00e9\U0001F600\q\
next'`,
  ],
  [
    "raw strings and bytes",
    String.raw`x = [r'\n', R"\'", b'\x00', Rb'\n', bR"x", f'{a}', rf"\{a}", F'''{a!r:>{w}}''']`,
  ],
  ["f-strings with strings inside", "x = f\"{a['k']:>{w}} {{}} {b!r}\"\ny = f'{a:%H:%M}' 'tail'"],
  ["docstrings and text with code in it", 'def f():\n    """a\n  def g(:\n"""\n    return "# no comment"'],
  [
    "subscripts",
    "x = a[i, 1:, ::2, :-1, ..., None, i:j:k]\ny = a[i,]\nz = a[:]\nw = a[(1, 2)]\nv = a[i][j].b[k]",
  ],
  ["starred subscript", "x = a[*b, 1]"],
  [
    "targets of every form",
    "a = b[0] = c.d = e, (f, [g, *h]) = [i, j] = (k) = v\na, = b\n*a, b = c\n(a) = 1\n[] = x\n() = x",
  ],
  ["annotated assignment", "x: int\ny: 'float32[8]' = 3\na.b: c\na[0]: d = 1\n(z): e = 1, 2"],
  [
    "augmented assignment",
    "a += 1\na[0] -= 1, 2\na.b @= c\na //= b\na **= 2\na <<= 1\na >>= 1\na &= b\na |= b\na ^= b\na %= b",
  ],
  [
    "parameters of every form",
    "def f(a, b: int, /, c=1, d: 'x' = 2, *args: int, e, f=3, **kw: str) -> 'y': pass\ndef g(*, a): pass\ndef h(a, b,): pass",
  ],
  [
    "decorators",
    "@a\n@b.c(d, e=1)\n@(lambda f: f)\n@x[0].y\ndef f(): pass\n\n# between\n@k\n\ndef g(): pass",
  ],
  ["nested functions", "def f():\n    def g():\n        def h(): return 1\n        return h\n    return g"],
  ["elif chains", "if a: b\nelif c: d\nelif e:\n    f\nelse: g"],
  ["loops with else", "for i in range(3):\n    break\nelse:\n    x\nwhile a:\n    continue\nelse: y"],
  [
    "for without parentheses",
    "for i, (j, k), *l in a, b: pass\nfor x, in y: pass\nfor a[0] in b: pass\nfor x in *a, b: pass",
  ],
  ["statements on one line", "a; b; c = 1;\nif x: a; b\nwhile y: pass"],
  [
    "calls",
    "f()\nf(a,)\nf(a, *b, c, d=1, *e, **g, h=2, **i)\nf(x for x in y)\nf((x for x in y), 1)\nf(x for x, y in z if x if y for w in x)",
  ],
  [
    "comprehensions",
    "x = [a for b in c]\ny = [(a, b) for a, b in c if a if not b for d in e]\nz = (a if b else c for d in e)",
  ],
  [
    "imports",
    "import a\nimport a.b as c, d\nfrom a import b\nfrom . import c\nfrom .. import d as e\nfrom ...f.g import (h, i as j,)\nfrom k import *",
  ],
  [
    "what no kernel can use",
    "x = {}\ny = {1: 2, **z}\nw = {1, *a}\nv = {a: b for c in d}\nu = {a for b in c}\nt = {lambda: 1}\ns = (q := 1)\nf(r := 2)",
  ],
  [
    "classes and blocks passed over",
    "class A(B, metaclass=C):\n    x: int = 1\n    def f(self): return super().f()\n\ntry:\n    a\nexcept (B, C) as d:\n    e\nelse:\n    f\nfinally:\n    g\nwith a as (b, c), d() as e.f:\n    pass\nwith (a as b, c):\n    pass",
  ],
  [
    "asynchronous code",
    "async def f():\n    async for a in b:\n        await c\n    else:\n        d\n    return [x async for x in y]\nx = 1",
  ],
  [
    "match as statement and as name",
    "match a:\n    case [1, *b] if c:\n        d\n    case {'k': v, **r}:\n        e\nmatch = case = type = print = _ = 1\nmatch(a)\nmatch[a:b]\nprint(match, end='')\ntype(a)",
  ],
  [
    "statements refused later",
    "def f():\n    global a\n    def g():\n        nonlocal b\n    b = 1\n    raise A from b\n    assert a, 'b'\n    del a[0], b\n    yield\n    x = yield\n    y = yield a, b\n    z = yield from c\n    return (yield)",
  ],
  [
    "ordinary host code",
    'if __name__ == "__main__":\n    a = np.zeros((3, 3), dtype=np.float32)\n    print(f"{a.sum():.3f}", file=sys.stderr)',
  ],
  [
    "continuation lines",
    "x = a + \\\n    b\nif a and \\\n   b:\n    c\nassert a, \\\n  b\ny = (a +  # one\n\n     b)   # two\n",
  ],
  [
    "comments and blank lines",
    "# start\n\nif a:  # why\n# at the margin\n        # deeper\n    b\n\n  # between\n    c\n# end",
  ],
  ["tabs", "if a:\n\tb\n\tif c:\n\t\td\n\te\nif f:\n        g\n"],
  ["form feeds", "a\n\f\nb\n\fdef f():\n    c\n"],
  ["no final line end", "if a:\n    b"],
  ["Windows line ends", "if a:\r\n    b = '''x\r\ny'''\r\n    c = d + \\\r\n  e\r\nf\r\n"],
  ["old Mac line ends", "if a:\r    b\rc\r"],
  ["byte order mark", "\ufeffx = 1\n"],
  ["unicode names", "é = ñandú = 变量 = 1\nﬁ = ª\n𝐱 = '😀' + é"],
  ["names like keywords", "iff = android = nots = is_ = None_ = lambdas = 1\nx = iff if nots else android"],
  ["empty", ""],
  ["only comments", "# a\n   # b\n"],
  ["ellipsis bodies", "def f(): ...\ndef g():\n    ..."],
];

/** Modules of Python's library, plain code of many styles. */
export const library: readonly string[] = [
  "argparse",
  "ast",
  "bisect",
  "calendar",
  "colorsys",
  "copy",
  "csv",
  "dataclasses",
  "difflib",
  "dis",
  "fractions",
  "functools",
  "heapq",
  "json/decoder",
  "keyword",
  "locale",
  "mimetypes",
  "nturl2path",
  "opcode",
  "pprint",
  "random",
  "re/_compiler",
  "shlex",
  "statistics",
  "string",
  "symtable",
  "textwrap",
  "tokenize",
];
