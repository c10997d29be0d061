/** Runs an outside program with a time limit. However we end (also by Ctrl-C), no child is left behind. */
import { type ChildProcess, spawn } from "node:child_process";
import { onStop, type Stop, stopStatus } from "./stop.ts";

export interface ProcessOptions {
  readonly timeoutMs: number;
  readonly input?: string;
  readonly cwd?: string;
  readonly temporary?: string; // the directory for what it keeps aside; else the system's
  readonly stopped?: AbortSignal; // ends it; then whoever has the signal sees to Ctrl-C, not this file
}

export type ProcessOutcome =
  | { readonly kind: "done"; readonly status: number; readonly stdout: string; readonly stderr: string }
  | { readonly kind: "failed"; readonly reason: ProcessFailure; readonly message: string };

export type ProcessFailure = "missing" | "forbidden" | "timeout" | "killed" | "other";

export function runProcess(
  command: string,
  args: readonly string[],
  options: ProcessOptions,
): Promise<ProcessOutcome> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: options.cwd,
      ...(options.temporary === undefined ? {} : { env: { ...process.env, TMPDIR: options.temporary } }),
      stdio: ["pipe", "pipe", "pipe"],
      windowsHide: true,
      detached: hasGroups,
    });
    watch(child, options.stopped === undefined);
    const stop = (): void => end(child);
    options.stopped?.addEventListener("abort", stop);
    if (options.stopped?.aborted) stop();
    let stdout = "";
    let stderr = "";
    let timedOut = false;
    const timer = setTimeout(() => {
      timedOut = true;
      end(child);
    }, options.timeoutMs);
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      stderr += text;
    });
    child.stdin.on("error", () => {}); // it may end without reading; its status says how
    child.stdin.end(options.input ?? "");
    child.on("error", (error: NodeJS.ErrnoException) => {
      clearTimeout(timer);
      options.stopped?.removeEventListener("abort", stop);
      resolve(failed(command, error));
    });
    child.on("close", (status, signal) => {
      clearTimeout(timer);
      options.stopped?.removeEventListener("abort", stop);
      if (timedOut) {
        const message = `${command} did not answer within ${options.timeoutMs / 1000} s`;
        resolve({ kind: "failed", reason: "timeout", message });
      } else if (status === null) {
        resolve({ kind: "failed", reason: "killed", message: `${command} was stopped by ${signal}` });
      } else {
        resolve({ kind: "done", status, stdout, stderr });
      }
    });
  });
}

function failed(command: string, error: NodeJS.ErrnoException): ProcessOutcome {
  switch (error.code) {
    case "ENOENT":
      return { kind: "failed", reason: "missing", message: `${command} is not installed or not on the PATH` };
    case "EACCES":
      return { kind: "failed", reason: "forbidden", message: `${command} may not be executed` };
    default:
      return {
        kind: "failed",
        reason: "other",
        message: `${command} could not be started: ${error.message}`,
      };
  }
}

const running = new Set<ChildProcess>();
const unattended = new Set<ChildProcess>(); // those that a signal ends, and us with them
let unwatch = (): void => {};

function watch(child: ChildProcess, isUnattended: boolean): void {
  if (running.size === 0) process.on("exit", killAll);
  running.add(child);
  if (isUnattended) {
    if (unattended.size === 0) unwatch = onStop(interrupted);
    unattended.add(child);
  }
  const forget = (): void => {
    running.delete(child);
    if (running.size === 0) process.off("exit", killAll);
    if (unattended.delete(child) && unattended.size === 0) unwatch();
  };
  child.once("close", forget);
  child.once("error", forget);
}

function killAll(): void {
  for (const child of running) end(child);
}

const hasGroups = process.platform !== "win32";

/** With all that it has started: compilers and `make` do. A child leads a process group of its own for that. */
function end(child: ChildProcess): void {
  try {
    if (hasGroups && child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
    else child.kill("SIGKILL");
  } catch {
    // it has ended by itself
  }
}

function interrupted(signal: Stop): void {
  killAll();
  process.exit(stopStatus(signal));
}
