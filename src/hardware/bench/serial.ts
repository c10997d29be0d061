/** Many bits behind one pin: shifted in, or summed up, a few at a clock. Nothing here is slower than what it serves. */
import { bug } from "../../diagnostics/bug.ts";
import { type Builder, delay, drive, input, register } from "../netlist/build.ts";
import { bit, concat, slice, xor } from "../netlist/expressions.ts";
import type { Expr, Ref } from "../netlist/nodes.ts";

export interface Serial {
  readonly take: (width: number) => Expr; // a register that nobody else has
  readonly finish: () => void;
}

/** Bits that are shifted in from a pin. */
export function startSerial(b: Builder): Serial {
  const pin = input(b, "given", 1);
  const parts: Ref[] = [];
  return {
    take: (width) => {
      const part = register(b, `serial_${parts.length}`, width);
      parts.push(part);
      return part;
    },
    finish: () => {
      let before: Expr = pin;
      for (const part of parts) {
        drive(b, part, part.width === 1 ? before : concat(b, slice(b, part, 0, part.width - 1), before));
        before = bit(b, part, part.width - 1);
      }
    },
  };
}

/** One bit that depends on all of them. */
export function folded(b: Builder, values: readonly Expr[]): Expr {
  let bits = values.flatMap((value) =>
    Array.from({ length: value.width }, (_, index) => bit(b, value, index)),
  );
  while (bits.length > 1) {
    const next: Expr[] = [];
    for (let at = 0; at < bits.length; at += 4) {
      const [first = bug("no bit"), ...rest] = bits.slice(at, at + 4);
      const sum = rest.reduce((one, other) => xor(b, one, other), first);
      next.push(delay(b, "folded", sum));
    }
    bits = next;
  }
  return bits[0] ?? bug("nothing to look at");
}
