/** Functions that a module holds once: divisions that round down, Python's checked arithmetic, positions that wrap. */
import type binaryen from "binaryen";
import { bug, type Code, callHost, constant, ints, type Ref } from "./code.ts";
import { importFunction } from "./host.ts";

type Int = "i32" | "i64";

/** NumPy's: a division by zero gives 0, the quotient that does not fit wraps. */
export type DivisionName = "floordiv" | "mod" | "fmod";

export function divide(code: Code, name: DivisionName, rep: Int, signed: boolean, a: Ref, b: Ref): Ref {
  const full = `${name}_${signed ? "s" : "u"}_${rep}`;
  return call(code, full, rep, [a, b], (w) =>
    w.m.if(w.of.eqz(w.get(1)), w.num(0), signed ? signedQuotient(w, name) : unsignedQuotient(w, name)),
  );
}

function unsignedQuotient({ of, get }: Writing, name: DivisionName): Ref {
  return name === "floordiv" ? of.div_u(get(0), get(1)) : of.rem_u(get(0), get(1));
}

/** By -1 there is never a rest, and the machine's own division would trap. */
function signedQuotient(w: Writing, name: DivisionName): Ref {
  const { m, of, get, set, num, rest } = w;
  if (name === "fmod") return of.rem_s(get(0), get(1));
  const adjust = m.i32.and(of.ne(get(rest), num(0)), of.lt_s(of.xor(get(rest), get(1)), num(0)));
  const rounded =
    name === "mod"
      ? m.if(adjust, of.add(get(rest), get(1)), get(rest))
      : of.sub(of.div_s(get(0), get(1)), m.if(adjust, num(1), num(0)));
  return m.if(
    of.eq(get(1), num(-1)),
    name === "mod" ? num(0) : of.sub(num(0), get(0)),
    m.block(null, [set(rest, of.rem_s(get(0), get(1))), rounded], w.type),
  );
}

/** Python's int: exact, and a fault where 64 bits do not hold it. The last argument is the site. */
export type PythonName = "add" | "sub" | "mul" | "floordiv" | "mod" | "fmod" | "shl" | "shr" | "neg" | "abs";

export function callPython(code: Code, name: PythonName, args: readonly Ref[], site: number): Ref {
  return call(code, `python_${name}`, "i64", [...args, code.m.i64.const(BigInt(site))], (w) =>
    pythonBody(w, name),
  );
}

function pythonBody(w: Writing, name: PythonName): Ref {
  const { m, get, set, num, rest } = w;
  const i64 = m.i64;
  const result = (value: Ref, wrong: () => Ref): Ref =>
    m.block(null, [set(rest, value), m.if(wrong(), fault(w, "overflow")), get(rest)], w.type);
  switch (name) {
    case "add":
      return result(i64.add(get(0), get(1)), () =>
        i64.lt_s(i64.and(i64.xor(get(0), get(rest)), i64.xor(get(1), get(rest))), num(0)),
      );
    case "sub":
      return result(i64.sub(get(0), get(1)), () =>
        i64.lt_s(i64.and(i64.xor(get(0), get(1)), i64.xor(get(0), get(rest))), num(0)),
      );
    case "mul":
      return product(w);
    case "floordiv":
    case "mod":
    case "fmod": {
      const minimum = -(2n ** 63n);
      const tooLarge = m.i32.and(i64.eq(get(0), num(minimum)), i64.eq(get(1), num(-1)));
      const checks = [m.if(i64.eqz(get(1)), fault(w, "zero-division"))];
      if (name === "floordiv") checks.push(m.if(tooLarge, fault(w, "overflow")));
      return m.block(null, [...checks, divide(w.code, name, "i64", true, get(0), get(1))], w.type);
    }
    case "shl":
      return m.block(
        null,
        [
          m.if(i64.lt_s(get(1), num(0)), fault(w, "negative-shift")),
          m.if(i64.eqz(get(0)), m.return(num(0))),
          m.if(i64.gt_u(get(1), num(63)), fault(w, "overflow")),
          result(i64.shl(get(0), get(1)), () => i64.ne(i64.shr_s(get(rest), get(1)), get(0))),
        ],
        w.type,
      );
    case "shr":
      return m.block(
        null,
        [
          m.if(i64.lt_s(get(1), num(0)), fault(w, "negative-shift")),
          i64.shr_s(get(0), m.if(i64.gt_u(get(1), num(63)), num(63), get(1))),
        ],
        w.type,
      );
    case "neg":
      return m.block(
        null,
        [m.if(i64.eq(get(0), num(-(2n ** 63n))), fault(w, "overflow")), i64.sub(num(0), get(0))],
        w.type,
      );
    case "abs":
      return m.block(
        null,
        [
          m.if(i64.eq(get(0), num(-(2n ** 63n))), fault(w, "overflow")),
          m.if(i64.lt_s(get(0), num(0)), i64.sub(num(0), get(0)), get(0)),
        ],
        w.type,
      );
  }
}

