/**
 * What no circuit can be made of, and what is said about it: `x.py` beside `x.expect` in circuits/.
 *
 * The first line of a program is the command. UPDATE=1 writes the expected texts anew.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { families } from "../../src/diagnostics/catalogue/index.ts";
import { lutra } from "./lutra.ts";

const root = join(dirname(fileURLToPath(import.meta.url)), "circuits");
const programs = readdirSync(root).filter((name) => name.endsWith(".py"));

describe("what no circuit can be made of", () => {
  it.each(programs)("%s", async (name) => {
    const said = await saidOf(name);
    const expected = join(root, name.replace(/\.py$/, ".expect"));
    if (process.env.UPDATE === "1") writeFileSync(expected, said);
    expect(existsSync(expected), `no ${expected}; run with UPDATE=1`).toBe(true);
    expect(said).toBe(readFileSync(expected, "utf8"));
  });

  it("every code of the catalogue's hardware is shown", () => {
    const all = programs.map((name) => readFileSync(join(root, name.replace(/\.py$/, ".expect")), "utf8"));
    expect(Object.keys(families.hardware).filter((code) => !all.some((text) => text.includes(code)))).toEqual(
      [],
    );
  });
});

/** A warning leaves a circuit, of which only the diagnostics matter here. */
async function saidOf(name: string): Promise<string> {
  const path = join(root, name);
  const words = /^# lutra: (.*)$/m.exec(readFileSync(path, "utf8"))?.[1]?.split(" ") ?? [];
  const [command = "", ...options] = words;
  const { status, out, err } = await lutra(command, path, ...options);
  const diagnostics = options.includes("--json")
    ? JSON.stringify((JSON.parse(out) as { readonly diagnostics: unknown }).diagnostics, null, 2)
    : err;
  return `status ${status}\n${diagnostics}\n`.replaceAll(path, name);
}
