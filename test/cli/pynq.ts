/** What the vendor's tools get of a program for a PYNQ-Z2: Verilog that a simulator reads without a warning, and all that packages it. */
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { inDirectory } from "../call/numpy_files.ts";
import { lutra } from "./lutra.ts";
import type { Program } from "./systems.ts";

export async function packagedForPynq({ file, words }: Program): Promise<void> {
  await inDirectory(async (parent) => {
    const folder = join(parent, "out");
    const to = ["--to", "axi", "--board", "pynq-z2", "-o", folder, "--json"];
    const { out, err, status } = await lutra("build", file, ...words, ...to);
    expect(status, `${err}${out}`).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ part: "xc7z020clg400-1" });
    const top = readdirSync(folder)
      .find((one) => one.endsWith("_axi.v"))
      ?.slice(0, -2);
    expect(readdirSync(folder)).toEqual(
      expect.arrayContaining([
        `${top}.v`,
        "registers.json",
        "package_ip.tcl",
        "package_xo.tcl",
        "kernel.xml",
      ]),
    );
    const compiled = spawnSync("iverilog", ["-g2005", "-Wall", "-t", "null", "-s", `${top}`, `${top}.v`], {
      cwd: folder,
      encoding: "utf8",
    });
    expect(
      compiled.stderr
        .split("\n")
        .filter((line) => !/timescale/.test(line))
        .join("\n"),
    ).toBe("");
    expect(compiled.status).toBe(0);
  });
}
