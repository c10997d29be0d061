/**
 * Complex numbers taken apart, once and for all roads: Loops with complex scalars and arrays become Loops of floats.
 *
 *     z = z * z + a[i]      =>      re = z_re * z_re - z_im * z_im + a[i, 0]
 *                                   im = z_re * z_im + z_im * z_re + a[i, 1]
 *                                   z_re = re; z_im = im
 *
 * A scalar becomes two, an array gets a last axis of real and imaginary part; a scalar argument or result becomes an
 * array of two. Names of arrays stay. What an operation on parts is, and in which order, src/types/complex.ts says.
 */
import { freeName } from "../../program/free_name.ts";
import { bug } from "../../types/fault.ts";
import { float64, isComplex, partOf, pythonBool, type ScalarType, sameType } from "../../types/types.ts";
import type {
  ArrayDecl,
  Expr,
  ExternalArgument,
  If,
  Loops,
  Meant,
  Origin,
  Param,
  ScalarDecl,
  Stmt,
} from "../nodes.ts";
import { expressionsIn, expressionsOf, statementsIn } from "../walk.ts";
import { atom, hasComplex, pairOf, realOf, type Split } from "./expression.ts";

export function withoutComplex(loops: Loops): Loops {
  if (!isConcerned(loops)) return loops;
  const taken = new Set([...loops.params, ...loops.arrays, ...loops.scalars].map(({ name }) => name));
  for (const stmt of statementsIn(loops.body)) if (stmt.kind === "for") taken.add(stmt.variable);
  const scalars: ScalarDecl[] = [];
  const parts: Split["parts"] = new Map();
  const split: Split = {
    parts,
    taken,
    out: [],
    place: { span: { from: 0, to: 0 }, operator: "source" },
    spill: (type) => {
      const name = freeName(taken, "part");
      taken.add(name);
      scalars.push({ kind: "scalar", name, type });
      return name;
    },
  };
  const declared = (decl: ScalarDecl): void => {
    const type = partOf(decl.type);
    const named = (part: string): string => {
      const name = freeName(taken, `${decl.name}_${part}`);
      taken.add(name);
      scalars.push({ kind: "scalar", name, type });
      return name;
    };
    parts.set(decl.name, { re: named("re"), im: named("im"), type });
  };
  const isSplit = (decl: Param): decl is ScalarDecl => decl.kind === "scalar" && isComplex(decl.type);
  const given = loops.params.filter(isSplit);
  for (const decl of [...given, ...loops.scalars.filter(isSplit)]) declared(decl);
  for (const { name } of given) loadArgument(split, name);
  body(split, loops.body);
  const results = new Map(
    loops.results.filter((name) => parts.has(name)).map((name) => [name, storeResult(split, name, given)]),
  );
  return {
    ...loops,
    params: loops.params.map((decl) =>
      decl.kind === "array" ? pairs(decl) : isSplit(decl) ? pairOfScalar(decl.name, decl) : decl,
    ),
    arrays: [...loops.arrays.map(pairs), ...results.values()],
    scalars: [...loops.scalars.filter((decl) => !isSplit(decl)), ...scalars],
    body: split.out,
    results: loops.results.map((name) => results.get(name)?.name ?? name),
  };
}

function isConcerned(loops: Loops): boolean {
  const decls = [...loops.params, ...loops.arrays, ...loops.scalars];
  if (decls.some((decl) => isComplex(decl.kind === "array" ? decl.element : decl.type))) return true;
  return statementsIn(loops.body).some((stmt) => expressionsOf(stmt).some(hasComplex));
}

function pairs(decl: ArrayDecl): ArrayDecl {
  if (!isComplex(decl.element)) return decl;
  return {
    ...decl,
    element: partOf(decl.element),
    shape: [...decl.shape, 2],
    complex: numbersOf(decl.element),
  };
}

/** A NumPy array outside: Python has no arrays of its own floats. */
function pairOfScalar(name: string, { type }: ScalarDecl): ArrayDecl {
  return { kind: "array", name, element: stored(partOf(type)), shape: [2], complex: numbersOf(type) };
}

function numbersOf(type: ScalarType): "numpy" | "python" {
  return type.kind === "python" ? "python" : "numpy";
}

function stored(part: ScalarType): ScalarType {
  return part.kind === "python" ? float64 : part;
}

function converted(value: Expr, type: ScalarType, s: Split): Expr {
  return sameType(value.type, type) ? value : { kind: "cast", operand: value, type, span: s.place.span };
}

/** A scalar argument is read once, at the start. */
function loadArgument(s: Split, name: string): void {
  const { re, im, type } = s.parts.get(name) ?? bug(`no scalar \`${name}\``);
  for (const [k, target] of [re, im].entries()) {
    const index = [position(k)];
    const load: Expr = { kind: "load", array: name, index, type: stored(type), span: s.place.span };
    emit(s, { kind: "assign", target, value: converted(load, type, s), origin: s.place });
  }
}

