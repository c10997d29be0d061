/** `lutra search` over tables and over spaces that a command evaluates: results, files, resuming, and what is refused. */
import { spawn, spawnSync } from "node:child_process";
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { splitWords } from "../../src/cli/search/command.ts";
import { inDirectory } from "../call/numpy_files.ts";
import { builtCompiler } from "../python/package.ts";
import { lutra, write } from "./lutra.ts";

/** 8 x 6 x 2 points: time falls with a * b; products over 40 are listed as invalid, those over 80 not at all. */
const table = [
  "a,b,mode,time,area,valid",
  ...[1, 2, 4, 8, 3, 5, 6, 7].flatMap((a) =>
    [1, 2, 4, 8, 16, 32].flatMap((b) =>
      ["slow", "fast"].flatMap((mode) =>
        a * b > 80
          ? []
          : [
              `${a},${b},${mode},${(mode === "fast" ? 900 : 1000) / (a * b)},${a * 10 + b},${a * b > 40 ? 0 : 1}`,
            ],
      ),
    ),
  ),
].join("\n");

const words = ["--knobs", "a,b,mode", "--objective", "time", "--feasible", "valid"];

interface Facts {
  readonly ok: boolean;
  readonly evaluations: number;
  readonly trace: readonly (number | null)[];
  readonly best: Readonly<Record<string, number>>;
  readonly front: readonly { readonly objectives: object; readonly point: object }[];
}

describe("a table", () => {
  it("is searched for its best row; --json has the best so far after each evaluation", () =>
    inDirectory(async (directory) => {
      const path = write(directory, "t.csv", table);
      const { status, out } = await lutra("search", "--table", path, ...words, "--budget", "40", "--json");
      expect(status).toBe(0);
      const facts = JSON.parse(out) as Facts;
      expect(facts).toMatchObject({
        ok: true,
        evaluations: 40,
        method: "bayesian",
        seed: 1,
        best: { time: 22.5 },
      });
      expect(facts.trace.length).toBe(40);
      expect(facts.trace[0]).toBe(900); // a=1, b=1, mode=fast: the first value of every knob
      expect(facts.trace.at(-1)).toBe(22.5);
      expect(facts.front[0]).toMatchObject({ objectives: { time: 22.5 } });
      const again = await lutra(
        "search",
        "--table",
        path,
        ...words,
        "--budget",
        "40",
        "--json",
        "--workers",
        "7",
      );
      expect((JSON.parse(again.out) as Facts).trace).toEqual(facts.trace);
    }));

  it("may be compressed, and is seen whole where the budget allows", () =>
    inDirectory(async (directory) => {
      const path = join(directory, "t.csv.gz");
      writeFileSync(path, gzipSync(table));
      const { out } = await lutra("search", "--table", path, ...words, "--budget", "1000", "--json");
      expect(JSON.parse(out)).toMatchObject({
        ended: "space",
        method: "exhaustive",
        evaluations: 96,
        feasible: 64,
      });
    }));

  it("shows the front of two objectives as a table and a plot", () =>
    inDirectory(async (directory) => {
      const path = write(directory, "t.csv", table);
      const given = [
        "--knobs",
        "a,b,mode",
        "--objective",
        "time,area",
        "--feasible",
        "valid",
        "--budget",
        "30",
      ];
      const { status, out } = await lutra("search", "--table", path, ...given);
      expect(status).toBe(0);
      expect(out).toMatch(/The front\n +time +area +a +b +mode\n +1 /);
      expect(out).toContain("█ the front");
    }));

  it("writes a journal, a page that needs nothing else, and the front", () =>
    inDirectory(async (directory) => {
      const path = write(directory, "t.csv", table);
      const output = join(directory, "found");
      const { status } = await lutra("search", "--table", path, ...words, "--budget", "20", "-o", output);
      expect(status).toBe(0);
      expect(readdirSync(output).sort()).toEqual([".lutra-files", "front", "search.html", "search.jsonl"]);
      expect(readFileSync(join(output, "search.jsonl"), "utf8").trim().split("\n").length).toBe(21);
      const page = readFileSync(join(output, "search.html"), "utf8");
      expect(page).toMatch(/<svg/);
      expect(page).not.toMatch(/(src|href)=|https?:/);
      expect(JSON.parse(readFileSync(join(output, "front", "1.json"), "utf8"))).toHaveProperty("point.a");
    }));

  it("text of a table is text in the page", () =>
    inDirectory(async (directory) => {
      const path = write(directory, "t.csv", 'k<b>,t\n<script>alert(1)</script>,1\n"a,""b",2\n');
      const output = join(directory, "found");
      await lutra("search", "--table", path, "--knobs", "k<b>", "--objective", "t", "-o", output);
      const page = readFileSync(join(output, "search.html"), "utf8");
      expect(page).not.toContain("<script>alert");
      expect(page).toContain("&lt;script&gt;alert(1)");
    }));
});

