import {
  array,
  bool,
  complex64,
  complex128,
  type Dim,
  exactInt,
  type FloatVariant,
  fixed,
  float,
  int8,
  int16,
  int32,
  int64,
  type Overflow,
  pythonBool,
  pythonComplex,
  pythonFloat,
  pythonInt,
  type Rounding,
  type ScalarType,
  type Type,
  uint8,
  uint16,
  uint32,
  uint64,
} from "./types.ts";

export type ParsedType =
  | { readonly ok: true; readonly type: Type }
  | { readonly ok: false; readonly message: string; readonly at: number };

/** NumPy's own limit. */
const maxRank = 64;

/** The widest integer or fixed type. */
export const maxBits = 4096;

/**
 * Reads what printType writes; spaces are free, `float<8,23>` is float32.
 *
 *     parseType("fixed<16,6>[1024]")  // { ok: true, type: { kind: "array", … } }
 *     parseType("int33")              // { ok: false, message: "there is no type int33 …", at: 0 }
 */
export function parseType(text: string): ParsedType {
  try {
    return { ok: true, type: readType(tokens(text)) };
  } catch (error) {
    if (error instanceof Mistake) return { ok: false, message: error.message, at: error.at };
    throw error;
  }
}

class Mistake extends Error {
  readonly at: number;
  constructor(message: string, at: number) {
    super(message);
    this.at = at;
  }
}

interface Token {
  readonly text: string; // "" at the end
  readonly at: number;
}

interface Tokens {
  readonly peek: () => Token;
  readonly next: () => Token;
}

function tokens(source: string): Tokens {
  const found: Token[] = [];
  const pattern = /\s*(?:([A-Za-z_]\w*|-?\d+|<=|[<>[\],])|(\S))/gy;
  for (let match = pattern.exec(source); match !== null; match = pattern.exec(source)) {
    const text = match[1] ?? match[2] ?? "";
    const at = match.index + match[0].length - text.length;
    if (match[2] !== undefined) {
      const instead = "+-*/^.".includes(text) ? ": an extent is a whole number, written out" : "";
      throw new Mistake(`a type cannot contain '${text}'${instead}`, at);
    }
    found.push({ text, at });
  }
  const end: Token = { text: "", at: source.length };
  let position = 0;
  return {
    peek: () => found[position] ?? end,
    next: () => found[position++] ?? end,
  };
}

function readType(input: Tokens): Type {
  const element = readScalar(input);
  const type = input.peek().text === "[" ? array(element, readShape(input)) : element;
  const rest = input.peek();
  if (rest.text !== "") throw new Mistake(`the type ends before '${rest.text}'`, rest.at);
  return type;
}

const named: ReadonlyMap<string, ScalarType> = new Map<string, ScalarType>([
  ["bool", bool],
  ["int8", int8],
  ["int16", int16],
  ["int32", int32],
  ["int64", int64],
  ["uint8", uint8],
  ["uint16", uint16],
  ["uint32", uint32],
  ["uint64", uint64],
  ["float16", float(5, 10)],
  ["float32", float(8, 23)],
  ["float64", float(11, 52)],
  ["complex64", complex64],
  ["complex128", complex128],
]);

const pythonTypes: ReadonlyMap<string, ScalarType> = new Map([
  ["int", pythonInt],
  ["float", pythonFloat],
  ["bool", pythonBool],
  ["complex", pythonComplex],
]);

function readScalar(input: Tokens): ScalarType {
  const name = input.next();
  if (name.text === "python") {
    const which = input.next();
    const type = pythonTypes.get(which.text);
    if (type === undefined) throw new Mistake("after 'python' comes int, float, bool or complex", which.at);
    return type;
  }
  if (input.peek().text === "<") {
    switch (name.text) {
      case "int":
      case "uint":
        return readInt(input, name.text === "int");
      case "fixed":
      case "ufixed":
        return readFixed(input, name.text === "fixed");
      case "float":
        return readFloat(input);
    }
  }
  const type = named.get(name.text);
  if (type === undefined) throw new Mistake(unknownName(name.text), name.at);
  return type;
}

