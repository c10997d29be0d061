/**
 * What workers of a queue evaluate, as JSON: the text of a kernel, the space of its schedules, a part. It is data: a kernel in
 * Python or ONNX is compiled, never executed, and one in TypeScript is a program and does not go there. Whoever reaches the
 * queue may write to it, so a worker believes nothing that it reads here.
 */
import { createHash } from "node:crypto";
import { Failure } from "../../../diagnostics/failure.ts";
import { onOneLine } from "../../../diagnostics/one_line.ts";
import { readSpace, spaceJson } from "../../../explore/search/read_space.ts";
import { parseSchedule } from "../../../schedule/parse.ts";
import { printSchedule } from "../../../schedule/print.ts";
import type { KernelContents } from "../../source.ts";
import type { KernelJob } from "../job.ts";
import { objectivesOf } from "../limits.ts";
import { queuePrefix } from "./build.ts";

export interface QueuedProblem {
  readonly id: string; // a checksum of the text
  readonly text: string;
}

/** Where Redis keeps it. */
export function problemKey(id: string): string {
  return `${queuePrefix}:problem:${id}`;
}

const mostLetters = 2 ** 28; // Redis keeps texts of up to 512 MiB

export function queuedProblem({ contents, options, space, auto, objectives }: KernelJob): QueuedProblem {
  const text = JSON.stringify({
    kernel: contentsJson(contents),
    options,
    space: spaceJson({ space, objectives }),
    auto: printSchedule(auto),
  });
  if (text.length > mostLetters) {
    throw new Failure(`--queue: ${contents.path} is too large for a queue: more than 256 MiB`);
  }
  return { id: checksumOf(text), text };
}

function contentsJson(contents: KernelContents): unknown {
  const { kind, path, name } = contents;
  switch (contents.kind) {
    case "python":
      return { kind, path, name, text: contents.text };
    case "network":
      return {
        ...{ kind, path, name, bytes: base64(contents.bytes) },
        beside: Object.fromEntries([...contents.beside].map(([file, bytes]) => [file, base64(bytes)])),
      };
    case "module":
      throw new Failure("--queue: a kernel in TypeScript is a program, and workers of a queue run none", {
        help: "search it without --queue, or write it in Python",
      });
  }
}

function checksumOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** Refuses whatever a search would not have written. */
export function readProblem({ id, text }: QueuedProblem): KernelJob {
  if (checksumOf(text) !== id) throw wrong("its text is not what its name says");
  const json = objectIn(parsed(text), "it");
  const read = readSpace(JSON.stringify(json.space ?? null), "space");
  const schedule = parseSchedule(textIn(json.auto, "auto"));
  if (!schedule.ok) throw wrong(schedule.diagnostics[0]?.message ?? "auto is no schedule");
  return {
    contents: readContents(objectIn(json.kernel, "kernel")),
    options: readOptions(objectIn(json.options, "options")),
    space: read.space,
    auto: schedule.schedule,
    objectives: objectivesOf(read.objectives.join(",")),
  };
}

function readContents(json: Json): KernelContents {
  const path = onOneLine(textIn(json.path, "path"));
  const name = json.name === null ? null : textIn(json.name, "name");
  switch (json.kind) {
    case "python":
      return { kind: json.kind, path, name, text: textIn(json.text, "text") };
    case "network": {
      const beside = Object.entries(objectIn(json.beside, "beside"));
      return {
        ...{ kind: json.kind, path, name, bytes: bytesIn(json.bytes, "bytes") },
        beside: new Map(beside.map(([file, bytes]) => [file, bytesIn(bytes, "beside")])),
      };
    }
    default:
      throw wrong("it is no kernel that a worker takes");
  }
}

const words = ["part", "clock", "board", "within", "weights", "samples"] as const;

function readOptions(json: Json): KernelJob["options"] {
  const given = words.flatMap((word) =>
    json[word] === undefined ? [] : [[word, textIn(json[word], word)] as const],
  );
  const lists = { arg: textsIn(json.arg, "arg") };
  const constants = json.in === undefined ? [] : textsIn(json.in, "in");
  if (!constants.every((word) => /^[^=]+=-?\d+$/.test(word))) throw wrong("in is more than numbers"); // no files of the worker's
  return {
    ...Object.fromEntries(given),
    ...lists,
    ...(constants.length === 0 ? {} : { in: constants }),
    ...(json.result === undefined ? {} : { result: textsIn(json.result, "result") }),
  };
}

type Json = Readonly<Record<string, unknown>>;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw wrong("it is no JSON");
  }
}

function objectIn(value: unknown, what: string): Json {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Json;
  throw wrong(`${what} is no object`);
}

function textIn(value: unknown, what: string): string {
  if (typeof value === "string") return value;
  throw wrong(`${what} is no text`);
}

function textsIn(value: unknown, what: string): readonly string[] {
  if (Array.isArray(value)) return value.map((one) => textIn(one, what));
  throw wrong(`${what} is no list`);
}

function bytesIn(value: unknown, what: string): Uint8Array {
  return new Uint8Array(Buffer.from(textIn(value, what), "base64"));
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");
}

function wrong(why: string): Failure {
  return new Failure(`what the queue holds is no problem of a search: ${why}`);
}
