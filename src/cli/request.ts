/** Whether what came over the pipe is a request: the other side may be another version, or no program of ours at all. */
import { Failure } from "../diagnostics/failure.ts";
import { isScheduleName } from "../driver/schedule.ts";
import type { Request } from "./requests.ts";

/** Refuses what has not the fields that its command needs. */
export function requestIn(header: unknown): Request {
  const command = commandIn(header);
  const fields = isRecord(header) ? header : {};
  const known = new Map(Object.entries(needed)).get(command);
  if (known === undefined) {
    throw new Failure(
      `there is no command ${JSON.stringify(command)}; there is ${Object.keys(needed).join(", ")}`,
    );
  }
  const wrong = Object.entries(known).find(
    ([name, is]) => !is(Object.hasOwn(fields, name) ? fields[name] : undefined),
  );
  if (wrong !== undefined)
    throw new Failure(`the field ${wrong[0]} of ${command} is missing, or is something else`);
  return header as Request;
}

export function commandIn(header: unknown): string {
  return isRecord(header) && typeof header.command === "string" ? header.command : "";
}

/** Memory to share, which the first question of a conversation may offer. */
export function offeredSegment(header: unknown): { readonly fd: number; readonly token: string } | null {
  if (commandIn(header) !== "version" || !isRecord(header) || !isRecord(header.segment)) return null;
  const { fd, token } = header.segment;
  const isDescriptor = Number.isSafeInteger(fd) && Number(fd) > 2; // the first three are the pipe's
  return isDescriptor && typeof token === "string" ? { fd: Number(fd), token } : null;
}

type Is = (value: unknown) => boolean;

const isText: Is = (value) => typeof value === "string";
const isTextOrNone: Is = (value) => value === undefined || value === null || isText(value);
const isSource: Is = (value) => isRecord(value) && isText(value.path) && isText(value.text);
const areTexts: Is = (value) => isRecord(value) && Object.values(value).every(isText);

const areIntegers: Is = (value) =>
  isRecord(value) && Object.values(value).every((text) => /^-?\d+$/.test(String(text)));

const needed: Readonly<Record<Request["command"], Readonly<Record<string, Is>>>> = {
  version: {},
  tools: {},
  compile: {
    source: isSource,
    kernel: isText,
    types: areTexts,
    values: (value) => value === undefined || (areTexts(value) && areIntegers(value)),
    fixed: (value) => value === undefined || (Array.isArray(value) && value.every(isText)),
    constants: isRecord,
    schedule: (value) => value === null || isScheduleName(value) || isSource(value),
    goal: isTextOrNone,
  },
  run: {
    ...{ id: isText, on: isText, args: isRecord },
    ...{ board: isTextOrNone, clock: isTextOrNone, port: isTextOrNone },
  },
  report: { id: isText, board: isTextOrNone, clock: isTextOrNone },
  build: { id: isText, to: isText, board: isTextOrNone, clock: isTextOrNone },
};

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
