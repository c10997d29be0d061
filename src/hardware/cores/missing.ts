import { printType } from "../../types/print.ts";
import type { ScalarType } from "../../types/types.ts";

/** An operation for which there is no circuit: an exact power by an exponent that is not known to be small. Types of programs allow none. */
export class NoCore extends Error {
  override readonly name = "NoCore";
  readonly op: string;
  readonly type: ScalarType;

  constructor(op: string, type: ScalarType) {
    super(`no hardware core for ${op} of ${printType(type)}`);
    this.op = op;
    this.type = type;
  }
}
