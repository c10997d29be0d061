/** Which Lutra this is: results of another one are not mixed with ours. */
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { version } from "../../version.ts";

/** What searches and workers say to each other: another number, another queue. */
const format = 1;

/** The version and a checksum of the compiler itself, for versions have many builds. `program` starts Lutra. */
export function buildName(program: string | undefined): string {
  const bundle = program === undefined ? null : join(dirname(program), "..", "dist", "cli", "lutra.cjs");
  const checksum =
    bundle === null || !existsSync(bundle)
      ? "unbuilt"
      : createHash("sha256").update(readFileSync(bundle)).digest("hex").slice(0, 12);
  return `${version()}-${checksum}`;
}

/** Keys of Redis begin with it. */
export const queuePrefix = "lutra";

/** Searches and workers of one build meet here, and no others. */
export function queueName(build: string): string {
  return `search-${format}-${build}`;
}
