/**
 * Every command that the documents show runs as printed. Blocks say what they are: `sh` is a command a line, `console` has
 * commands after `$` with what they print, `synopsis` shows how a command is written, `schedule` has steps.
 */
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { parseSchedule } from "../../src/index.ts";
import { builtCompiler, python, pythonAvailable, root } from "../python/package.ts";
import { lutra } from "./lutra.ts";

const documents = [
  ...["README.md", "CONTRIBUTING.md", "ARCHITECTURE.md", "python/README.md"],
  ...readdirSync("docs").map((name) => `docs/${name}`),
];

/** What is not run here, and why not. */
const notRun: readonly (readonly [RegExp, string])[] = [
  [/^npm ci && npm run demo$/, "npm ci comes before any test; test/cli/examples.test.ts runs the demo"],
  [/^npm ci && npm test$/, "npm ci comes before any test; this is a part of npm test"],
  [/^npm ci$/, "comes before any test"],
  [/^npm test$/, "this is a part of it"],
  [/^npm run test:all$/, "this is a part of it"],
  [/^npm run format$/, "would change the source; npm test checks that there is nothing to change"],
  [
    /--queue rediss?:/,
    "needs a Redis server on another machine; test/cli/search_queue.long.test.ts has one here",
  ],
  [/^npx lutra explore /, "serves until Ctrl-C; test/cli/explore.test.ts and test/web do what it does"],
  [/^npm run demo$/, "test/cli/examples.test.ts runs it"],
  [
    /^pip install \.\/python$/,
    "would change the machine; test/packages installs it into an environment of its own",
  ],
];

interface Block {
  readonly path: string;
  readonly language: string;
  readonly text: string;
}

const blocks: readonly Block[] = documents.flatMap((path) =>
  [...readFileSync(path, "utf8").matchAll(/^```(.*)\n([\s\S]*?)^```$/gm)].map(
    ([, language = "", text = ""]) => ({
      ...{ path, language, text },
    }),
  ),
);

interface Shown {
  readonly path: string;
  readonly command: string; // without the remark after it
  readonly printed: string | null; // what the document says that it prints
}

function commandsIn({ path, language, text }: Block): readonly Shown[] {
  const plain = (line: string): string => line.replace(/\s+# .*$/, "").trim();
  if (language === "sh")
    return text
      .trim()
      .split("\n")
      .map((line) => ({ path, command: plain(line), printed: null }));
  return text
    .split(/^\$ /m)
    .slice(1)
    .map((part) => {
      const [line = "", ...printed] = part.trim().split("\n");
      return { path, command: plain(line), printed: printed.length === 0 ? null : printed.join("\n") };
    });
}

/** The first lines of an example say how it is run. */
const examples: readonly Shown[] = readdirSync("examples")
  .filter((name) => name.endsWith(".py"))
  .flatMap((name) =>
    [...readFileSync(`examples/${name}`, "utf8").matchAll(/^# {3}(npx .*)$/gm)].map(([, command = ""]) => ({
      ...{ path: `examples/${name}`, command, printed: null },
    })),
  );

const isCommands = ({ language }: Block): boolean => language === "sh" || language === "console";
const shown = [...blocks.filter(isCommands).flatMap(commandsIn), ...examples];
const reasonNotTo = (command: string): string | undefined => notRun.find(([what]) => what.test(command))?.[1];
const isPythons = (command: string): boolean => /\bpython3? |\bverify\b/.test(command);

describe("the documents", () => {
  it("say of every block what it is", () => {
    // python, ts and report blocks have tests beside what they show: documents.test.ts, test/python, test/frontend/dsl,
    // test/schedule. text is pictures.
    const known = /^(sh|console|synopsis|schedule|python|ts|text|report.*)$/;
    expect(blocks.filter(({ language }) => !known.test(language))).toEqual([]);
  });

  it("name a reason for each command that is not run here, and no other reasons", () => {
    for (const [what] of notRun)
      expect(
        shown.some(({ command }) => what.test(command)),
        `${what}`,
      ).toBe(true);
  });

  it("name only scripts that package.json has", () => {
    const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as {
      scripts: Record<string, string>;
    };
    for (const { command } of shown)
      for (const [, script = ""] of command.matchAll(/npm (?:run )?(demo|test|format|\w+:\w+)/g))
        expect(scripts[script], script).toBeDefined();
  });

  it.each(blocks.filter(({ language }) => language === "schedule"))(
    "$path shows steps that can be read",
    ({ text }) => expect(parseSchedule(text)).toMatchObject({ ok: true }),
  );
});

