/**
 * WebAssembly as trees of instructions: what an instruction takes stands below it. The simulator writes circuits with these, for a few
 * dozen instructions are all that it needs, and a library for all of them takes longer to load than most circuits take to run.
 */

export type Type = "i32" | "i64" | "v128";

/** Used once, wherever it is put. */
export type Code =
  | { readonly kind: "plain"; readonly bytes: readonly number[]; readonly operands: readonly Code[] }
  | { readonly kind: "get"; readonly local: number }
  | { readonly kind: "set"; readonly local: number; readonly value: Code }
  | { readonly kind: "sequence"; readonly codes: readonly Code[] }
  | { readonly kind: "loop"; readonly label: string; readonly body: Code }
  | { readonly kind: "if"; readonly condition: Code; readonly body: Code }
  | { readonly kind: "branch"; readonly label: string; readonly condition: Code | null }
  | { readonly kind: "call"; readonly name: string; readonly operands: readonly Code[] };

export function operandsOf(code: Code): readonly Code[] {
  switch (code.kind) {
    case "plain":
    case "call":
      return code.operands;
    case "get":
      return [];
    case "set":
      return [code.value];
    case "sequence":
      return code.codes;
    case "loop":
      return [code.body];
    case "if":
      return [code.condition, code.body];
    case "branch":
      return code.condition === null ? [] : [code.condition];
  }
}

/** Every instruction of a tree, in no order that matters; trees may be deeper than a stack. */
export function* instructionsIn(code: Code): Generator<Code> {
  const left = [code];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    yield next;
    left.push(...operandsOf(next));
  }
}
