/**
 * The directory that `build -o` writes. A list of what Lutra wrote there, with checksums (as sha256sum prints them, so
 * `sha256sum -c .lutra-files` reads it), tells its own files from everybody else's: only those are written over.
 */
import { createHash } from "node:crypto";
import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Failure } from "../diagnostics/failure.ts";
import { fileFailure } from "./files.ts";

export const listName = ".lutra-files";

export type Content = Uint8Array | string;

/** What to write: the files, and the list. Refuses a directory, or a file in it, that is not Lutra's to write. */
export function claimFolder(
  folder: string,
  files: ReadonlyMap<string, Content>, // by name in the directory
  { force = false }: { readonly force?: boolean },
): ReadonlyMap<string, Content> {
  const names = entriesIn(folder);
  const ours = names.includes(listName) ? readList(join(folder, listName)) : null;
  if (!force) {
    if (ours === null && names.length > 0) throw foreignFolder(folder, names);
    refuseChanged(folder, files, ours ?? new Map());
  }
  const kept = [...(ours ?? [])].filter(([name]) => checksumAt(join(folder, name)) !== null);
  const list = new Map([...kept, ...[...files].map(([name, content]) => [name, checksum(content)] as const)]);
  return new Map([...files, [listName, printList(list)]]);
}

/** Files of Lutra's that are as it left them: those that it may remove. */
export function unchangedFiles(folder: string): readonly string[] {
  const ours = entriesIn(folder).includes(listName) ? readList(join(folder, listName)) : null;
  return [...(ours ?? [])].flatMap(([name, sum]) => (checksumAt(join(folder, name)) === sum ? [name] : []));
}

/** What stands where a file goes must be as Lutra left it, or be the same. */
function refuseChanged(
  folder: string,
  files: ReadonlyMap<string, Content>,
  ours: ReadonlyMap<string, string>,
): void {
  const present = [...files].flatMap(([name, content]) => {
    const found = checksumAt(join(folder, name));
    return found === null || found === ours.get(name) || found === checksum(content) ? [] : [name];
  });
  if (present.length === 0) return;
  const edited = present.filter((name) => ours.has(name));
  const [names, why] =
    edited.length > 0 ? [edited, "it was changed after Lutra wrote it"] : [present, "Lutra did not write it"];
  throw new Failure(`cannot write ${join(folder, names[0] ?? "")}: ${why}${andMore(names.length - 1)}`, {
    help: "build into another directory, or add --force to write over it",
  });
}

function foreignFolder(folder: string, names: readonly string[]): Failure {
  const shown = names.slice(0, 3).join(", ");
  return new Failure(
    `-o ${folder}: the directory holds files that Lutra did not write: ${shown}${andMore(names.length - 3)}`,
    { help: "name a directory that is new or empty, or add --force to write there all the same" },
  );
}

function andMore(count: number): string {
  return count > 0 ? `, and ${count} more` : "";
}

function entriesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw fileFailure("write", folder, error);
  }
}

const line = /^([0-9a-f]{64}) {2}(.+)$/;

/** Null where it is no such list. */
function readList(path: string): ReadonlyMap<string, string> | null {
  if (!lstatSync(path).isFile()) return null;
  const lines = readText(path)
    .split("\n")
    .filter((text) => text !== "");
  const entries = lines.map((text) => line.exec(text));
  if (entries.some((entry) => entry === null)) return null;
  return new Map(entries.map((entry) => [entry?.[2] ?? "", entry?.[1] ?? ""]));
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw fileFailure("read", path, error);
  }
}

function printList(list: ReadonlyMap<string, string>): string {
  const lines = [...list].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, sum]) => `${sum}  ${name}\n`);
  return lines.join("");
}

function checksum(content: Content): string {
  return createHash("sha256").update(content).digest("hex");
}

/** Null where there is no file. What is there and cannot be read has no checksum that is ours. */
function checksumAt(path: string): string | null {
  try {
    if (!lstatSync(path).isFile()) return "";
    return checksum(readFileSync(path));
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ENOENT" ? null : "";
  }
}
