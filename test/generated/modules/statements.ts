/** Statements of random modules: what binds names, and what changes objects under all of their names. */
import { oneOf, weighted } from "../choices.ts";
import { array, called, condition, float, floats, int, ints, rows, scalarFor, value } from "./expressions.ts";
import {
  anyOf,
  type Dtype,
  declare,
  indented,
  type Kind,
  newName,
  type Scope,
  type Variable,
} from "./model.ts";

export function block(scope: Scope, count: number): string[] {
  const lines: string[] = [];
  for (let i = 0; i < count && scope.names.statements > 0; i++) {
    scope.names.statements--;
    lines.push(...scope.c.part(() => statement(scope)));
  }
  return lines.length === 0 ? ["pass"] : lines;
}

function statement(scope: Scope): string[] {
  const { c, depth } = scope;
  const nested = depth > 0 ? 1 : 0;
  return weighted(c, [
    [4, () => bind(scope)],
    [5, () => changeList(scope)],
    [5, () => changeArray(scope)],
    [2, () => alias(scope)],
    [2, () => number(scope)],
    [2 * nested, () => branch(scope)],
    [2 * nested, () => loop(scope)],
    [nested, () => whileLoop(scope)],
    [1, () => unpack(scope)],
    [2, () => oddStatement(scope)],
    [1, () => callForEffect(scope)],
    [scope.inLoop ? 1 : 0, () => [`if ${condition(scope)}:`, ...indented([oneOf(c, ["continue", "break"])])]],
    [scope.opaque ? 4 : 0, () => opaque(scope)],
  ])();
}

function bind(scope: Scope): string[] {
  const { c } = scope;
  const kind = oneOf<Kind>(c, ["ints", "array", "int", "floats", "float", "matrix", "rows"]);
  const again = c.chance(15) ? anyOf({ ...scope, outer: [] }, kind) : null;
  const name = again?.name ?? newName(scope, kind);
  const [text, dtype] = newValue(scope, kind);
  declare(scope, name, kind, dtype);
  return [`${name} = ${text}`];
}

function newValue(scope: Scope, kind: Kind): [string, Dtype] {
  const { c } = scope;
  switch (kind) {
    case "int":
      return [int(scope), "int64"];
    case "float":
      return [float(scope), "float64"];
    case "ints":
      return [ints(scope), "int64"];
    case "floats":
      return [floats(scope), "float64"];
    case "rows":
      return [rows(scope), "int64"];
    case "array": {
      const made = array(scope);
      return [made.text, made.dtype];
    }
    case "matrix": {
      const dtype = oneOf<Dtype>(c, ["int64", "float32", "uint8"]);
      const text = oneOf(c, [
        `np.zeros((3, 2), np.${dtype})`,
        `np.arange(6).reshape(3, 2).astype(np.${dtype})`,
        `np.arange(6, dtype=np.${dtype}).reshape(2, 3).T`,
        `np.ones((4, 2), np.${dtype}) * 3`,
      ]);
      return [text, dtype];
    }
  }
}

/** Another name, or a view: both see later changes. */
function alias(scope: Scope): string[] {
  const { c } = scope;
  const from = anyOf(scope, "ints", "floats", "rows", "array", "matrix");
  if (from === null) return number(scope);
  const { name, dtype } = from;
  const give = (kind: Kind, text: string): string[] => {
    const made = newName(scope, kind);
    declare(scope, made, kind, dtype);
    return [`${made} = ${text}`];
  };
  switch (from.kind) {
    case "rows":
      return c.chance(50)
        ? give("ints", `${name}[${int(scope, 0)} % len(${name})] or [1]`)
        : give("rows", name);
    case "array":
      return give(
        "array",
        oneOf(c, [name, `${name}[::-1]`, `${name}[:]`, `np.asarray(${name})`, `${name}[0:2]`]),
      );
    case "matrix":
      return weighted(c, [
        [2, () => give("array", `${name}[${int(scope, 0)} % 3]`)],
        [1, () => give("array", `${name}[:, 1]`)],
        [1, () => give("array", `${name}.ravel()`)],
        [1, () => give("array", `${name}.T[0]`)],
        [1, () => give("array", `${name}.reshape(-1)`)],
        [1, () => give("matrix", `${name}[:, ::-1]`)],
        [1, () => give("matrix", name)],
      ])();
    default:
      return give(from.kind, name);
  }
}

