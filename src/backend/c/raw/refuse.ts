/** What the numbers of one file are written with: the language, and what it had to refuse. */
import type { Span } from "../../../diagnostics/diagnostic.ts";
import { printType } from "../../../types/print.ts";
import type { ScalarType } from "../../../types/types.ts";
import { atom, type Text } from "../text.ts";
import type { RawLanguage } from "./target.ts";

export interface Raw {
  readonly target: RawLanguage;
  readonly refused: Refused[]; // while it was written
}

/** An expression that plain C has no numbers for. */
export interface Refused {
  readonly span: Span;
  readonly type: string;
  readonly reason: string;
}

/** Notes it, and gives a text to go on with; the file is not written in the end. */
export function refuse(raw: Raw, span: Span, type: ScalarType, reason: string): Text {
  raw.refused.push({ span, type: printType(type), reason });
  return atom("0", "int");
}

export const widest = 64;

/** Why no variable can have this type, or null. */
export function refusalOfType(type: ScalarType): string | null {
  const bits = type.kind === "int" ? type.bits : type.kind === "fixed" ? type.width : 0;
  if (bits > widest) {
    return `${printType(type)} has ${bits} bits, and plain C has integers of up to ${widest}`;
  }
  if (type.kind === "float" && type.variant === "flopoco" && type.exponent === 11) {
    return `${printType(type)} has values that no C double has`;
  }
  return null;
}
