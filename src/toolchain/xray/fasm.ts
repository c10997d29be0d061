/**
 * FASM, the text that names what is set in an FPGA (chipsalliance/fasm, docs/specification): one feature a line, of one bit or of
 * several that have a value.
 *
 *     featuresIn("INT_L_X0Y0.WW2BEG0.LOGIC_OUTS_L0\nA.INIT[3:0] = 4'b0110 # LUT");
 */
import { Failure } from "../../diagnostics/failure.ts";

export interface Feature {
  readonly tile: string;
  readonly name: string; // in the tile: SLICEL_X0.ALUT.INIT
  readonly bits: readonly number[]; // that are set; of a feature of one bit bit 0
}

export function featuresIn(text: string): readonly Feature[] {
  return text.split("\n").flatMap((line, at) => {
    const said = line
      .replace(/#.*$/, "")
      .replaceAll(/\{[^}]*\}/g, "")
      .trim(); // without comments and annotations
    return said === "" ? [] : [featureOf(said, at + 1)];
  });
}

function featureOf(line: string, at: number): Feature {
  const parts = /^([^.\s]+)\.([^\s[=]+)(?:\[(\d+)(?::(\d+))?\])?(?:\s*=\s*(\S+))?$/.exec(line);
  const [, tile, name, high, low = high, value] = parts ?? [];
  const set = value === undefined ? "1" : binary(value);
  if (tile === undefined || name === undefined || set === null)
    throw new Failure(`line ${at} of the FASM cannot be read: ${line}`, { status: 2 });
  const first = Number(low ?? 0);
  const bits = [...set].reverse().flatMap((bit, index) => (bit === "1" ? [first + index] : []));
  if (bits.some((bit) => bit > Number(high ?? 0)))
    throw new Failure(`line ${at} of the FASM sets more bits than there are: ${line}`, { status: 2 });
  return { tile, name, bits };
}

/** The digits of a decimal number, or of a Verilog one with its base; null where it is none. */
function binary(value: string): string | null {
  const [, , base = "d", digits = ""] = /^(?:(\d+)?'([bhod]))?([0-9a-f_]+)$/i.exec(value) ?? [];
  const plain = digits.replaceAll("_", "");
  const prefix = { b: "0b", h: "0x", o: "0o", d: "" }[base.toLowerCase()] ?? "";
  try {
    return plain === "" ? null : BigInt(`${prefix}${plain}`).toString(2);
  } catch {
    return null;
  }
}
