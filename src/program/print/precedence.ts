/** Python text that knows how tightly it binds, so that parentheses stand only where they are needed. */

export interface Text {
  readonly text: string;
  readonly level: Level;
}

export type Level = (typeof level)[keyof typeof level];

/** Loosest first, as in Python's reference manual. */
export const level = {
  lambda: 0,
  conditional: 1,
  or: 2,
  and: 3,
  not: 4,
  compare: 5,
  bitOr: 6,
  bitXor: 7,
  bitAnd: 8,
  shift: 9,
  sum: 10,
  product: 11,
  sign: 12,
  power: 13,
  atom: 14,
} as const;

const infixLevel = {
  or: level.or,
  and: level.and,
  "==": level.compare,
  "!=": level.compare,
  "<": level.compare,
  "<=": level.compare,
  ">": level.compare,
  ">=": level.compare,
  "|": level.bitOr,
  "^": level.bitXor,
  "&": level.bitAnd,
  "<<": level.shift,
  ">>": level.shift,
  "+": level.sum,
  "-": level.sum,
  "*": level.product,
  "/": level.product,
  "//": level.product,
  "%": level.product,
  "@": level.product,
  "**": level.power,
} as const;

export type Infix = keyof typeof infixLevel;

export function atom(text: string): Text {
  return { text, level: level.atom };
}

/** A number as it stands in Python; a negative one binds like any minus sign. */
export function number(text: string): Text {
  return { text, level: text.startsWith("-") ? level.sign : level.atom };
}

export function infix(left: Text, op: Infix, right: Text): Text {
  const own = infixLevel[op];
  if (op === "**") {
    return { text: `${bound(left, level.atom)} ** ${bound(right, level.sign)}`, level: own };
  }
  // Comparisons chain in Python, so both sides are kept apart; the rest groups to the left.
  const onLeft = bound(left, own === level.compare ? above(own) : own);
  return { text: `${onLeft} ${op} ${bound(right, above(own))}`, level: own };
}

export function prefix(op: "-" | "~" | "not ", operand: Text): Text {
  const own = op === "not " ? level.not : level.sign;
  return { text: op + bound(operand, own), level: own };
}

export function conditional(condition: Text, yes: Text, no: Text): Text {
  const sides = [bound(yes, level.or), bound(condition, level.or), bound(no, level.conditional)];
  return { text: `${sides[0]} if ${sides[1]} else ${sides[2]}`, level: level.conditional };
}

export function lambda(params: readonly string[], body: Text): Text {
  return { text: `lambda ${params.join(", ")}: ${body.text}`, level: level.lambda };
}

export function call(callee: string, ...args: readonly (Text | string)[]): Text {
  return atom(`${callee}(${args.map((arg) => (typeof arg === "string" ? arg : arg.text)).join(", ")})`);
}

/** `receiver.name(args)`; a bare number needs parentheses before a dot. */
export function method(receiver: Text, name: string, ...args: readonly (Text | string)[]): Text {
  return call(`${receiverText(receiver)}.${name}`, ...args);
}

export function attribute(receiver: Text, name: string): Text {
  return atom(`${receiverText(receiver)}.${name}`);
}

export function subscript(receiver: Text, subs: readonly string[]): Text {
  return atom(`${receiverText(receiver)}[${subs.join(", ")}]`);
}

function receiverText(receiver: Text): string {
  return /^\d/.test(receiver.text) ? `(${receiver.text})` : bound(receiver, level.atom);
}

function bound(part: Text, at: Level): string {
  return part.level >= at ? part.text : `(${part.text})`;
}

function above(own: Level): Level {
  return (own + 1) as Level;
}