type Row = readonly [what: string, words: readonly string[], says: string];

const T = ["--table", "t.csv"];
const S = ["--space", "s.json", "--evaluate", "true"];
const refused: readonly Row[] = [
  ["nothing", [], "there is nothing to search"],
  ["two things", [...T, ...S], "only one of them is searched"],
  ["no such file", ["--table", "nowhere.csv", ...words], "cannot read nowhere.csv: no such file"],
  ["no knobs", [...T, "--objective", "time"], "--knobs needs the names of columns"],
  ["no objective", [...T, "--knobs", "a"], "--objective needs the names of columns"],
  [
    "a missing column",
    [...T, "--knobs", "a,bb", "--objective", "time"],
    "--knobs bb: there is no such column",
  ],
  ["a missing objective", [...T, "--knobs", "a,b", "--objective", "tme"], "did you mean time?"],
  [
    "a missing feasible column",
    [...T, "--knobs", "a", "--objective", "time", "--feasible", "ok"],
    "--feasible ok: there is no such column",
  ],
  ["a knob that is an objective", [...T, "--knobs", "a,time", "--objective", "time"], "so it is no knob"],
  ["a knob twice", [...T, "--knobs", "a,a", "--objective", "time"], "a is named twice"],
  [
    "an objective of text",
    [...T, "--knobs", "a,b", "--objective", "mode"],
    "t.csv:2: mode is `slow`; expected a number",
  ],
  [
    "a feasible column of text",
    [...T, "--knobs", "a", "--objective", "time", "--feasible", "mode"],
    "expected 1 or 0",
  ],
  ["an empty table", ["--table", "empty.csv", ...words], "empty.csv: the table has no rows"],
  ["a table of names alone", ["--table", "head.csv", ...words], "head.csv: the table has no rows"],
  [
    "a ragged table",
    ["--table", "ragged.csv", "--knobs", "a", "--objective", "t"],
    "ragged.csv:3: the row has 1 cells",
  ],
  ["no gzip", ["--table", "bad.csv.gz", ...words], "it is no gzip file"],
  ["an unknown method", [...T, ...words, "--method", "bayesien"], "did you mean bayesian?"],
  ["no budget", [...T, ...words, "--budget", "0"], "a search needs at least one evaluation"],
  ["an odd budget", [...T, ...words, "--budget", "ten"], "--budget ten: expected a number of evaluations"],
  ["a negative seed", [...T, ...words, "--seed", "-1"], "--seed -1: expected a whole number"],
  ["no workers", [...T, ...words, "--workers", "0"], "--workers 0: expected a whole number"],
  ["a command for a table", [...T, ...words, "--evaluate", "x"], "--evaluate says nothing beside --table"],
  ["nothing to resume", [...T, ...words, "--resume", "empty"], "there is no search.jsonl"],
  ["two directories", [...T, ...words, "--resume", "empty", "-o", "other"], "name different directories"],
  ["somebody's folder", [...T, ...words, "-o", "full"], "holds files that Lutra did not write"],
  ["a space without a command", ["--space", "s.json"], "--space needs --evaluate"],
  ["knobs of a space", [...S, "--knobs", "a"], "--knobs says nothing beside --space"],
  ["no JSON", ["--space", "t.csv", "--evaluate", "true"], "t.csv: it is no JSON"],
  ["a space without knobs", ["--space", "none.json", "--evaluate", "true"], "`knobs` is missing or empty"],
  ["a key that is not there", ["--space", "key.json", "--evaluate", "true"], "did you mean forbid?"],
  ["a value twice", ["--space", "twice.json", "--evaluate", "true"], "knob u has the value 1 twice"],
  ["a rule about no knob", ["--space", "rule.json", "--evaluate", "true"], "`forbid`: there is no knob w"],
  [
    "a value that is not there",
    ["--space", "fix.json", "--evaluate", "true"],
    "`fix`: knob u has no value 3; it has 1, 2",
  ],
  ["no objective of a space", ["--space", "plain.json", "--evaluate", "true"], "no objective is named"],
  [
    "a placeholder for nothing",
    ["--space", "s.json", "--evaluate", "echo {w}"],
    "there is nothing to put in place of {w}",
  ],
  [
    "a program that a space names",
    ["--space", "s.json", "--evaluate", "{u}"],
    "the name of the program is not for a space",
  ],
  ["an open quote", ["--space", "s.json", "--evaluate", "echo 'x"], "a ' is not closed"],
  [
    "a program that is not there",
    ["--space", "s.json", "--evaluate", "no-such-program"],
    "no-such-program is not installed",
  ],
  [
    "an answer without an objective",
    ["--space", "s.json", "--evaluate", "echo '{{\"x\": 1}}'"],
    "it has no t",
  ],
  ["an answer that is no JSON", ["--space", "s.json", "--evaluate", "echo hello"], "it printed `hello`"],
  ["an odd time", [...S, "--timeout", "soon"], "--timeout soon: expected a time"],
];

