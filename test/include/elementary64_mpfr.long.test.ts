/**
 * The float64 functions of include/lutra_elementary_long.h, which have the bits of the definition, against MPFR, which rounds
 * right: LUTRA_ELEMENTARY=10000000 for so many arguments of each (some 6 microseconds for one), else a sample. MPFR is Debian's
 * libmpfr-dev.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { day } from "../corpus/day.ts";

const count = Number(process.env.LUTRA_ELEMENTARY ?? 20000);
const folder = mkdtempSync(join(tmpdir(), "elementary64-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const program = join(folder, "elementary64_mpfr");
const source = join(import.meta.dirname, "elementary64_mpfr.c");
const headers = join(import.meta.dirname, "../../include");
const made = spawnSync("gcc", [
  ...["-O2", "-std=c99", "-Wall", "-Werror", `-I${headers}`, source, "-o", program],
  ...["-lmpfr", "-lgmp", "-lm"],
]);

describe.runIf(made.status === 0)(`${count} arguments against MPFR`, () => {
  it("every function of float64 errs by less than 0.5003 units in the last place", () => {
    const run = spawnSync(program, [String(count), String(day)], { encoding: "utf8" });
    expect(run.status, run.stdout).toBe(0);
    const rows = run.stdout.trim().split("\n");
    expect(rows).toHaveLength(20);
    for (const row of rows) expect(Number(row.split(" ")[2]), row).toBeLessThan(0.5003);
  }, 1e8);
});
