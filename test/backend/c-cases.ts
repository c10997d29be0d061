/** Kernels that run as compiled programs: their arguments as files, what they leave as files, and what it must be. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { LineMap } from "../../src/backend/c/lines.ts";
import type { Signature } from "../../src/backend/c/signature.ts";
import { fromNpy, toNpy } from "../../src/call/exchange.ts";
import { decodeNpy, encodeNpy } from "../../src/call/npy.ts";
import type { Loops } from "../../src/loops/nodes.ts";
import { prepareLoops, raisedBy } from "../../src/loops/program.ts";
import { faultIn } from "../../src/outside/native.ts";
import type { RunFault } from "../../src/program/interpret/index.ts";
import { runProcess } from "../../src/toolchain/process.ts";
import { type Type, withShape } from "../../src/types/types.ts";
import { type Args, type Left, left } from "./wasm-build.ts";

export interface Case {
  readonly name: string;
  readonly loops: Loops;
  readonly args: Args;
}

/** What a run leaves, or why there was none. */
export type Ran =
  | { readonly kind: "left"; readonly left: Left }
  | { readonly kind: "broken"; readonly message: string }
  | { readonly kind: "refused"; readonly messages: readonly string[] };

/** What is known of a generated kernel. */
export interface Made {
  readonly lineMap: LineMap;
  readonly signature: Signature;
}

export const include = fileURLToPath(new URL("../../include", import.meta.url));

export async function mustRun(command: string, args: readonly string[], cwd: string): Promise<void> {
  const done = await runProcess(command, args, { cwd, timeoutMs: 1_800_000 });
  if (done.kind === "failed") throw new Error(done.message);
  if (done.status !== 0)
    throw new Error(`${command} ended with ${done.status}:\n${done.stderr.slice(0, 4000)}`);
}

/** `in_3/a.npy` for argument `a` of kernel 3. */
export function writeArguments(folder: string, k: number, { signature }: Made, { args }: Case): void {
  mkdirSync(join(folder, `in_${k}`));
  mkdirSync(join(folder, `out_${k}`));
  for (const { source, type, shape } of signature.parameters) {
    const value = source === null ? undefined : args[source];
    if (value === undefined) continue;
    writeFileSync(join(folder, `in_${k}`, `${source}.npy`), encodeNpy(toNpy(withShape(type, shape), value)));
  }
}

/**
 * A program that runs each kernel in a process of its own and notes how it ended in `out_3/status`; `call(k)` is the
 * statement that runs it.
 */
export function mainText(
  kernels: readonly number[],
  before: readonly string[],
  call: (k: number) => string,
): string {
  return [
    ...before,
    "#include <stdio.h>",
    "#include <sys/wait.h>",
    "#include <unistd.h>",
    "static void run(int number) {",
    "  switch (number) {",
    ...kernels.map((k) => `    case ${k}: ${call(k)} break;`),
    "    default: break;",
    "  }",
    "}",
    "int main(void) {",
    `  const int numbers[] = {${[...kernels, -1].join(", ")}};`,
    "  for (int i = 0; numbers[i] >= 0; i++) {",
    "    char path[64];",
    "    int status = 0;",
    "    FILE *file;",
    "    const pid_t child = fork();",
    "    if (child == 0) {",
    '      snprintf(path, sizeof path, "out_%d/stderr", numbers[i]);',
    '      if (freopen(path, "w", stderr) == NULL) _exit(9);',
    "      alarm(120);",
    "      run(numbers[i]);",
    "      fflush(NULL);",
    "      _exit(0);",
    "    }",
    "    waitpid(child, &status, 0);",
    '    snprintf(path, sizeof path, "out_%d/status", numbers[i]);',
    '    file = fopen(path, "w");',
    '    fprintf(file, "%d", WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status));',
    "    fclose(file);",
    "  }",
    "  return 0;",
    "}",
    "",
  ].join("\n");
}

/** Parameters that come out, with the file each goes to. */
export function outputs(signature: Signature): readonly (readonly [string, string])[] {
  return [
    ...signature.parameters.flatMap(({ name, source, direction }) =>
      source !== null && direction !== "in" ? [[name, source] as const] : [],
    ),
    ...signature.results.map(({ parameter, file }) => [parameter, file] as const),
  ];
}

export function ranAs(folder: string, k: number, made: Made, one: Case): Ran {
  try {
    return { kind: "left", left: leftBy(folder, k, made, one) };
  } catch (error) {
    return { kind: "broken", message: error instanceof Error ? error.message : String(error) };
  }
}

function leftBy(folder: string, k: number, { signature, lineMap }: Made, { args, name, loops }: Case): Left {
  const out = join(folder, `out_${k}`);
  const status = Number(readFileSync(join(out, "status"), "utf8"));
  const said = readFileSync(join(out, "stderr"), "utf8");
  if (status === 3) {
    const fault = faultIn(said, lineMap);
    if (fault === null) throw new Error(`${name} ended with 3 and without a fault: ${said}`);
    const { code, message, span } = raisedBy(loops, fault) as RunFault;
    return { args: {}, results: [], fault: { code, message, span } };
  }
  if (status !== 0) throw new Error(`${name} ended with ${status}: ${said}`);
  const read = (file: string, type: Type): unknown => {
    const path = join(out, `${file}.npy`);
    if (!existsSync(path)) throw new Error(`${name} left no ${file}`);
    return plain(fromNpy(decodeNpy(readFileSync(path)), type, file));
  };
  const after = signature.parameters.flatMap(({ source, direction, type, shape }) => {
    if (source === null) return [];
    return [
      [source, direction === "in" ? plain(args[source]) : read(source, withShape(type, shape))] as const,
    ];
  });
  const results = signature.results.map(({ parameter, file }) => {
    const from = signature.parameters.find((one) => one.name === parameter);
    if (from === undefined) throw new Error(`nothing comes out of ${parameter}`);
    return read(file, withShape(from.type, from.shape));
  });
  return { args: Object.fromEntries(after), results, fault: null };
}

function plain(value: unknown): unknown {
  return typeof value === "object" && value !== null && "data" in value
    ? Array.from(value.data as ArrayLike<number | bigint>)
    : value;
}

/** What differs from the reference, in words; null where nothing does. Refusals are for the caller to judge. */
export function trouble(ran: Ran, { loops, args, name }: Case): string | null {
  if (ran.kind === "refused") return null;
  if (ran.kind === "broken") return `${name}: ${ran.message}`;
  const reference = left(prepareLoops(loops), args);
  if (reference.fault !== null || ran.left.fault !== null) {
    const [expected, found] = [reference.fault, ran.left.fault];
    if (expected?.code === found?.code) return null;
    return `${name}: expected ${expected?.message ?? "no fault"}, found ${found?.message ?? "no fault"}`;
  }
  const where = firstDifference(reference, ran.left, "");
  return where === null ? null : `${name}: ${where}`;
}

function firstDifference(a: unknown, b: unknown, where: string): string | null {
  if (Object.is(a, b)) return null;
  if (typeof a === "object" && typeof b === "object" && a !== null && b !== null) {
    for (const [key, value] of Object.entries(a)) {
      const found = firstDifference(value, (b as Record<string, unknown>)[key], `${where}.${key}`);
      if (found !== null) return found;
    }
    return null;
  }
  return `${where.slice(1)} is ${String(b)}, not ${String(a)}`;
}