const files: Readonly<Record<string, string>> = {
  "t.csv": table,
  "empty.csv": "",
  "head.csv": "a,b,mode,time,valid\n",
  "ragged.csv": "a,t\n1,2\n3\n",
  "bad.csv.gz": "no gzip",
  "s.json": '{"knobs": [{"name": "u", "values": [1, 2]}], "objectives": ["t"]}',
  "none.json": '{"knobs": []}',
  "key.json": '{"knobs": [{"name": "u", "values": [1]}], "forbidden": []}',
  "twice.json": '{"knobs": [{"name": "u", "values": [1, 1]}]}',
  "rule.json": '{"knobs": [{"name": "u", "values": [1, 2]}], "forbid": [{"w": 1}]}',
  "fix.json": '{"knobs": [{"name": "u", "values": [1, 2]}], "fix": {"u": 3}}',
  "plain.json": '{"knobs": [{"name": "u", "values": [1, 2]}]}',
  "k.py": "",
};

describe("what is refused, in one message and without a file", () => {
  it.each(refused)("%s", (_, given, says) =>
    inDirectory(async (directory) => {
      for (const [name, text] of Object.entries(files)) write(directory, name, text);
      mkdirSync(join(directory, "empty"));
      mkdirSync(join(directory, "full"));
      write(directory, "full/mine.txt", "mine");
      const before = readdirSync(directory, { recursive: true }).sort();
      const known = new Set([...Object.keys(files), "nowhere.csv", "empty", "other", "full"]);
      const paths = given.map((word) => (known.has(word) ? join(directory, word) : word));
      const { status, out, err } = await lutra("search", ...paths);
      expect(err.replaceAll(`${directory}/`, "")).toContain(says);
      expect(out).toBe("");
      expect(status).toBe(given.includes("no-such-program") ? 2 : 1);
      expect(readdirSync(directory, { recursive: true }).sort()).toEqual(before);
    }),
  );

  it("a space without any feasible point: status 1, why, and the trace all the same", () =>
    inDirectory(async (directory) => {
      const path = write(directory, "t.csv", "a,b,t,ok\n1,1,5,0\n2,2,6,0\n");
      const given = ["search", "--table", path, "--knobs", "a,b", "--objective", "t", "--feasible", "ok"];
      const { status, err } = await lutra(...given);
      expect(status).toBe(1);
      expect(err).toContain("none of 4 evaluations was feasible: ok is 0 (2); the table has no such row (2)");
      const json = await lutra(...given, "--json");
      expect(json.status).toBe(1);
      expect(JSON.parse(json.out)).toMatchObject({ ok: false, trace: [null, null, null, null], front: [] });
    }));
});