/** Of two numbers of 32 bits the product always fits; else the product divided again must give the factor. */
function product(w: Writing): Ref {
  const { m, get, set, num, rest } = w;
  const i64 = m.i64;
  const small = (index: number): Ref => i64.eq(i64.extend_s(m.i32.wrap(get(index))), get(index));
  const minimum = num(-(2n ** 63n));
  const minusOne = m.i32.and(i64.eq(get(0), num(-1)), i64.eq(get(1), minimum));
  const lost = m.if(i64.eq(get(0), num(-1)), minusOne, i64.ne(i64.div_s(get(rest), get(0)), get(1)));
  return m.block(
    null,
    [
      set(rest, i64.mul(get(0), get(1))),
      m.if(m.i32.and(small(0), small(1)), m.return(get(rest))),
      m.if(i64.eqz(get(0)), m.return(num(0))),
      m.if(lost, fault(w, "overflow")),
      get(rest),
    ],
    w.type,
  );
}

const messages = {
  overflow: "the result does not fit the 64 bits of a Python int",
  "zero-division": "division by zero",
  "negative-shift": "a shift by a negative count",
} as const;

export type PlainFault = keyof typeof messages;

/** The site is the routine's last parameter. */
function fault(w: Writing, what: PlainFault): Ref {
  return raise(w.code, what, w.m.i32.wrap(w.get(w.rest - 1)));
}

export function raise(code: Code, what: PlainFault, site: Ref): Ref {
  const { raise: throwFault } = code.host.runtime;
  const target = importFunction(code.host, `fault ${what}`, ["i32"], null, (at) =>
    throwFault(what, messages[what], Number(at)),
  );
  return code.m.block(null, [callHost(code, target, [site]), code.m.unreachable()]);
}

/** A function of 64-bit or 32-bit integers under construction, with one local more than it has parameters. */
interface Writing {
  readonly code: Code;
  readonly m: binaryen.Module;
  readonly of: binaryen.Module["i32"] | binaryen.Module["i64"];
  readonly type: binaryen.Type;
  readonly rest: number; // the local's index
  get(index: number): Ref;
  set(index: number, value: Ref): Ref;
  num(value: number | bigint): Ref;
}

function call(code: Code, name: string, rep: Int, args: readonly Ref[], body: (w: Writing) => Ref): Ref {
  const type = code.wasm[rep];
  const { m } = code;
  if (!code.routines.has(name)) {
    code.routines.add(name);
    const writing: Writing = {
      code,
      m,
      of: ints(code, rep),
      type,
      rest: args.length,
      get: (index) => m.local.get(index, type),
      set: (index, value) => m.local.set(index, value),
      num: (value) => constant(code, rep, value),
    };
    const params = code.wasm.createType(args.map(() => type));
    m.addFunction(name, params, type, [type], body(writing));
  }
  return m.call(name, [...args], type);
}

/** A position outside 0 .. extent-1: one counted from the end, or a fault. */
export function outsidePosition(
  code: Code,
  index: Ref,
  extent: number,
  axis: number,
  array: string,
  site: number,
): Ref {
  const { m, wasm } = code;
  const names = [...code.arrays.keys()];
  const told = [...code.arrays.values()].map(({ name, decl }) => (decl.table === undefined ? name : ""));
  const target = importFunction(
    code.host,
    "badIndex",
    ["i64", "i32", "i32", "i32", "i32"],
    null,
    (at, size, dim, which, where) =>
      code.host.runtime.badIndex(
        typeof at === "bigint" && !Number.isSafeInteger(Number(at)) ? at : Number(at),
        Number(size),
        Number(dim),
        told[Number(which)] ?? bug("no such array"),
        Number(where),
      ),
  );
  const name = "outside_position";
  if (!code.routines.has(name)) {
    code.routines.add(name);
    const get = (i: number): Ref => m.local.get(i, wasm.i32);
    const position = (): Ref => m.local.get(0, wasm.i64);
    const fromEnd = (): Ref => m.i64.add(position(), m.i64.extend_u(get(1)));
    m.addFunction(
      name,
      wasm.createType([wasm.i64, wasm.i32, wasm.i32, wasm.i32, wasm.i32]),
      wasm.i32,
      [],
      m.block(
        null,
        [
          m.if(m.i64.lt_u(fromEnd(), m.i64.extend_u(get(1))), m.return(m.i32.wrap(fromEnd()))),
          callHost(code, target, [position(), get(1), get(2), get(3), get(4)]),
          m.unreachable(),
        ],
        wasm.i32,
      ),
    );
  }
  const numbers = [extent, axis, names.indexOf(array), site].map((value) => m.i32.const(value));
  return m.call(name, [index, ...numbers], wasm.i32);
}