function unknownName(name: string): string {
  if (name === "") return "a type is expected";
  const width = /^(u?int)(\d+)$/.exec(name);
  if (width !== null && Number(width[2]) >= 1 && Number(width[2]) <= maxBits)
    return `there is no type ${name}: write ${width[1]}<${width[2]}>`;
  if (name === "int" || name === "uint") return `${name} needs a width: ${name}32 or ${name}<12>`;
  if (name === "complex") return "complex needs a width: complex64 or complex128";
  if (name === "float") return "float needs a width: float32, float64 or float<5,4>";
  if (name === "fixed" || name === "ufixed") return `${name} needs its width and integer bits: ${name}<16,6>`;
  return `there is no type ${name}: write one such as float32, int8, uint<12>, fixed<16,6> or float<5,4>`;
}

function readInt(input: Tokens, signed: boolean): ScalarType {
  expect(input, "<");
  const bits = readNumber(input, "the number of bits", 1, maxBits);
  expect(input, ">");
  return exactInt(bits, signed);
}

/** A binary point this far from the value is a slip of the pen, and would only exhaust memory. */
const farthestPoint = 65536;

function readFixed(input: Tokens, signed: boolean): ScalarType {
  expect(input, "<");
  const width = readNumber(input, "the width", 1, maxBits);
  expect(input, ",");
  const integer = readNumber(input, "the integer bits", -farthestPoint, farthestPoint);
  let rounding: Rounding = "truncate";
  let overflow: Overflow = "wrap";
  while (input.peek().text === ",") {
    input.next();
    const mode = input.next();
    if (isRounding(mode.text)) rounding = mode.text;
    else if (mode.text === "wrap" || mode.text === "saturate") overflow = mode.text;
    else
      throw new Mistake(
        `'${mode.text}' is no rounding (${roundings.join(", ")}) and no overflow (wrap, saturate)`,
        mode.at,
      );
  }
  expect(input, ">");
  return fixed(width, integer, signed, rounding, overflow);
}

const roundings: readonly Rounding[] = ["truncate", "floor", "nearest_even", "nearest_away", "toward_zero"];

function isRounding(text: string): text is Rounding {
  return (roundings as readonly string[]).includes(text);
}

function readFloat(input: Tokens): ScalarType {
  expect(input, "<");
  const exponent = readNumber(input, "the exponent bits", 2, 11);
  expect(input, ",");
  const mantissa = readNumber(input, "the mantissa bits", 1, 52);
  let variant: FloatVariant = "ieee";
  if (input.peek().text === ",") {
    input.next();
    const word = input.next();
    if (word.text !== "ieee" && word.text !== "ftz" && word.text !== "flopoco")
      throw new Mistake(`'${word.text}' is no variant of float: write ftz, flopoco or none`, word.at);
    variant = word.text;
  }
  expect(input, ">");
  return float(exponent, mantissa, variant);
}

function readShape(input: Tokens): Dim[] {
  expect(input, "[");
  const shape: Dim[] = [];
  for (;;) {
    const dynamic = input.peek().text === "<=";
    if (dynamic) input.next();
    const extent = readNumber(input, "the extent", 0, Number.MAX_SAFE_INTEGER);
    if (shape.length === maxRank)
      throw new Mistake(`an array has at most ${maxRank} dimensions`, input.peek().at);
    shape.push(dynamic ? { max: extent } : extent);
    if (input.peek().text !== ",") break;
    input.next();
  }
  expect(input, "]");
  return shape;
}

function readNumber(input: Tokens, what: string, low: number, high: number): number {
  const token = input.next();
  if (!/^-?\d+$/.test(token.text)) throw new Mistake(`${what} must be a number`, token.at);
  const value = Number(token.text);
  if (value < low || value > high)
    throw new Mistake(`${what} must be ${low} to ${high}, not ${token.text}`, token.at);
  return value;
}

function expect(input: Tokens, text: string): void {
  const token = input.next();
  if (token.text !== text) {
    throw new Mistake(`'${text}' is expected${token.text === "" ? "" : `, not '${token.text}'`}`, token.at);
  }
}
