/**
 * Many generated kernels in one program, since a compiler takes a second for each file: every kernel in a namespace of
 * its own with its testbench, run one after the other in processes of their own.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generateVitis, type VitisFiles, type VitisOptions } from "../../src/backend/vitis/index.ts";
import { printTestbench } from "../../src/backend/vitis/project/testbench.ts";
import type { Loops } from "../../src/loops/nodes.ts";
import { raisedBy } from "../../src/loops/program.ts";
import { faultIn, readResults, writeArguments } from "../../src/outside/native.ts";
import type { RunResult } from "../../src/program/interpret/index.ts";
import type { Value } from "../../src/types/operators.ts";
import type { NDArray } from "../../src/types/storage.ts";
import { type Case, include, type Ran } from "./c-cases.ts";
import { type Args, left } from "./wasm-build.ts";

interface VitisCase extends Case {
  readonly options?: VitisOptions;
}

const strict = [
  ...["-std=c++14", "-O1", "-fwrapv", "-ffp-contract=off", "-Wall", "-Wextra", "-Werror"],
  ...["-Wno-unknown-pragmas", "-Wno-unused-label", `-I${include}`],
];

/** In programs of so many kernels: what the compiler needs grows faster than the text. */
export function runVitis(cases: readonly VitisCase[], size = 60): readonly Ran[] {
  const found: Ran[] = [];
  for (let k = 0; k < cases.length; k += size) found.push(...runTogether(cases.slice(k, k + size)));
  return found;
}

function runTogether(cases: readonly VitisCase[]): readonly Ran[] {
  const folder = mkdtempSync(join(tmpdir(), "lutra-vitis-"));
  try {
    const written = cases.map(({ loops, options }) => generateVitis(loops, options));
    const errors = compileAll(folder, written);
    for (const [k, { loops, args }] of cases.entries()) {
      mkdirSync(join(folder, `${k}/in`), { recursive: true });
      mkdirSync(join(folder, `${k}/out`));
      writeArguments(join(folder, `${k}/in`), loops, new Map(Object.entries(args)));
    }
    spawnSync("./all", [], { cwd: folder, encoding: "utf8" });
    return cases.map(({ args, loops }, k) => {
      const code = written[k];
      const error = errors.get(k);
      if (code?.ok !== true) {
        return { kind: "refused", messages: (code?.diagnostics ?? []).map(({ message }) => message) };
      }
      if (error !== undefined) {
        return { kind: "broken", message: `g++: ${error}\n${code.files.get(code.source)}` };
      }
      return outcome(join(folder, String(k)), code, args, loops);
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What the compiler says of each kernel that it refuses; those are left out, and the rest is compiled again. */
function compileAll(
  folder: string,
  written: readonly ReturnType<typeof generateVitis>[],
): Map<number, string> {
  const errors = new Map<number, string>();
  for (;;) {
    const codes = written.map((one, k) => (one.ok && !errors.has(k) ? one : null));
    writeFileSync(join(folder, "all.cpp"), program(codes));
    const { status, stderr } = spawnSync("g++", [...strict, "-pthread", "all.cpp", "-o", "all"], {
      cwd: folder,
      encoding: "utf8",
      maxBuffer: 1 << 28,
    });
    if (status === 0) return errors;
    const before = errors.size;
    for (const found of stderr.matchAll(/^k(\d+)\.cpp:.*error:.*$/gm)) {
      const k = Number(found[1]);
      if (!errors.has(k)) errors.set(k, stderr.slice(found.index, found.index + 800));
    }
    if (errors.size === before) throw new Error(`g++: ${stderr.slice(0, 4000)}`);
  }
}

function outcome(folder: string, code: VitisFiles, args: Args, loops: Loops): Ran {
  const stderr = readFileSync(join(folder, "stderr"), "utf8");
  const fault = faultIn(stderr, code.lineMap);
  const status = readFileSync(join(folder, "status"), "utf8").trim();
  if (fault === null && status !== "0") return { kind: "broken", message: `status ${status}: ${stderr}` };
  const run = (own: ReadonlyMap<string, NDArray | Value>): RunResult => {
    if (fault !== null) throw raisedBy(loops, fault);
    return readResults(join(folder, "out"), code.signature, own);
  };
  return { kind: "left", left: left({ run }, args) };
}

function program(codes: readonly (VitisFiles | null)[]): string {
  const includes = new Set<string>();
  const parts = codes.map((code, k) => {
    if (code === null) return "";
    const bench = printTestbench(code.signature, code.header);
    for (const text of [code.files.get(code.source) ?? "", bench]) {
      for (const [line] of text.matchAll(/^#include .*$/gm))
        if (!line.includes(code.header)) includes.add(line);
    }
    const body = inside(code.files.get(code.source) ?? "");
    return [
      `namespace k${k} {`,
      `#line 1 "k${k}.cpp"`,
      body,
      inside(bench).replace("int main(", "int run("),
      "}",
    ].join("\n");
  });
  return [
    "#define AP_INT_MAX_W 8192",
    ...[...includes].sort(),
    ...["<cstdio>", "<cstdlib>", "<sys/wait.h>", "<unistd.h>"].map((name) => `#include ${name}`),
    ...parts,
    '#line 1 "driver.cpp"',
    "typedef int (*Kernel)(int, char **);",
    `static const Kernel kernels[] = {${codes.map((code, k) => (code === null ? "NULL" : `k${k}::run`)).join(", ")}};`,
    driver,
  ].join("\n");
}

/** Without what only a file of its own has; every line stays where it was. */
function inside(text: string): string {
  return text.replace(/^#(include|define AP_INT_MAX_W) .*$/gm, "").replace(/^extern "C" /gm, "");
}

const driver = `
int main() {
  for (size_t k = 0; k < sizeof kernels / sizeof kernels[0]; k++) {
    if (kernels[k] == NULL) continue;
    char in[64], out[64], name[64];
    snprintf(in, sizeof in, "%zu/in", k);
    snprintf(out, sizeof out, "%zu/out", k);
    const pid_t child = fork();
    if (child == 0) {
      snprintf(name, sizeof name, "%zu/stderr", k);
      if (freopen(name, "w", stderr) == NULL || freopen("/dev/null", "w", stdout) == NULL) _Exit(9);
      alarm(60);
      char *words[] = {name, in, out};
      exit(kernels[k](3, words));
    }
    int status = 0;
    waitpid(child, &status, 0);
    snprintf(name, sizeof name, "%zu/status", k);
    FILE *file = fopen(name, "w");
    fprintf(file, "%d\\n", WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + status);
    fclose(file);
  }
  return 0;
}
`;
