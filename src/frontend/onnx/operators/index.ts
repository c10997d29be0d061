/** The table of operators: an entry is a name, the opsets it is for, what it infers and what it emits. */
import type { Operator } from "../operator.ts";
import { activationOperators, dropout } from "./activations.ts";
import { conv } from "./conv.ts";
import { convTranspose } from "./conv_transpose.ts";
import { arithmeticOperators } from "./elementwise.ts";
import { matrixOperators } from "./matrix.ts";
import { moveOperators } from "./move.ts";
import { normaliseOperators } from "./normalise.ts";
import { poolOperators } from "./pool.ts";
import { quantiseOperators } from "./quantise.ts";
import { reduceOperators } from "./reduce.ts";
import { shapeOperators } from "./shapes.ts";

export const operators: readonly Operator[] = [
  ...arithmeticOperators,
  ...activationOperators,
  dropout,
  ...shapeOperators,
  ...moveOperators,
  ...reduceOperators,
  ...matrixOperators,
  conv,
  convTranspose,
  ...poolOperators,
  ...normaliseOperators,
  ...quantiseOperators,
];

export const operatorNames: readonly string[] = operators.map(({ name }) => name);

const byName = new Map<string, Operator[]>();
for (const operator of operators) byName.set(operator.name, [...(byName.get(operator.name) ?? []), operator]);

export function findOperator(domain: string, name: string, opset: number): Operator | null {
  const found = byName.get(name)?.find(({ domains = [""], opsets: [least, most] = [0, 99] }) => {
    return domains.includes(domain) && (domain !== "" || (opset >= least && opset <= most));
  });
  return found ?? null;
}