const folder = mkdtempSync(join(tmpdir(), "lutra-commands-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A checkout to stand in: files that are written go elsewhere, and `npx lutra` is the compiler of this source. */
function standIn(): { readonly cwd: string; readonly env: NodeJS.ProcessEnv } {
  const bin = join(folder, "bin");
  mkdirSync(bin);
  const script = (name: string, text: string): void => {
    writeFileSync(join(bin, name), `#!/bin/sh\n${text}\n`);
    chmodSync(join(bin, name), 0o755);
  };
  const start = `exec '${process.execPath}' '${join(builtCompiler(), "bin", "lutra.js")}'`;
  script("lutra", `${start} "$@"`);
  script("npx", `shift\n${start} "$@"`); // npm's own takes a second to find it
  script("python", `exec '${python}' "$@"`);
  for (const name of ["examples", "python"]) symlinkSync(join(root, name), join(folder, name), "dir");
  const env = {
    ...process.env,
    LUTRA_CACHE: join(folder, "cache"),
    PATH: `${bin}:${process.env.PATH}`,
    LUTRA_HOME: builtCompiler(),
    PYTHONPATH: join(root, "python"), // as after `pip install ./python`
    LUTRA_VERILATOR: "no-verilator", // it compiles for longer than all other roads together
  };
  return { cwd: folder, env };
}

describe("a command that is shown", () => {
  let place: ReturnType<typeof standIn> | null = null;
  const run = [...new Map(shown.map((one) => [one.command, one])).values()].filter(
    ({ command }) => reasonNotTo(command) === undefined,
  );

  const runs = (one: Shown): void => {
    place ??= standIn();
    const { status, stdout, stderr } = spawnSync("bash", ["-c", one.command], { ...place, encoding: "utf8" });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    if (one.printed !== null) expect(stdout.trim()).toBe(one.printed.trim());
  };

  it.each(run.filter(({ command }) => !isPythons(command)))("$path: $command", runs);
  it.skipIf(!pythonAvailable()).each(run.filter(({ command }) => isPythons(command)))(
    "$path: $command",
    runs,
  );
});

describe("a synopsis", () => {
  const synopses = blocks
    .filter(({ language }) => language === "synopsis")
    .flatMap(({ path, text }) =>
      text.split(/^(?=lutra )/m).map((one) => ({ path, command: one.split(/\s+/)[1] ?? "", text: one })),
    );
  const optionsIn = (text: string): readonly string[] => [...new Set(text.match(/(?<![\w-])--[a-z-]+/g))];
  const optionsOf = async (command: string): Promise<readonly string[]> => {
    const { out } = await lutra(command, "--help");
    const listed = [...out.matchAll(/^ {2}(?:-\w, )?(--[a-z-]+)/gm)].map(([, option = ""]) => option);
    return listed.filter((option) => option !== "--help");
  };

  it.each(synopses)("$path: $command has only options that exist", async ({ command, text }) => {
    const known = await optionsOf(command);
    expect(optionsIn(text).filter((option) => !known.includes(option))).toEqual([]);
  });

  it.each([
    "check",
    "run",
    "build",
    "simulate",
    "explore",
    "flash",
    "report",
    "search",
    "worker",
    "verify",
    "tools",
    "completion",
  ])("docs/command-line.md shows %s with all of its options", async (command) => {
    const found = synopses.find((one) => one.path === "docs/command-line.md" && one.command === command);
    const short = found?.text.replace(/\[-o (PATH|DIR)\]/, "--output") ?? "";
    expect((await optionsOf(command)).filter((option) => !optionsIn(short).includes(option))).toEqual([]);
    expect(found).toBeDefined();
  });
});