const space = {
  knobs: [
    { name: "u", values: [1, 2, 4, 8, 16] },
    { name: "v", values: [1, 2, 3, 4, 5, 6, 7, 8] },
    { name: "m", values: ["a b", "$(touch pwned)", "'"] },
  ],
  objectives: ["t", "a"],
  forbid: [{ u: 16, v: [7, 8] }],
};

/** Its arguments are the values; what it is given by file and by stdin must be the same. */
const evaluator = `import { readFileSync } from "node:fs";
const [file, u, v, m] = process.argv.slice(2);
const point = JSON.parse(readFileSync(file, "utf8"));
if (String(point.u) !== u || String(point.v) !== v || point.m !== m) throw new Error("other values");
if (readFileSync(0, "utf8") !== readFileSync(file, "utf8")) throw new Error("other input");
if (u * v > 90) { console.error("noise"); console.error("too large"); process.exit(3); }
console.log("a line of a log");
console.log(JSON.stringify({ t: 1000 / (u * v) + m.length, a: u * 10 + v * v }));
`;

function withSpace<T>(act: (given: readonly string[], directory: string) => Promise<T>): Promise<T> {
  return inDirectory((directory) => {
    const path = write(directory, "space.json", JSON.stringify(space));
    const program = write(directory, "evaluate.mjs", evaluator);
    const command = `'${process.execPath}' '${program}' {point} {u} {v} {m}`;
    return act(["search", "--space", path, "--evaluate", command], directory);
  });
}

describe("a space with a command", () => {
  it("gives the same front for one worker and for three; values reach no shell", () =>
    withSpace(async (given, directory) => {
      const one = await lutra(...given, "--budget", "16", "--workers", "1", "--json");
      const three = await lutra(...given, "--budget", "16", "--workers", "3", "--json");
      const [a, b] = [one, three].map(({ out }) => JSON.parse(out) as Facts);
      expect(a?.front).toEqual(b?.front);
      expect(a?.trace).toEqual(b?.trace);
      expect(existsSync(join(directory, "pwned"))).toBe(false);
      expect(existsSync("pwned")).toBe(false);
    }));

  it("what fails is infeasible, for the last line that it says", () =>
    withSpace(async (given, directory) => {
      const output = join(directory, "found");
      await lutra(...given, "--method", "exhaustive", "--budget", "120", "-o", output);
      expect(readFileSync(join(output, "search.jsonl"), "utf8")).toContain('"reason":"too large"');
    }));

  it("what takes too long is infeasible", () =>
    inDirectory(async (directory) => {
      const path = write(directory, "s.json", files["s.json"] ?? "");
      const { status, err } = await lutra(
        "search",
        "--space",
        path,
        "--evaluate",
        "sleep 60",
        "--timeout",
        "200ms",
      );
      expect(status).toBe(1);
      expect(err).toContain("sleep did not answer within 0.2 s (2)");
    }));

  it("a wrong answer ends the search, and what else is being evaluated", () =>
    inDirectory(async (directory) => {
      const values = { knobs: [{ name: "u", values: [1, 2, 3, 4] }], objectives: ["t"] };
      const path = write(directory, "s.json", JSON.stringify(values));
      const command = `sh -c 'case "$1" in 1) echo {{\\"t\\": 1}};; 2) sleep 0.2; echo oops;; *) sleep 60;; esac' x {u}`;
      const started = performance.now();
      const { status, err } = await lutra("search", "--space", path, "--evaluate", command, "--workers", "4");
      expect(err).toContain("it printed `oops`");
      expect(status).toBe(1);
      expect(performance.now() - started).toBeLessThan(30_000);
      expect(spawnSync("pgrep", ["-P", String(process.pid), "sleep"]).stdout.toString()).toBe("");
    }));

  it.each([
    ["a  b", ["a", "b"]],
    [`'a b' "c \\" d" e\\ f`, ["a b", 'c " d', "e f"]],
    [`x'' "" ''y`, ["x", "", "y"]],
    ["a;b|c $(d) `e`", ["a;b|c", "$(d)", "`e`"]],
  ])("the command %s has the words %j", (text, expected) => expect(splitWords(text)).toEqual(expected));
});

