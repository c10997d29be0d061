/**
 * Programs that come as WebAssembly in a package of their own (YoWASP). They work on files in memory and do not let go
 * of the thread until they have finished. So each runs in a process of its own, which has a time limit like any other,
 * and sees the folder as an installed program would.
 */
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { type ProcessOutcome, runProcess } from "./process.ts";

export interface EmbeddedProgram {
  readonly package: string;
  readonly run: string; // the function of the package that runs it
}

export interface EmbeddedOptions {
  readonly timeoutMs: number;
  readonly cwd: string;
  readonly temporary?: string;
}

/** What it prints is its standard error. `missing`: the package is not installed. */
export async function runEmbedded(
  program: EmbeddedProgram,
  args: readonly string[],
  options: EmbeddedOptions,
): Promise<ProcessOutcome> {
  const bundle = locate(program.package);
  if (bundle === null) {
    const message = `${program.package} is not installed`;
    return { kind: "failed", reason: "missing", message };
  }
  const script = scriptFor(bundle, program.run);
  return runProcess(process.execPath, ["--input-type=module", "--eval", script, "--", ...args], options);
}

function locate(name: string): string | null {
  try {
    return pathToFileURL(createRequire(import.meta.url).resolve(name)).href;
  } catch {
    return null;
  }
}

/** A static import: bundling rewrites what looks like a dynamic one, in text as well. */
function scriptFor(bundle: string, run: string): string {
  return `
import { ${run} as program } from ${JSON.stringify(bundle)};
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
const args = process.argv.slice(1);
const tree = (folder) => Object.fromEntries(readdirSync(folder, { withFileTypes: true }).map((entry) => [
  entry.name,
  entry.isDirectory() ? tree(join(folder, entry.name)) : readFileSync(join(folder, entry.name)),
]));
const show = (bytes) => { if (bytes !== null) process.stderr.write(bytes); };
try {
  const files = await program(args, tree("."), { stdout: show, stderr: show });
  for (const [name, content] of Object.entries(files)) {
    if (typeof content === "string" || content instanceof Uint8Array) writeFileSync(name, content);
  }
} catch (error) {
  if (error.code === undefined) process.stderr.write(String(error));
  process.exitCode = error.code ?? 1;
}`;
}