function number(scope: Scope): string[] {
  const { c } = scope;
  const variable = anyOf({ ...scope, outer: [] }, "int", "float");
  if (variable === null) {
    const name = newName(scope, "int");
    const text = int(scope);
    declare(scope, name, "int");
    return [`${name} = ${text}`];
  }
  if (variable.kind === "float") return [`${variable.name} ${oneOf(c, ["+=", "-="])} ${float(scope, 1)}`];
  return [`${variable.name} ${oneOf(c, ["+=", "-=", "*="])} ${int(scope, 1)}`, `${variable.name} %= 1001`];
}

// Lists

function changeList(scope: Scope): string[] {
  const { c } = scope;
  const list = anyOf(scope, "ints", "floats", "rows");
  if (list === null) return bind(scope);
  const { name } = list;
  if (list.kind === "rows") return changeRows(scope, list);
  const item = (): string => (list.kind === "ints" ? int(scope, 1) : float(scope, 1));
  const more = (): string => (list.kind === "ints" ? ints(scope) : floats(scope));
  return weighted(c, [
    [3, () => [`${name}.append(${item()})`]],
    [3, () => [`${name}[${int(scope, 0)} % len(${name})] = ${item()}`]],
    [2, () => [`${name}[${int(scope, 0)} % len(${name})] ${oneOf(c, ["+=", "-="])} ${item()}`]],
    [1, () => [`${name}[0] /= 2`, ...(list.kind === "ints" ? [`${name}[0] = int(${name}[0])`] : [])]],
    [1, () => [`${name}.extend(${more()})`, ...short(name)]],
    [1, () => [`${name} += ${more()}`, ...short(name)].map((line) => ownOr(scope, list, line))],
    [1, () => [`${name}.insert(${int(scope, 0)}, ${item()})`]],
    [1, () => [`if len(${name}) > 2:`, `    ${name}.pop(${oneOf(c, ["", "0", "1"])})`]],
    [1, () => [`if len(${name}) > 3:`, `    del ${name}[${oneOf(c, ["1", "-1", "1:3", "::2"])}]`]],
    [
      1,
      () => [`${name}.${oneOf(c, ["reverse()", "sort()", "sort(reverse=True)", "sort(key=lambda v: -v)"])}`],
    ],
    [1, () => [`${name}[${oneOf(c, ["1:2", ":1", "2:", `len(${name}):`])}] = ${more()}`, ...short(name)]],
    [1, () => [`${name}[::2] = ${name}[::2][::-1]`]],
    [1, () => [`if ${item()} in ${name} and len(${name}) > 1:`, `    ${name}.remove(${name}[-1])`]],
  ])();
}

/** `x += …` binds x: inside a function that is the function's own. */
function ownOr(scope: Scope, variable: Variable, line: string): string {
  return !scope.inFunction || scope.vars.includes(variable)
    ? line
    : line.replace(/^(\w+) \+= (.*)$/, "$1.extend($2)");
}

/** Keeps lists from growing without end in loops. */
function short(name: string): string[] {
  return [`del ${name}[12:]`];
}

function changeRows(scope: Scope, { name }: Variable): string[] {
  const { c } = scope;
  const row = `${name}[${int(scope, 0)} % len(${name})]`;
  return oneOf(c, [
    [`${row}.append(${int(scope, 1)})`],
    [`for row in ${name}:`, "    row[:1] = [7]"],
    [`${name}.append([${int(scope, 1)}])`],
    [`${name}[-1] = ${row}`],
    [`${name}.insert(0, list(${row}))`],
  ]);
}