describe("a search that was ended", () => {
  const budget = [
    "--budget",
    "40",
    "--seed",
    "3",
    "--knobs",
    "a,b,mode",
    "--objective",
    "time,area",
    "--feasible",
    "valid",
  ];

  async function frontOf(output: string): Promise<readonly string[]> {
    const folder = join(output, "front");
    return readdirSync(folder)
      .sort()
      .map((name) => readFileSync(join(folder, name), "utf8"));
  }

  it("goes on from a journal whose last line is torn, and ends as one that was not", () =>
    inDirectory(async (directory) => {
      const path = write(directory, "t.csv", table);
      const [whole, torn] = [join(directory, "whole"), join(directory, "torn")];
      await lutra("search", "--table", path, ...budget, "-o", whole);
      const short = budget.map((word) => (word === "40" ? "17" : word));
      await lutra("search", "--table", path, ...short, "-o", torn);
      appendFileSync(join(torn, "search.jsonl"), '{"batch":17,"index":17,"poi');
      const { status, err } = await lutra("search", "--table", path, ...budget, "--resume", torn);
      expect(err).toBe("");
      expect(status).toBe(0);
      expect(await frontOf(torn)).toEqual(await frontOf(whole));
      expect(readFileSync(join(torn, "search.jsonl"), "utf8")).toBe(
        readFileSync(join(whole, "search.jsonl"), "utf8"),
      );
    }));

  it("is shown again with the budget it had, and not cut with a smaller one", () =>
    inDirectory(async (directory) => {
      const path = write(directory, "t.csv", table);
      const output = join(directory, "found");
      await lutra("search", "--table", path, ...budget, "-o", output);
      const journal = join(output, "search.jsonl");
      const before = [readFileSync(journal, "utf8"), ...(await frontOf(output))];
      const smaller = budget.map((word) => (word === "40" ? "39" : word));
      const { status, err } = await lutra("search", "--table", path, ...smaller, "--resume", output);
      expect(err).toContain("that search has 40 evaluations, more than --budget 39");
      expect(status).toBe(1);
      expect((await lutra("search", "--table", path, ...budget, "--resume", output)).status).toBe(0);
      expect([readFileSync(journal, "utf8"), ...(await frontOf(output))]).toEqual(before);
    }));

  it("is not mixed with another search", () =>
    inDirectory(async (directory) => {
      const path = write(directory, "t.csv", table);
      const output = join(directory, "found");
      await lutra("search", "--table", path, ...budget, "-o", output);
      const again = (...more: readonly string[]) => lutra("search", "--table", path, ...more);
      expect((await again(...budget, "-o", output)).err).toContain("the directory holds a search");
      const seed = budget.map((word) => (word === "3" ? "4" : word));
      expect((await again(...seed, "--resume", output)).err).toContain("that search has another seed: 3");
      const knobs = budget.map((word) => (word === "a,b,mode" ? "a,b" : word));
      expect((await again(...knobs, "--resume", output)).err).toContain("that search has another space");
      expect((await again(...budget, "--method", "random", "--resume", output)).err).toContain(
        "another method: bayesian",
      );
      const journal = join(output, "search.jsonl");
      writeFileSync(journal, readFileSync(journal, "utf8").replace('"point":[', '"point":[9'));
      expect((await again(...budget, "--resume", output)).err).toContain(
        "search.jsonl:2: the line is damaged",
      );
    }));

  it("by kill -9, again and again, ends as one that was not", async () => {
    const program = join(builtCompiler(), "bin", "lutra.js");
    await withSpace(async (given, directory) => {
      const all = [...given, "--budget", "24", "--workers", "2"];
      const [whole, killed] = [join(directory, "whole"), join(directory, "killed")];
      await lutra(...all, "-o", whole);
      const lines = (): number => {
        const path = join(killed, "search.jsonl");
        return existsSync(path) ? readFileSync(path, "utf8").split("\n").length - 1 : 0;
      };
      for (const enough of [1, 6, 13]) {
        const where = lines() === 0 ? ["-o", killed] : ["--resume", killed];
        const child = spawn(process.execPath, [program, ...all, ...where], { stdio: "ignore" });
        while (lines() < enough) await setTimeout(5);
        child.kill("SIGKILL");
        await new Promise((resolve) => child.once("exit", resolve));
      }
      const { status } = await lutra(...all, "--resume", killed);
      expect(status).toBe(0);
      expect(await frontOf(killed)).toEqual(await frontOf(whole));
    });
  });

  it.skipIf(process.platform === "win32")(
    "by Ctrl-C before anything was evaluated goes on as if it had not been",
    async () => {
      await inDirectory(async (directory) => {
        const path = write(directory, "s.json", files["s.json"] ?? "");
        const output = join(directory, "found");
        const words = [
          "search",
          "--space",
          path,
          "--evaluate",
          `sh -c 'test -e "$0" && echo {{\\"t\\": 1}} || sleep 60' ${directory}/go`,
        ];
        const child = spawn(process.execPath, [
          join(builtCompiler(), "bin", "lutra.js"),
          ...words,
          "-o",
          output,
        ]);
        let err = "";
        child.stderr.on("data", (text) => {
          err += text;
        });
        while (!existsSync(join(output, "search.jsonl"))) await setTimeout(5);
        await setTimeout(100);
        child.kill("SIGINT");
        expect(await new Promise((resolve) => child.once("close", resolve))).toBe(130);
        expect(err).toContain("stopped after 0 evaluations; --resume");
        write(directory, "go", "");
        const { status, out } = await lutra(...words, "--resume", output, "--json");
        expect(status).toBe(0);
        expect(JSON.parse(out)).toMatchObject({ evaluations: 2, ended: "space" });
      });
    },
  );

  it.skipIf(process.platform === "win32")(
    "by Ctrl-C keeps and tells what is known, with status 130",
    async () => {
      const program = join(builtCompiler(), "bin", "lutra.js");
      await withSpace(async (given, directory) => {
        const output = join(directory, "found");
        const child = spawn(process.execPath, [
          program,
          ...given,
          "--budget",
          "1h",
          "--method",
          "random",
          "-o",
          output,
        ]);
        let [out, err] = ["", ""];
        child.stdout.on("data", (text) => {
          out += text;
        });
        child.stderr.on("data", (text) => {
          err += text;
        });
        const path = join(output, "search.jsonl");
        while (!existsSync(path) || readFileSync(path, "utf8").split("\n").length < 6) await setTimeout(10);
        child.kill("SIGINT");
        const status = await new Promise((resolve) => child.once("close", resolve));
        expect(err).toContain(`--resume ${output} goes on`);
        expect(out).toContain("The front");
        expect(status).toBe(130);
        expect(existsSync(join(output, "search.html"))).toBe(true);
      });
    },
  );
});
