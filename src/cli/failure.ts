/** What ends a command early, said in one clear message. */

/** 1: the input was wrong. 2: a tool or the machine failed. */
export type FailureStatus = 1 | 2;

export class Failure extends Error {
  override readonly name = "Failure";
  readonly status: FailureStatus;
  readonly help: string | null; // what to write instead

  constructor(message: string, options: { readonly help?: string; readonly status?: FailureStatus } = {}) {
    super(message);
    this.status = options.status ?? 1;
    this.help = options.help ?? null;
  }
}

/** A file system error in plain words. */
export function fileFailure(action: "read" | "write", path: string, error: unknown): Failure {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const [reason, status] = reasons[code] ?? [error instanceof Error ? error.message : String(error), 2];
  return new Failure(`cannot ${action} ${path}: ${reason}`, { status });
}

const reasons: Readonly<Record<string, readonly [string, FailureStatus]>> = {
  ENOENT: ["no such file or directory", 1],
  EISDIR: ["it is a directory", 1],
  ENOTDIR: ["a part of the path is a file, not a directory", 1],
  EEXIST: ["a file of that name is in the way", 1],
  EACCES: ["permission denied", 1],
  EPERM: ["permission denied", 1],
  EROFS: ["the file system is read-only", 2],
  ENOSPC: ["the disk is full", 2],
};