// Arrays

function changeArray(scope: Scope): string[] {
  const { c } = scope;
  const variable = anyOf(scope, "array", "matrix");
  if (variable === null) return bind(scope);
  const { name, dtype } = variable;
  const x = (): string => scalarFor(scope, dtype);
  const at = (): string => `${name}[${int(scope, 0)} % len(${name})]`;
  const float = dtype === "float64" || dtype === "float32";
  return weighted(c, [
    [3, () => [`${at()} = ${x()}`]],
    [2, () => [`${at()} ${oneOf(c, ["+=", "*=", "-="])} ${x()}`]],
    [2, () => [`${name}[${oneOf(c, ["1:", ":-1", "::2", "::-1", "..."])}] = ${x()}`]],
    [2, () => [`${name}[${oneOf(c, ["1:", ":-1", "::2", ":"])}] ${oneOf(c, ["+=", "*=", "-="])} ${x()}`]],
    [1, () => [`${name}[1:] = ${name}[:-1]`]],
    [1, () => [`${name}[${name} > ${oneOf(c, ["1", "3"])}] ${oneOf(c, ["=", "+=", "-="])} ${x()}`]],
    [1, () => [`${name}[[0, -1]] = ${x()}`]],
    [1, () => [`${name}.fill(${x()})`]],
    [1, () => [`${name}.sort()`]],
    [1, () => [`np.add(${name}, ${oneOf(c, ["1", name])}, out=${name})`]],
    [1, () => [`np.${oneOf(c, ["maximum", "minimum", "multiply"])}(${name}, ${name}[::-1], out=${name})`]],
    [1, () => [`for k in range(len(${name})):`, `    ${name}[k] ${oneOf(c, ["=", "+="])} k`]],
    [variable.kind === "matrix" ? 2 : 0, () => [`${name}[${c.pick(2)}, 1] = ${x()}`]],
    [variable.kind === "matrix" ? 1 : 0, () => [`${name}[:, 0] = ${name}[:, 1]`]],
    [scope.inFunction ? 0 : 1, () => [`${name} ${oneOf(c, ["+=", "*=", "-="])} ${x()}`]],
    [float && !scope.inFunction ? 1 : 0, () => [`${name} /= 2`]],
  ])();
}

// Control

function inner(scope: Scope, loop: boolean): Scope {
  return { ...scope, vars: [...scope.vars], depth: scope.depth - 1, inLoop: scope.inLoop || loop };
}

/** What both branches bind may be bound; only names from before are used afterwards. */
function branch(scope: Scope): string[] {
  const { c } = scope;
  const lines = [`if ${condition(scope)}:`, ...indented(block(inner(scope, false), 1 + c.pick(3)))];
  if (c.chance(20)) lines.push(`elif ${condition(scope)}:`, ...indented(block(inner(scope, false), 1)));
  if (c.chance(50)) lines.push("else:", ...indented(block(inner(scope, false), 1 + c.pick(2))));
  return lines;
}

function loop(scope: Scope): string[] {
  const { c } = scope;
  const inside = inner(scope, true);
  const list = anyOf(scope, "ints");
  const array = anyOf(scope, "array");
  const item = newName(inside, "int");
  const [head, bound] = weighted<[string, string[]]>(c, [
    [3, [`for ${item} in range(${2 + c.pick(4)}):`, [item]]],
    [list === null ? 0 : 2, [`for ${item} in ${list?.name}[:4]:`, [item]]],
    [list === null ? 0 : 1, [`for ${item}, other in enumerate(${list?.name}[:4]):`, [item, "other"]]],
    [
      list === null ? 0 : 1,
      [`for ${item}, other in zip(${list?.name}[:3], range(9, 0, -2)):`, [item, "other"]],
    ],
    [array === null ? 0 : 1, [`for ${item} in (int(v) % 20 for v in ${array?.name}[:4]):`, [item]]],
    [scope.opaque ? 1 : 0, [`for ${item} in elsewhere.several():`, [item]]],
  ]);
  for (const name of bound) declare(inside, name, "int");
  const lines = [head, ...indented(block(inside, 1 + c.pick(3)))];
  if (c.chance(10)) lines.push("else:", ...indented(block(inner(scope, false), 1)));
  return lines;
}

