/** FASM to frames, with a database of three tiles made up here. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Database, openDatabase } from "../../src/toolchain/xray/database.ts";
import { featuresIn } from "../../src/toolchain/xray/fasm.ts";
import { framesOf, framesText } from "../../src/toolchain/xray/frames.ts";
import { inDirectory } from "../call/numpy_files.ts";
import { madeUpDatabase } from "./xray.ts";

describe("FASM", () => {
  it.each([
    ["INT_X0Y0.A.B", [{ tile: "INT_X0Y0", name: "A.B", bits: [0] }]],
    ["T.A[3] = 1 # said", [{ tile: "T", name: "A", bits: [3] }]],
    ["T.A[7:4] = 4'b0110 { .line = 3 }", [{ tile: "T", name: "A", bits: [5, 6] }]],
    ["T.A[15:0] = 16'h8_001", [{ tile: "T", name: "A", bits: [0, 15] }]],
    ["T.A = 0\n\n# nothing\n", [{ tile: "T", name: "A", bits: [] }]],
  ])("%j", (text, features) => {
    expect(featuresIn(text)).toEqual(features);
  });

  it.each([
    ["T.A B", "line 1 of the FASM cannot be read: T.A B"],
    ["T.A\nT.A = 4'bz", "line 2 of the FASM cannot be read: T.A = 4'bz"],
    ["T.A[1:0] = 7", "line 1 of the FASM sets more bits than there are: T.A[1:0] = 7"],
  ])("%j is refused", (text, message) => {
    expect(() => featuresIn(text)).toThrow(message);
  });
});

describe("frames", () => {
  const made = (fasm: string): Promise<string> =>
    withDatabase((database) => framesText(framesOf(fasm, database)));
  const frame = (address: string, words: Readonly<Record<number, string>>): string =>
    `${address} ${Array.from({ length: 101 }, (_, at) => words[at] ?? "0x00000000").join(",")}\n`;

  it("have the bits of features, and the frames in order", async () => {
    expect(await made("CLB_X1Y0.SLICE_X0.LUT[63:0] = 64'h8000000000000001\nCLB_X1Y0.SLICE_X0.USED")).toBe(
      frame("0x00000101", { 2: "0x00000008" }) + frame("0x00000102", { 2: "0x00000001", 3: "0x80000000" }),
    );
  });

  it("of block RAM are elsewhere", async () => {
    expect(await made("RAM_X0Y0.INIT[1:0] = 2'b10")).toBe(frame("0x00C00003", { 10: "0x00010000" }));
  });

  it("of a tile that is another with fewer words have its bits where that one has them", async () => {
    expect(await made("HALF_X0Y0.SITE_Y1.USED")).toBe(frame("0x00000201", { 4: "0x00000008" }));
  });

  it("have nothing of connections that are always there", async () => {
    expect(await made("CLB_X1Y0.WIRE.THROUGH\nHALF_X0Y0.WIRE.OWN")).toBe("");
  });

  it("are not made of what nobody knows, or what contradicts itself", async () => {
    await expect(made("CLB_X1Y0.NO\nNOWHERE.A\nCLB_X1Y0.SLICE_X0.LUT[99] = 1")).rejects.toThrow(
      "the database of Project X-Ray does not know CLB_X1Y0.NO, NOWHERE.A, CLB_X1Y0.SLICE_X0.LUT[99]",
    );
    await expect(made("CLB_X1Y0.SLICE_X0.USED\nCLB_X1Y0.SLICE_X0.UNUSED")).rejects.toThrow(
      "CLB_X1Y0.SLICE_X0.UNUSED asks for the contrary of what another feature asks for",
    );
  });

  it("have what the part requires", async () => {
    await inDirectory(async (folder) => {
      madeUpDatabase(folder);
      mkdirSync(join(folder, "artix7/xc7a35tcsg324-1"), { recursive: true });
      writeFileSync(
        join(folder, "artix7/xc7a35tcsg324-1/required_features.fasm"),
        "CLB_X1Y0.SLICE_X0.USED\n",
      );
      const database = openDatabase(folder, { device: "xc7a35t", package: "csg324-1" });
      if (database === null) throw new Error("no database");
      expect(framesText(framesOf("", database))).toBe(frame("0x00000101", { 2: "0x00000008" }));
      expect(openDatabase(folder, { device: "xc7a35t", package: "csg325-9" })).toBeNull();
    });
  });
});

async function withDatabase<T>(work: (database: Database) => T): Promise<T> {
  let result: T | undefined;
  await inDirectory(async (folder) => {
    madeUpDatabase(folder);
    const database = openDatabase(folder, { device: "xc7a35t", package: "csg324-1" });
    if (database === null) throw new Error("no database");
    result = work(database);
  });
  return result as T;
}
