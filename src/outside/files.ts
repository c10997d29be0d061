/** Files read, and what the system refused, in plain words. */
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { memoryLimit, sizeText } from "../call/memory.ts";
import { Failure, type FailureStatus } from "../diagnostics/failure.ts";
import { named } from "../diagnostics/named.ts";

export function readText(path: string, what = "a Python source file"): string {
  const bytes = readBytes(path, mostText);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new Failure(`cannot read ${path}: it is not UTF-8 text`, { help: `give ${what}` });
  }
}

/** More than any person writes; a path may be a disk image, or a device that never ends. */
const mostText = 16 * 2 ** 20;

export function readBytes(path: string, most = memoryLimit()): Uint8Array {
  const tooLarge = (): Failure => new Failure(`cannot read ${path}: it has more than ${sizeText(most)}`);
  try {
    const file = openSync(path, "r");
    try {
      if (fstatSync(file).size > most) throw tooLarge();
      return readAll(file, most) ?? failWith(tooLarge());
    } finally {
      closeSync(file);
    }
  } catch (error) {
    throw error instanceof Failure ? error : fileFailure("read", path, error);
  }
}

/** Null where there is more than `most`. */
function readAll(file: number, most: number): Uint8Array | null {
  const { size } = fstatSync(file);
  const chunks: Buffer[] = [];
  let total = 0;
  for (;;) {
    const chunk = Buffer.allocUnsafe(Math.max(1 << 16, Math.min(1 << 26, size - total + 1)));
    const count = readSync(file, chunk);
    if (count === 0) break;
    chunks.push(chunk.subarray(0, count));
    total += count;
    if (total > most) return null;
  }
  const [only] = chunks;
  return chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks);
}

function failWith(failure: Failure): never {
  throw failure;
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