function whileLoop(scope: Scope): string[] {
  const { c } = scope;
  const inside = inner(scope, true);
  const counter = `count${scope.names.next++}`;
  const body = block(inside, 1 + c.pick(2));
  return [
    `${counter} = 0`,
    `while ${counter} < ${2 + c.pick(3)}:`,
    ...indented([`${counter} += 1`, ...body]),
  ];
}

/** Orders of evaluation, iterators that are gone through later, arrays without axes, views that nobody names. */
function oddStatement(scope: Scope): string[] {
  const { c } = scope;
  const list = anyOf(scope, "ints");
  const array = anyOf(scope, "array");
  const matrix = anyOf(scope, "matrix");
  const n = `n${scope.names.next++}`;
  const T = list?.name ?? "";
  const A = array?.name ?? "";
  const M = matrix?.name ?? "";
  const give = (kind: Kind, lines: readonly string[], dtype: Dtype = "int64"): string[] => {
    const made = newName(scope, kind);
    declare(scope, made, kind, dtype);
    return lines.map((line) => line.replaceAll("$", made));
  };
  const ofList: (() => string[])[] = [
    () => [`${T}[0], ${T}[-1] = ${T}[-1], ${T}[0]`],
    () => [`${n}, ${T}[${n} % len(${T})] = 1, ${int(scope, 0)}`],
    () => [`${T}[0] = ${n} = ${int(scope, 1)}`],
    () => give("ints", [`${n} = (v * 2 for v in ${T})`, `${T}.append(4)`, `$ = list(${n})`]),
    () => give("ints", [`${n} = iter(${T})`, `next(${n})`, `$ = [*${n}, 1]`]),
    () =>
      give("ints", [
        `${n} = zip(${T}, range(3))`,
        `${T}[0] = 9`,
        `$ = [a * b for a, b in ${n}] + list(${n}) + [0]`,
      ]),
    () => [
      `for ${n}, v in enumerate(${T}):`,
      `    if ${n} < 3:`,
      `        ${T}[${n}] = v + ${T}[-1 - ${n} % len(${T})]`,
    ],
    () => [`for ${n} in ${T}:`, `    if len(${T}) < 7:`, `        ${T}.append(${n} % 3)`],
    () => give("ints", [`$ = ${T} if ${condition(scope)} else [1, 2]`, "$.append(3)"]),
    () => [`${T}[:] = [v for v in ${T} if v != 3] or [1]`],
    () => [`${n} = [${T}, ${T}]`, `${n}[1].append(8)`, `${n}[0] += [1]`],
    () => [`${n} = (${T}, 5)`, `${n}[0].append(6)`],
    () => [
      `def sub${n}(*parts, scale=2):`,
      "    for part in parts:",
      "        part[0] = len(parts) * scale",
      `sub${n}(${T}, [1])`,
    ],
    () => [`if (${n} := len(${T})) > 2:`, `    ${T}[1] = ${n}`],
    () => give("ints", [`$ = [0] * 3`, `${n} = [$, $[:], list($), $ + []]`, `$[1] = 4`, `${n}[1][0] = 7`]),
  ];
  const ofArray: (() => string[])[] = [
    () => [`${n} = np.array(3)`, `${n}b = ${n}`, `${n} += 2`, `${n}b[...] = ${n} * 2`],
    () => [`${A}[np.array([0, 0, 1])] += 1`],
    () => [`${A}[[0, 1]] = ${A}[[1, 0]]`],
    () => [`${A}[0], ${A}[1] = ${A}[1], ${A}[0]`],
    () => [`${A}[:2].fill(${c.pick(5)})`],
    () => [`${A}[::-1][0] = 6`],
    () => give("ints", [`$ = [int(v) for v in reversed(${A})]`]),
    () => [`for ${n} in ${A}:`, `    ${A}[-1] += 1`, "    break"],
    () => [`${A}[${A} % 2 == 0] = 1`],
    () => [`${n} = ${A}[:]`, `${n} = ${n} + 1`, `${n}[0] = 50`],
    () => [`${n} = ${A}`, `${n} += 1`],
    () => [`${A}[0] = ${A}[-1] = 4`],
    () => [`${n} = [${A}, ${A}[1:]]`, `${n}[1][0] = 3`, `${n}[0] *= 2`],
    () => [`${n} = np.diagonal(np.array([[1, 2], [3, 4]]))`],
  ];
  const ofMatrix: (() => string[])[] = [
    () => [`${M}.T[0] = 5`],
    () => [`${M}.reshape(-1)[0] = 6`],
    () => [`${M}.ravel()[1] = 7`],
    () => [`for ${n} in ${M}:`, `    ${n}[0] += 1`],
    () => [`${M}[[0, 1], [1, 0]] = 9`],
    () => [`${M}[:, [1, 0]] = ${M}[:, [0, 1]]`],
    () => [`${M}[${M} > 3] = 2`],
    () => [`${M}[..., 0] = ${M}[0, 1]`],
    () => [`${M}[0:2] += ${M}[1:3]`],
    () => [`${n} = ${M}[1:, ::-1]`, `${n}[0, 0] = 8`, `${n} = ${n}.T`, `${n}[:] = 1`],
    () => [`${M}[(slice(None), 1)] = 3`, `${M}[None][0, 0] = 2`],
    () => [`${n} = (${M} @ np.ones((2, 2), ${M}.dtype))[0]`, `${n} += 1`],
    () => [`${n} = ${M}.sum(axis=0)`, `${n}[0] = 2`],
    () => [`${n} = np.squeeze(${M}[:1])`, `${n}[1] = 4`],
    () => [`${n} = ${M}.swapaxes(0, 1).reshape(2, -1)`, `${n}[0] = 3`],
  ];
  const makers = [
    ...(list === null ? [] : ofList),
    ...(array === null ? [] : ofArray),
    ...(matrix === null ? [] : ofMatrix),
  ];
  return makers.length === 0 ? bind(scope) : oneOf(c, makers)();
}

