/**
 * A schedule as text, one primitive a line; `parse.ts` reads it back.
 *
 *     split i 8 outer=rows
 *     reorder rows j i.inner
 *     quantize a "fixed<16, 6>"
 */
import type { ArgValue, ParamSpec } from "./primitive.ts";
import { primitiveNamed } from "./primitives/index.ts";
import type { Schedule, Step } from "./schedule.ts";

export function printSchedule(schedule: Schedule): string {
  return schedule.map((step) => `${printStep(step)}\n`).join("");
}

export function printStep({ primitive: name, args }: Step): string {
  const params = primitiveNamed(name)?.params ?? [];
  const words = [name];
  let skipped = false; // an optional value that is absent: those after it are named
  for (const param of params) {
    const value = args[param.name];
    if (value === undefined) skipped = skipped || param.keyword !== true;
    else if (param.keyword === true || skipped) words.push(`${param.name}=${named(value)}`);
    else words.push(...placed(value));
  }
  for (const [key, value] of Object.entries(args)) {
    if (!params.some((param: ParamSpec) => param.name === key)) words.push(`${key}=${named(value)}`);
  }
  return words.join(" ");
}

function placed(value: ArgValue): readonly string[] {
  return typeof value === "object" ? value.map((one) => written(one)) : [written(value)];
}

function named(value: ArgValue): string {
  return typeof value === "object" ? value.map((one) => written(one, /^[\w.]+$/)).join(",") : written(value);
}

/** Bare where it can be, else quoted as in JSON. */
function written(value: string | number, bare = /^[\w.:<>[\],]+$/): string {
  const text = String(value);
  return bare.test(text) ? text : JSON.stringify(text);
}
