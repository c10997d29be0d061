/** `lutra completion`: what a shell offers for a line that is being typed. */
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { targets } from "../../src/call/run.ts";
import { inDirectory } from "../call/numpy_files.ts";
import { lutra } from "./lutra.ts";

const isHere = (shell: string): boolean => spawnSync(shell, ["-c", "exit 0"]).status === 0;

/** What is typed, and what may follow; in a folder with the files below. */
const lines: readonly (readonly [string, readonly string[]])[] = [
  ["lutra ch", ["check"]],
  ["lutra re", ["report"]],
  ["lutra run so", ["sobel.py"]],
  ["lutra run --on ", ["board", ...targets]],
  ["lutra build sobel.py --to v", ["vitis", "verilog"]],
  ["lutra run sobel.py --o", ["--on", "--out"]],
  ["lutra run --json --on w", ["wasm"]],
  ["lutra run sobel.py --in image=pho", ["image=photo.png"]],
  ["lutra run sobel.py --sim i", ["icarus"]],
  ["lutra run sobel.py --schedule au", ["auto", "auto.schedule"]],
  ["lutra build sobel.py --to verilog --board alveo_u2", ["alveo_u200", "alveo_u250", "alveo_u280"]],
  ["lutra verify sobel.py --roads wasm,cir", ["wasm,circuit"]],
  ["lutra search --method ba", ["bayesian"]],
  ["lutra search --space sp", ["space.json"]],
  ["lutra completion z", ["zsh"]],
  ["lutra wa", []], // for Lutra alone
];

function withFiles<T>(act: (directory: string) => T): T {
  return inDirectory((directory) => {
    for (const name of ["sobel.py", "photo.png", "photo.jpg", "soap.txt", "auto.schedule", "space.json"])
      writeFileSync(join(directory, name), "");
    mkdirSync(join(directory, "images"));
    return act(directory);
  });
}

async function scriptFor(shell: string, directory: string): Promise<string> {
  const { status, out, err } = await lutra("completion", shell);
  expect({ status, err }).toEqual({ status: 0, err: "" });
  const path = join(directory, `lutra.${shell}`);
  writeFileSync(path, out);
  return path;
}

function said(shell: string, script: string, directory: string): readonly string[] {
  const env = { ...process.env, HOME: directory, XDG_CONFIG_HOME: directory, XDG_DATA_HOME: directory };
  const { stdout, stderr } = spawnSync(shell, ["-c", script], { cwd: directory, encoding: "utf8", env });
  expect(stderr).toBe("");
  return stdout.split("\n").filter((line) => line !== "");
}

/** Bash replaces what stands after `=`, so it is given only that. */
const inBash = (answers: readonly string[]): readonly string[] =>
  answers.map((one) => one.replace("image=", ""));

describe.skipIf(!isHere("bash"))("bash", () => {
  const ask = (path: string, line: string): string =>
    `source '${path}'; COMP_LINE='${line}'; COMP_POINT=${line.length}; _lutra; printf '%s\\n' "\${COMPREPLY[@]}"`;

  it.each(lines)("%s", (line, answers) =>
    withFiles(async (directory) => {
      const path = await scriptFor("bash", directory);
      expect([...said("bash", ask(path, line), directory)].sort()).toEqual([...inBash(answers)].sort());
    }),
  );

  it("completes values after = as well, folders for --out, and is registered for lutra", () =>
    withFiles(async (directory) => {
      const path = await scriptFor("bash", directory);
      expect(said("bash", ask(path, "lutra run --on=ver"), directory)).toEqual(["verilog"]);
      expect(said("bash", ask(path, "lutra run sobel.py --out im"), directory)).toEqual(["images"]);
      expect(said("bash", `source '${path}'; complete -p lutra`, directory)).toEqual([
        "complete -F _lutra lutra",
      ]);
    }));
});

describe.skipIf(!isHere("fish"))("fish", () => {
  // By its own custom it offers files with other endings too, after those that fit.
  const others = ["auto.schedule", "soap.txt", "image=photo.jpg"];
  const asked = lines.map(([line, all]) => [line, all.filter((one) => !others.includes(one))] as const);

  it("answers each line", () =>
    withFiles(async (directory) => {
      const path = await scriptFor("fish", directory);
      const script = asked.map(([line]) => `echo '# ${line}'; complete -C '${line}' | string split -f1 \\t`);
      const answers = said("fish", `source '${path}'; ${script.join("; ")}`, directory);
      const expected = asked.flatMap(([line, all]) => [`# ${line}`, ...[...all].sort()]);
      expect(answers.filter((one) => !others.includes(one))).toEqual(expected);
    }));
});

describe.skipIf(!isHere("zsh"))("zsh", () => {
  it("reads the script", () =>
    withFiles(async (directory) => {
      const path = await scriptFor("zsh", directory);
      expect(said("zsh", `zsh -n '${path}'`, directory)).toEqual([]);
      const registered = `autoload -U compinit; compinit -u -d dump; source '${path}'; print $_comps[lutra]`;
      expect(said("zsh", registered, directory)).toEqual(["_lutra"]);
    }));
});

describe("the scripts", () => {
  it.each(["bash", "zsh", "fish"])("of %s name every option of every command", async (shell) => {
    const { out } = await lutra("completion", shell);
    for (const command of ["check", "run", "build", "report", "verify", "tools"]) {
      const { out: help } = await lutra(command, "--help");
      for (const [, option] of help.matchAll(/^ {2}(?:-\w, )?--([\w-]+)/gm)) {
        expect(out).toContain(shell === "fish" ? `-l ${option}` : `--${option}`);
      }
    }
  });

  it("are for shells that are known", async () => {
    const { status, err } = await lutra("completion", "bsh");
    expect(status).toBe(1);
    expect(err).toBe(
      "error: completion bsh: there is no such shell; there is bash, zsh, fish\nhelp: did you mean bash?\n",
    );
  });
});
