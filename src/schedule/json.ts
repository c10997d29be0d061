/** The JSON form: a list of steps, `{ "primitive": "split", "args": { "loop": "i", "factor": 8 } }`. */
import { closest } from "../diagnostics/closest.ts";
import { checkShape } from "./check.ts";
import type { Args } from "./primitive.ts";
import { primitiveNamed, primitives } from "./primitives/index.ts";
import { type Refusal, refusalOf } from "./refusal.ts";
import type { Schedule, Step } from "./schedule.ts";

export function scheduleToJson(schedule: Schedule): string {
  return JSON.stringify(schedule, null, 2);
}

export type ScheduleOfJson =
  | { readonly ok: true; readonly schedule: Schedule }
  | { readonly ok: false; readonly step: number | null; readonly refusal: Refusal };

/** Takes text or what JSON.parse gave. */
export function scheduleFromJson(json: unknown): ScheduleOfJson {
  const data = typeof json === "string" ? parsed(json) : json;
  if (!Array.isArray(data)) {
    const refusal = refusalOf("schedule-syntax", { problem: "a schedule in JSON is a list of steps" });
    return { ok: false, step: null, refusal };
  }
  const schedule: Step[] = [];
  for (const [step, one] of data.entries()) {
    const refusal = wrongStep(one);
    if (refusal !== null) return { ok: false, step, refusal };
    const { primitive, args } = one as Step;
    schedule.push({ primitive, args });
  }
  return { ok: true, schedule };
}

function wrongStep(one: unknown): Refusal | null {
  const step = isRecord(one) ? one : {};
  const { primitive: name, args } = step;
  if (typeof name !== "string" || !isRecord(args)) {
    return refusalOf("schedule-syntax", { problem: 'a step is { "primitive": "...", "args": { ... } }' });
  }
  const primitive = primitiveNamed(name);
  if (primitive !== undefined) return checkShape(primitive, args as Args);
  const known = primitives.map((other) => other.name);
  return refusalOf("unknown-primitive", { name, suggestion: closest(name, known), known });
}

function isRecord(data: unknown): data is Record<string, unknown> {
  return typeof data === "object" && data !== null && !Array.isArray(data);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
