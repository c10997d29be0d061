import { printType } from "../../types/print.ts";
import type { ScalarType } from "../../types/types.ts";

/** An operation for which there is no circuit. Whoever asked knows the line of the program, and reports it. */
export class NoCore extends Error {
  override readonly name = "NoCore";
  readonly op: string;
  readonly type: ScalarType;

  constructor(op: string, type: ScalarType, help?: string) {
    super(`no hardware core for ${op} of ${printType(type)}${help === undefined ? "" : `: ${help}`}`);
    this.op = op;
    this.type = type;
  }
}
