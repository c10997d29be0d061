/** What ends a command early, said in one clear message. */
import { closest } from "../diagnostics/closest.ts";
import { named } from "../diagnostics/named.ts";

/** 1: the input was wrong. 2: a tool or the machine failed. Above 128: it was stopped by a signal. */
export type FailureStatus = number;

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

/** An option whose value must be one of a few words. */
export function noSuch(option: string, given: string, what: string, known: readonly string[]): Failure {
  const meant = closest(given, known);
  return new Failure(`${option} ${given}: there is no such ${what}; there is ${known.join(", ")}`, {
    ...(meant === null ? {} : { help: `did you mean ${meant}?` }),
  });
}

/** A file system error in plain words. */
export function fileFailure(action: "read" | "write", path: string, error: unknown): Failure {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const [reason, status] = named(reasons, code) ?? [
    error instanceof Error ? error.message : String(error),
    2,
  ];
  return new Failure(`cannot ${action} ${path}: ${reason}`, { status });
}

/** What the system refused us where no file of the user's was meant, as in a directory for temporary files; else null. */
export function systemFailure(error: unknown): Failure | null {
  if (!(error instanceof Error) || !("syscall" in error) || !("code" in error)) return null;
  const path = "path" in error ? ` ${String(error.path)}` : "";
  const [reason] = named(reasons, String(error.code)) ?? [error.message];
  return new Failure(`the system refused to ${String(error.syscall)}${path}: ${reason}`, { status: 2 });
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
  EDQUOT: ["the disk quota is used up", 2],
  EFBIG: ["the file is larger than is allowed", 2],
  EIO: ["the disk fails", 2],
  EMFILE: ["too many files are open", 2],
  ENFILE: ["too many files are open", 2],
  ELOOP: ["its links lead in a circle", 1],
  ENAMETOOLONG: ["the name is too long", 1],
  ENXIO: ["there is no such device", 1],
  ENODEV: ["there is no such device", 1],
  ERR_FS_FILE_TOO_LARGE: ["it is larger than 2 GiB", 1],
};