function unpack(scope: Scope): string[] {
  const { c } = scope;
  const [a, b] = [newName(scope, "int"), newName(scope, "int")];
  const list = newName(scope, "ints");
  const [x, y] = [int(scope), int(scope)];
  declare(scope, a, "int");
  declare(scope, b, "int");
  if (c.chance(40)) {
    declare(scope, list, "ints");
    return [`${a}, *${list}, ${b} = [${x}, 4, 5, ${y}]`];
  }
  return c.chance(40) ? [`${a}, ${b} = ${x}, ${y}`, `${a}, ${b} = ${b}, ${a}`] : [`${a} = ${b} = ${x}`];
}

function callForEffect(scope: Scope): string[] {
  const found = scope.functions.filter((fn) => fn.gives === null);
  const fn = found[scope.c.pick(found.length)];
  const argument = fn === undefined ? null : value(scope, fn.takes);
  if (fn === undefined || argument === null) return bind(scope);
  return [`${fn.name}(${argument})`];
}

/** Calls of code that the compiler does not read, and constructs that it does not evaluate. */
function opaque(scope: Scope): string[] {
  const { c } = scope;
  const variable = anyOf(scope, "ints", "array", "rows", "matrix", "floats");
  if (variable === null) return bind(scope);
  const { name, kind, dtype } = variable;
  const changer = scope.functions.find((fn) => fn.gives === null);
  const give = (text: string): string[] => {
    const made = newName(scope, kind);
    declare(scope, made, kind, dtype);
    return [`${made} = ${text}`];
  };
  return weighted(c, [
    [2, () => [`elsewhere.change(${name})`]],
    [1, () => give(`elsewhere.same(${name})`)],
    [1, () => give(`{"a": ${name}}["a"]`)],
    [1, () => [`box = elsewhere.boxed(${name})`, `elsewhere.change(box)`]],
    [
      1,
      () => [
        `held = {"x": ${name}, "y": len(${name})}`,
        `held["x"]${kind === "matrix" || kind === "array" ? "[0] = 1" : ".append(held['y'])"}`,
      ],
    ],
    [1, () => [`elsewhere.keep(${name})`]],
    [1, () => [`elsewhere.later()`]],
    [
      1,
      () => [
        `try:`,
        ...indented(block(inner(scope, false), 1 + c.pick(2))),
        "except ValueError:",
        "    pass",
      ],
    ],
    [1, () => [`bag = elsewhere.Bag()`, `bag.add(${name})`, "bag.spill()"]],
    [
      changer === undefined ? 0 : 2,
      () => [`elsewhere.change(lambda: ${changer?.name}(${value(scope, changer?.takes ?? "int") ?? "1"}))`],
    ],
    [1, () => [`message = f"{${name}[0]} {len(${name})}"`]],
    [
      1,
      () => [
        `with open(__import__("os").devnull) as file:`,
        ...indented(block(inner(scope, false), 1 + c.pick(2))),
      ],
    ],
    [
      1,
      () => [
        `try:`,
        ...indented(block(inner(scope, false), 1)),
        `    raise ValueError(${name}[0])`,
        "except ValueError:",
        ...indented(block(inner(scope, false), 1)),
        "finally:",
        ...indented(block(inner(scope, false), 1)),
      ],
    ],
    [
      1,
      () => [
        `def steps${scope.names.next}():`,
        `    for v in ${name}:`,
        `        ${name}[0] = ${name}[-1]`,
        "        yield v",
        `for _ in steps${scope.names.next++}():`,
        "    pass",
      ],
    ],
    [1, () => [`made = {k: ${name} for k in range(2)}`, `made[1][0] = ${name}[-1]`]],
    [1, () => [`pairs = [(${name}, k) for k in elsewhere.several()]`, `pairs[0][0][0] = ${name}[-1]`]],
    [1, () => [`later = (setitem(${name}) for _ in range(1))`, "elsewhere.change(list(later))"]],
    [1, () => [`hooks = [lambda: setitem(${name})]`, "elsewhere.keep(hooks[0])"]],
    [1, () => [`while elsewhere.false():`, ...indented(block(inner(scope, true), 1))]],
    [
      1,
      () =>
        [`if elsewhere.true():`, `    ${name} = elsewhere.same(${name})`, `${name}[0] = ${name}[-1]`].map(
          (line) => (scope.inFunction ? "pass" : line),
        ),
    ],
    [1, () => [`getattr(${name}, "${kind === "array" || kind === "matrix" ? "sort" : "reverse"}")()`]],
    [1, () => [`globals()["extra"] = 1`]],
    [1, () => [`picked = [${name}, [1]][elsewhere.number() % 2]`, `picked[0] = 1`]],
    [
      1,
      () => [
        `class Local${scope.names.next++}:`,
        `    kept = ${name}`,
        "    def change(self):",
        `        ${name}[0] = 5`,
      ],
    ],
    [1, () => [`found = called_with(elsewhere.number(), ${name})`]],
    [
      1,
      () => {
        const text = called(scope, "ints");
        return text === null ? [] : [`elsewhere.change(${text})`];
      },
    ],
  ])();
}
