/**
 * The journal of a search: a line of JSON an evaluation, appended as soon as it has ended, after a header that says which
 * search it is. A process that is killed loses the evaluations in flight, and at most the line it was writing.
 */
import { createHash } from "node:crypto";
import { closeSync, fsyncSync, openSync, truncateSync, writeSync } from "node:fs";
import { Failure } from "../../diagnostics/failure.ts";
import { spaceJson } from "../../explore/search/read_space.ts";
import type { Problem, Recorded } from "../../explore/search/search.ts";
import { isPoint } from "../../explore/search/space.ts";
import { fileFailure, readBytes } from "../../outside/files.ts";
import { outcomeJson, readOutcome } from "./outcome_json.ts";

export const journalName = "search.jsonl";

const version = 1;

/** What must be the same for a search to go on. */
export interface Header {
  readonly space: string; // a checksum of the space, its objectives, and how points are evaluated
  readonly seed: number;
  readonly method: string;
  readonly batch: number;
}

export function headerLine(header: Header): string {
  return `${JSON.stringify({ lutra: "search", version, ...header })}\n`;
}

/** `evaluator`: what says how points are evaluated. */
export function spaceChecksum(problem: Problem, evaluator: unknown): string {
  const text = JSON.stringify([spaceJson(problem), problem.starts ?? [], evaluator]);
  return createHash("sha256").update(text).digest("hex");
}

export interface Journal {
  readonly append: (recorded: Recorded) => void;
  readonly close: () => void;
}

const syncEveryMs = 1000; // what a power failure may cost

/** Goes on with the file that is there. */
export function openJournal(path: string): Journal {
  const attempt = <T>(act: () => T): T => {
    try {
      return act();
    } catch (error) {
      throw fileFailure("write", path, error);
    }
  };
  const file = attempt(() => openSync(path, "a"));
  let synced = performance.now();
  return {
    append: ({ batch, index, point, outcome, isSame }) =>
      attempt(() => {
        const said = outcomeJson(outcome);
        writeSync(
          file,
          `${JSON.stringify({ batch, index, point, ...said, ...(isSame ? { same: true } : {}) })}\n`,
        );
        if (performance.now() - synced < syncEveryMs) return;
        fsyncSync(file);
        synced = performance.now();
      }),
    close: () => attempt(() => closeSync(file)),
  };
}

export interface Kept {
  readonly header: Header;
  readonly recorded: readonly Recorded[];
}

/** Which search a journal is of. */
export function readHeaderOf(path: string): Header {
  const text = Buffer.from(readBytes(path)).toString("utf8");
  return readHeader(text.slice(0, Math.max(0, text.indexOf("\n"))), path);
}

/** What a journal has kept. A last line that was not written whole is cut off. */
export function readJournal(path: string, problem: Problem): Kept {
  const bytes = Buffer.from(readBytes(path));
  const end = bytes.lastIndexOf(10) + 1;
  const [first = "", ...lines] = bytes.subarray(0, end).toString("utf8").split("\n").slice(0, -1);
  const header = readHeader(first, path);
  const recorded = lines.map((line, index) => readLine(line, problem, path, index + 2));
  if (end < bytes.length) truncate(path, end);
  return { header, recorded };
}

function truncate(path: string, length: number): void {
  try {
    truncateSync(path, length);
  } catch (error) {
    throw fileFailure("write", path, error);
  }
}

function readHeader(line: string, path: string): Header {
  const json = parsed(line);
  if (json?.lutra !== "search") throw new Failure(`${path}: it is no journal of a search`);
  if (json.version !== version) {
    throw new Failure(
      `${path}: another version of Lutra wrote it: ${JSON.stringify(json.version)} instead of ${version}`,
    );
  }
  const { space, seed, method, batch } = json;
  if (
    typeof space !== "string" ||
    typeof method !== "string" ||
    !Number.isSafeInteger(seed) ||
    !Number.isSafeInteger(batch)
  ) {
    throw new Failure(`${path}: its first line does not say which search it is`);
  }
  return { space, method, seed: Number(seed), batch: Number(batch) };
}

function readLine(line: string, problem: Problem, path: string, number: number): Recorded {
  const json = parsed(line);
  const damaged = new Failure(`${path}:${number}: the line is damaged`, {
    help: "start the search anew in another directory",
  });
  if (json === null) throw damaged;
  const { batch, index, point, objectives, uses, reason, same } = json;
  const outcome = readOutcome({ objectives, uses, reason }, problem);
  if (
    !isPoint(problem.space, point) ||
    outcome === null ||
    !Number.isSafeInteger(batch) ||
    !Number.isSafeInteger(index)
  )
    throw damaged;
  return {
    batch: Number(batch),
    index: Number(index),
    point,
    outcome,
    ...(same === true ? { isSame: true } : {}),
  };
}

function parsed(line: string): Readonly<Record<string, unknown>> | null {
  try {
    const json: unknown = JSON.parse(line);
    return typeof json === "object" && json !== null ? (json as Readonly<Record<string, unknown>>) : null;
  } catch {
    return null;
  }
}
