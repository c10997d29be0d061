/**
 * What is known of a kernel's circuits: one small file a kernel, `kernels/NAME.json`, an entry a schedule.
 *
 * Counts are exact, so that a change for the worse, or the better, shows in the diff. An area belongs to one Verilog
 * text, told by its digest; it is measured again when the text is another.
 */
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Design } from "../../src/hardware/netlist/nodes.ts";
import { printVerilog } from "../../src/hardware/verilog/index.ts";
import { measureArea } from "../../src/outside/area.ts";
import type { Counts, Variant } from "./kernel.ts";

export interface Entry extends Counts {
  readonly area?: RecordedArea;
}

export interface RecordedArea {
  readonly lut: number;
  readonly ff: number;
  readonly dsp: number;
  readonly bram: number;
  readonly verilog: string; // digest of the text it was measured of
}

export type Known = Partial<Readonly<Record<Variant, Entry>>>;

export function readRecord(folder: string, name: string): Known {
  const file = join(folder, `${name}.json`);
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Known) : {};
}

export function writeRecord(folder: string, name: string, known: Known): void {
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(known, null, 2)}\n`);
}

/** As recorded, if the circuit is still the same; else by Yosys, which takes a while. */
export async function areaOf(design: Design, known: RecordedArea | undefined): Promise<RecordedArea> {
  const verilog = digestOf(design);
  if (known?.verilog === verilog) return known;
  const { area } = await measureArea(design, "xcup");
  const { lut, ff, dsp, bram } = area;
  return { lut, ff, dsp, bram, verilog };
}

/** Of what the text says: its names are numbered as they come, so that other names make no other circuit. */
export function digestOf(design: Design): string {
  return createHash("sha256")
    .update(shapeOf(printVerilog(design)))
    .digest("hex")
    .slice(0, 16);
}

export function shapeOf(verilog: string): string {
  const names = new Map<string, string>();
  const plain = verilog.replaceAll(/\/\/.*$/gm, "");
  return plain
    .replaceAll(/\d+'[bdh][\da-f]+|[A-Za-z_$][\w$]*/g, (word) => {
      if (/^\d/.test(word)) return word;
      const name = names.get(word) ?? `n${names.size}`;
      names.set(word, name);
      return name;
    })
    .replaceAll(/\s+/g, "");
}