function storeResult(s: Split, name: string, given: readonly ScalarDecl[]): ArrayDecl {
  const { re, im, type } = s.parts.get(name) ?? bug(`no scalar \`${name}\``);
  const array = given.some((decl) => decl.name === name) ? freeName(s.taken, `${name}_result`) : name;
  s.taken.add(array);
  for (const [k, part] of [re, im].entries()) {
    const value = converted({ kind: "var", name: part, type }, stored(type), s);
    emit(s, { kind: "store", array, index: [position(k)], value, origin: s.place });
  }
  const complex = numbersOf(type);
  return { kind: "array", name: array, element: stored(type), shape: [2], complex };
}

function position(k: number): Expr {
  return { kind: "const", value: k, type: { kind: "python", name: "int" } };
}

function emit(s: Split, stmt: Stmt): void {
  s.out.push(stmt);
}

function body(s: Split, stmts: readonly Stmt[]): void {
  for (const stmt of stmts) statement(s, stmt);
}

/** The statements that `write` emits, apart. */
function captured(s: Split, write: () => void): readonly Stmt[] {
  const outer = s.out;
  s.out = [];
  write();
  const inner = s.out;
  s.out = outer;
  return inner;
}

function statement(s: Split, stmt: Stmt): void {
  s.place = stmt.origin;
  switch (stmt.kind) {
    case "assign":
      return assign(s, stmt.target, stmt.value, stmt.origin);
    case "store":
      return store(s, stmt);
    case "for": {
      const [from, to] = [realOf(s, stmt.from), realOf(s, stmt.to)];
      return emit(s, { ...stmt, from, to, body: captured(s, () => body(s, stmt.body)) });
    }
    case "while":
      return whileTrue(s, stmt);
    case "if": {
      const condition = realOf(s, stmt.condition);
      const then = captured(s, () => body(s, stmt.then));
      const otherwise = captured(s, () => body(s, stmt.else));
      return emit(s, { ...stmt, condition, then, else: otherwise });
    }
    case "region": {
      const args = stmt.external?.args.map(
        (arg): ExternalArgument => (arg.kind === "scalar" ? { ...arg, value: realOf(s, arg.value) } : arg),
      );
      const inner = captured(s, () => body(s, stmt.body));
      return emit(s, {
        ...stmt,
        body: inner,
        ...(stmt.external === undefined ? {} : { external: { ...stmt.external, args: args ?? [] } }),
      });
    }
    case "pragma":
      return emit(s, { ...stmt, names: stmt.names.map(({ word, is }) => ({ word, is: meant(s, is) })) });
    case "break":
    case "continue":
      return emit(s, stmt);
  }
}

/** A pragma about a complex scalar is about nothing that is left. */
function meant(s: Split, is: Meant): Meant {
  return is.kind === "scalar" && s.parts.has(is.name) ? { kind: "nothing" } : is;
}

/** The imaginary part is computed before the real one, which it may read, is set. */
function assign(s: Split, target: string, value: Expr, origin: Origin): void {
  const names = s.parts.get(target);
  if (names === undefined) return emit(s, { kind: "assign", target, value: realOf(s, value), origin });
  const { re, im } = pairOf(s, value);
  const later = mentions(im, names.re) ? atom(s, im) : im;
  emit(s, { kind: "assign", target: names.re, value: re, origin });
  emit(s, { kind: "assign", target: names.im, value: later, origin });
}

function mentions(expr: Expr, name: string): boolean {
  return expressionsIn(expr).some((inner) => inner.kind === "var" && inner.name === name);
}

function store(s: Split, stmt: Stmt & { kind: "store" }): void {
  const index = stmt.index.map((at) => realOf(s, at));
  if (!isComplex(stmt.value.type)) return emit(s, { ...stmt, index, value: realOf(s, stmt.value) });
  const shared = index.map((at) =>
    expressionsIn(at).some(({ kind }) => kind === "load") ? atom(s, at) : at,
  );
  const { re, im } = pairOf(s, stmt.value);
  // A part that is stored as it is, as where `a.real` is assigned, is left alone.
  const stays = (k: number, part: Expr): boolean =>
    part.kind === "load" &&
    part.array === stmt.array &&
    JSON.stringify(part.index) === JSON.stringify([...shared, position(k)]);
  const later = !stays(1, im) && expressionsIn(im).some(({ kind }) => kind === "load") ? atom(s, im) : im;
  for (const [k, part] of [re, later].entries()) {
    if (!stays(k, part)) emit(s, { ...stmt, index: [...shared, position(k)], value: part });
  }
}

/** A condition that needs statements before it is tested inside. */
function whileTrue(s: Split, stmt: Stmt & { kind: "while" }): void {
  let condition: Expr = stmt.condition;
  const test = captured(s, () => {
    condition = realOf(s, stmt.condition);
  });
  const inner = captured(s, () => body(s, stmt.body));
  if (test.length === 0) return emit(s, { ...stmt, condition, body: inner });
  const forever: Expr = { kind: "const", value: true, type: pythonBool };
  const { span } = stmt.origin;
  const ends: Expr = { kind: "unary", op: "not", operand: condition, type: condition.type, span };
  const leave: If = {
    kind: "if",
    condition: ends,
    then: [{ kind: "break", origin: stmt.origin }],
    else: [],
    origin: stmt.origin,
  };
  emit(s, { ...stmt, condition: forever, body: [...test, leave, ...inner] });
}
