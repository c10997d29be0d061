/** Runs an outside program with a time limit. However we end (also by Ctrl-C), no child is left behind. */
import { type ChildProcess, spawn } from "node:child_process";

export interface ProcessOptions {
  readonly timeoutMs: number;
  readonly input?: string;
  readonly cwd?: string;
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
      stdio: ["pipe", "pipe", "pipe"],
      windowsHide: true,
    });
    watch(child);
    let stdout = "";
    let stderr = "";
    let timedOut = false;
    const timer = setTimeout(() => {
      timedOut = true;
      child.kill("SIGKILL");
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
      resolve(failed(command, error));
    });
    child.on("close", (status, signal) => {
      clearTimeout(timer);
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

function watch(child: ChildProcess): void {
  if (running.size === 0) {
    process.on("exit", killAll);
    process.on("SIGINT", interrupted);
    process.on("SIGTERM", interrupted);
  }
  running.add(child);
  const forget = (): void => {
    running.delete(child);
    if (running.size > 0) return;
    process.off("exit", killAll);
    process.off("SIGINT", interrupted);
    process.off("SIGTERM", interrupted);
  };
  child.once("close", forget);
  child.once("error", forget);
}

function killAll(): void {
  for (const child of running) child.kill("SIGKILL");
}

function interrupted(signal: NodeJS.Signals): void {
  killAll();
  process.exit(signal === "SIGINT" ? 130 : 143);
}
