/** A generated program that runs outside of this process: built once, called on .npy files, cleaned up. */
import type { LineMap } from "../backend/c/lines.ts";
import type { Signature } from "../backend/c/signature.ts";
import type { Arguments, NativeKernel } from "../call/outside.ts";
import { ToolFailure } from "../diagnostics/tool_failure.ts";
import type { For, Loops } from "../loops/nodes.ts";
import { raisedBy } from "../loops/program.ts";
import { mostIterations, tooLong } from "../program/interpret/fault.ts";
import type { RunResult } from "../program/interpret/index.ts";
import { longestLoop } from "../program/rounds.ts";
import { runProcess } from "../toolchain/process.ts";
import { makeWorkspace, type Workspace } from "../toolchain/workspace.ts";
import { faultIn, readResults, writeArguments } from "./native.ts";

export interface OutsideProgram {
  readonly loops: Loops;
  readonly signature: Signature;
  readonly command: readonly string[]; // in the workspace; the folders of arguments and results are added
  readonly lineMap: LineMap; // of the file that faults name lines of
  /** Something else that it says when it fails, in plain words. */
  readonly explain?: (stderr: string) => ToolFailure | null;
}

const runTimeoutMs = 600_000;

/** Leaves nothing behind when it cannot be built. */
export async function outsideKernel(
  program: OutsideProgram,
  build: (workspace: Workspace) => Promise<void>,
): Promise<NativeKernel> {
  const workspace = makeWorkspace();
  try {
    await build(workspace);
  } catch (error) {
    workspace.remove();
    throw error;
  }
  return { run: (args) => call(workspace, program, args), remove: workspace.remove };
}

async function call(workspace: Workspace, program: OutsideProgram, args: Arguments): Promise<RunResult> {
  const { loops, signature, lineMap } = program;
  refuseLong(loops);
  const [before, after] = [workspace.folder("in"), workspace.folder("out")];
  writeArguments(before, loops, args);
  const [command = "", ...words] = program.command;
  const outcome = await runProcess(command, [...words, before, after], {
    timeoutMs: runTimeoutMs,
    cwd: workspace.path,
  });
  if (outcome.kind === "failed") throw broken(`the compiled kernel failed: ${outcome.message}`);
  const fault = faultIn(outcome.stderr, lineMap);
  if (fault !== null) throw raisedBy(loops, fault);
  if (outcome.status === 0) return readResults(after, signature, args);
  const said = outcome.stderr.trim() || `status ${outcome.status}`;
  throw program.explain?.(said) ?? broken(`the compiled kernel failed: ${said}`);
}

/** What the reference and WebAssembly count while they run is here known of loops with constant bounds only. */
function refuseLong({ body }: Loops): void {
  const longest = longestLoop<For>(body);
  if (longest === null || longest.rounds <= mostIterations.native) return;
  throw tooLong(longest.loop.origin.span, longest.rounds, mostIterations.native);
}

/** Runs a compiler in the workspace. */
export async function compileWith(
  workspace: Workspace,
  command: string,
  words: readonly string[],
  texts: { readonly what: string; readonly help: string; readonly explain?: OutsideProgram["explain"] },
): Promise<void> {
  const outcome = await runProcess(command, words, { timeoutMs: compileTimeoutMs, cwd: workspace.path });
  if (outcome.kind === "failed") {
    throw new ToolFailure(outcome.message, outcome.reason === "missing" ? texts.help : null);
  }
  if (outcome.status === 0) return;
  const known = texts.explain?.(outcome.stderr) ?? null;
  throw known ?? broken(`${command} refused the generated ${texts.what}:\n${firstErrors(outcome.stderr)}`);
}

/** What we generated does not compile, or does not run. */
function broken(message: string): ToolFailure {
  return new ToolFailure(message, null, { absent: false });
}

const compileTimeoutMs = 300_000;

function firstErrors(stderr: string): string {
  const lines = stderr.split("\n");
  const errors = lines.filter((line) => /\berror:/.test(line));
  return (errors.length > 0 ? errors : lines).slice(0, 5).join("\n");
}
