/**
 * Expressions as text that know how strongly they bind, so that parentheses stand only where C, or a reader, needs them.
 *
 *     infix(infix(a, "+", b), "*", c)       // (a + b) * c
 *
 * Where precedence is clear to a compiler but not to people (`a & b == c`, `x + 1 << 2`, `p && q || r`), parentheses are
 * kept: it is what -Wparentheses asks for.
 */
export interface Text {
  readonly text: string;
  readonly level: Level;
  readonly ctype: string; // what C takes it for: `int` for the sum of two int8_t
  /** The low bits are right, but C may hold more of them than the type has: `a + b` of two int8_t is an int. */
  readonly loose?: true;
  /** What may stand instead where C converts to `ctype` by itself: on the right side of an assignment. */
  readonly plain?: Text;
  /** What an infix operator joins. */
  readonly parts?: { readonly left: Text; readonly operator: string; readonly right: Text };
}

/** From weak to strong. */
export type Level = number;

export const levels = {
  conditional: 3,
  or: 4,
  and: 5,
  bitOr: 6,
  bitXor: 7,
  bitAnd: 8,
  equality: 9,
  relation: 10,
  shift: 11,
  sum: 12,
  product: 13,
  prefix: 15, // casts too
  postfix: 16, // a name, a number, a call, a[i]
} as const;

const operators: Readonly<Record<string, Level>> = {
  "||": levels.or,
  "&&": levels.and,
  "|": levels.bitOr,
  "^": levels.bitXor,
  "&": levels.bitAnd,
  "==": levels.equality,
  "!=": levels.equality,
  "<": levels.relation,
  "<=": levels.relation,
  ">": levels.relation,
  ">=": levels.relation,
  "<<": levels.shift,
  ">>": levels.shift,
  "+": levels.sum,
  "-": levels.sum,
  "*": levels.product,
  "/": levels.product,
  "%": levels.product,
};

/** A name, a number, a call, an element: never in need of parentheses. */
export function atom(text: string, ctype: string): Text {
  return { text, level: levels.postfix, ctype };
}

export function call(name: string, args: readonly Text[], ctype: string): Text {
  return atom(`${name}(${args.map(({ text }) => text).join(", ")})`, ctype);
}

/** `left operator right`, all of which associate to the left. */
export function infix(left: Text, operator: string, right: Text, ctype: string): Text {
  const level = operators[operator];
  if (level === undefined) throw new Error(`bug: ${operator} is no operator of C`);
  return {
    text: `${leftSide(left, operator, level)} ${operator} ${rightSide(right, operator, level)}`,
    level,
    ctype,
    parts: { left, operator, right },
  };
}

function leftSide(operand: Text, operator: string, level: Level): string {
  return operand.level < level || (operand.level !== level && unclear(operand, operator))
    ? `(${operand.text})`
    : comparesTwice(operand, level)
      ? `(${operand.text})`
      : operand.text;
}

function rightSide(operand: Text, operator: string, level: Level): string {
  return operand.level <= level || unclear(operand, operator) ? `(${operand.text})` : operand.text;
}

/** `a < b < c` and `a == b == c` never mean what they say. */
function comparesTwice(operand: Text, level: Level): boolean {
  return level === operand.level && (level === levels.equality || level === levels.relation);
}

/** Operators whose precedence few people know by heart: what binds by an operator of its own stands in parentheses. */
function unclear(operand: Text, operator: string): boolean {
  switch (operator) {
    case "&":
    case "|":
    case "^":
      return operand.level < levels.prefix;
    case "<<":
    case ">>":
      return operand.level < levels.prefix;
    case "||":
      return operand.level === levels.and;
    case "==":
    case "!=":
      return operand.level < levels.shift;
    case "%":
      return operand.level === levels.product;
    default:
      return false;
  }
}

/** `-a`, `!a`, `~a`. */
export function prefix(operator: "-" | "!" | "~", operand: Text, ctype: string): Text {
  const twice = operator === "-" && operand.text.startsWith("-");
  const text = operand.level < levels.prefix || twice ? `(${operand.text})` : operand.text;
  return { text: `${operator}${text}`, level: levels.prefix, ctype };
}

/** `(type)a`. */
export function castTo(ctype: string, operand: Text): Text {
  return { text: `(${ctype})${inParentheses(operand, levels.prefix)}`, level: levels.prefix, ctype };
}

export function conditional(condition: Text, then: Text, otherwise: Text, ctype: string): Text {
  const [test, yes] = [condition, then].map((side) => inParentheses(side, levels.conditional + 1));
  const no = inParentheses(otherwise, levels.conditional);
  return { text: `${test} ? ${yes} : ${no}`, level: levels.conditional, ctype };
}

/** As the operand of something that needs at least `level`. */
export function inParentheses(operand: Text, level: Level): string {
  return operand.level < level ? `(${operand.text})` : operand.text;
}
