/**
 * A space that a person writes, as JSON:
 *
 *     { "knobs": [{ "name": "unroll", "values": [1, 2, 4, 8] }, { "name": "memory", "values": ["lut", "block"] }],
 *       "objectives": ["cycles", "luts"],
 *       "fix": { "memory": "block" },
 *       "forbid": [{ "unroll": [4, 8], "memory": "lut" }] }
 */
import { closest } from "../../diagnostics/closest.ts";
import { Failure } from "../../diagnostics/failure.ts";
import type { Problem } from "./search.ts";
import type { Forbidden, Knob, KnobValue, Point } from "./space.ts";

/** `path` is for messages. */
export function readSpace(text: string, path: string): Problem {
  const wrong = (why: string, help?: string): never => {
    throw new Failure(`${path}: ${why}`, help === undefined ? {} : { help });
  };
  const json = parseJson(text, path);
  if (!isObject(json)) return wrong("a space is a JSON object with `knobs`", example);
  refuseUnknown(json, ["knobs", "objectives", "fix", "forbid", "start"], "a space", wrong);
  if (!Array.isArray(json.knobs) || json.knobs.length === 0) {
    return wrong("`knobs` is missing or empty: there is nothing to choose", example);
  }
  const written = json.knobs.map((knob: unknown, index) => readKnob(knob, index, wrong));
  const names = written.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) wrong(`there are two knobs ${twice}`);
  const knobs = fixed(written, json.fix ?? {}, wrong);
  const forbid = json.forbid ?? [];
  if (!Array.isArray(forbid))
    return wrong("`forbid` is a list of objects: values of knobs that may not meet");
  const forbidden = forbid
    .map((rule: unknown) => readRule(rule, knobs, written, wrong))
    .filter((rule) => rule !== null);
  const start = json.start === undefined ? [] : [readStart(json.start, knobs, wrong)];
  return { space: { knobs, forbidden }, objectives: readObjectives(json.objectives, wrong), starts: start };
}

/** The same space as JSON: its text is what a journal is known by. */
export function spaceJson({ space: { knobs, forbidden }, objectives }: Problem): unknown {
  return {
    knobs: knobs.map(({ name, kind, values, part }) => ({
      name,
      kind,
      values,
      ...(part === undefined ? {} : { part }),
    })),
    objectives,
    forbid: forbidden.map((rule) =>
      Object.fromEntries(
        rule.map(({ knob, values }) => [
          knobs[knob]?.name ?? "",
          values.map((index) => knobs[knob]?.values[index] ?? null),
        ]),
      ),
    ),
  };
}

type Wrong = (why: string, help?: string) => never;

const example = 'such as { "knobs": [{ "name": "unroll", "values": [1, 2, 4] }], "objectives": ["cycles"] }';

function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Failure(`${path}: it is no JSON: ${why}`);
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function refuseUnknown(
  json: Readonly<Record<string, unknown>>,
  known: readonly string[],
  what: string,
  wrong: Wrong,
): void {
  const unknown = Object.keys(json).find((key) => !known.includes(key));
  if (unknown === undefined) return;
  const meant = closest(unknown, known);
  wrong(
    `${what} has no \`${unknown}\`; it has ${known.join(", ")}`,
    meant === null ? undefined : `did you mean ${meant}?`,
  );
}

/** Placeholders of a command are written with these names. */
const nameSyntax = /^[\p{L}\p{N}_.:-]+( [\p{L}\p{N}_.:-]+)*$/u;

function readKnob(json: unknown, index: number, wrong: Wrong): Knob {
  if (!isObject(json)) return wrong(`knob ${index + 1} is no object`, example);
  const { name, values, kind, part } = json;
  if (typeof name !== "string" || !nameSyntax.test(name)) {
    return wrong(
      `knob ${index + 1} needs a \`name\` of letters, digits and _ . : -, with single blanks between`,
    );
  }
  refuseUnknown(json, ["name", "values", "kind", "part"], `knob ${name}`, wrong);
  if (!Array.isArray(values) || values.length === 0) return wrong(`knob ${name} needs a list of \`values\``);
  const bad = values.find((value) => !isKnobValue(value));
  if (bad !== undefined)
    return wrong(`knob ${name}: ${JSON.stringify(bad)} is no number, text, true or false`);
  const twice = values.find((value, at) => values.indexOf(value) !== at);
  if (twice !== undefined) wrong(`knob ${name} has the value ${JSON.stringify(twice)} twice`);
  const isNumeric = values.every((value) => typeof value === "number");
  if (kind !== undefined && kind !== "ordered" && kind !== "category") {
    return wrong(`knob ${name}: \`kind\` is "ordered" or "category"`);
  }
  if (kind === "ordered" && !isNumeric) wrong(`knob ${name} is ordered, but its values are not all numbers`);
  if (part !== undefined && (typeof part !== "string" || part === ""))
    return wrong(`knob ${name}: \`part\` is the name of what it is about`);
  return {
    name,
    values,
    kind: kind ?? (isNumeric ? "ordered" : "category"),
    ...(part === undefined ? {} : { part }),
  };
}

function isKnobValue(value: unknown): value is KnobValue {
  return typeof value === "string" || typeof value === "boolean" || Number.isFinite(value);
}

/** A knob that is fixed has one value. */
function fixed(knobs: readonly Knob[], json: unknown, wrong: Wrong): readonly Knob[] {
  if (!isObject(json)) return wrong("`fix` is an object: a value, or a list of values, for some knobs");
  const kept = new Map(
    Object.entries(json).map(([name, value]) => [name, indexesOf(knobs, name, value, "fix", wrong)] as const),
  );
  return knobs.map((knob) => {
    const indexes = kept.get(knob.name);
    return indexes === undefined
      ? knob
      : { ...knob, values: knob.values.filter((_, index) => indexes.includes(index)) };
  });
}

/** Null for a rule about a value that `fix` has taken out: no point breaks it. */
function readRule(
  json: unknown,
  knobs: readonly Knob[],
  written: readonly Knob[],
  wrong: Wrong,
): Forbidden | null {
  if (!isObject(json) || Object.keys(json).length === 0) {
    return wrong("`forbid` is a list of objects, each with a value or a list of values for one knob or more");
  }
  const rule = Object.entries(json).map(([name, value]) => {
    const indexes = indexesOf(written, name, value, "forbid", wrong);
    const knob = knobs.findIndex((one) => one.name === name);
    const all = written[knob]?.values ?? [];
    const values = indexes.map((index) => knobs[knob]?.values.indexOf(all[index] ?? "") ?? -1);
    return { knob, values: values.filter((index) => index >= 0) };
  });
  return rule.some(({ values }) => values.length === 0) ? null : rule;
}

function indexesOf(
  knobs: readonly Knob[],
  name: string,
  json: unknown,
  key: string,
  wrong: Wrong,
): readonly number[] {
  const knob = knobs.find((one) => one.name === name);
  if (knob === undefined) {
    const meant = closest(
      name,
      knobs.map((one) => one.name),
    );
    return wrong(
      `\`${key}\`: there is no knob ${name}`,
      meant === null ? undefined : `did you mean ${meant}?`,
    );
  }
  const values: readonly unknown[] = Array.isArray(json) ? json : [json];
  return values.map((value) => {
    const index = knob.values.indexOf(value as KnobValue);
    if (index >= 0) return index;
    const some = knob.values.slice(0, 8).map((one) => JSON.stringify(one));
    const more = knob.values.length > some.length ? ", …" : "";
    return wrong(
      `\`${key}\`: knob ${name} has no value ${JSON.stringify(value)}; it has ${some.join(", ")}${more}`,
    );
  });
}

function readStart(json: unknown, knobs: readonly Knob[], wrong: Wrong): Point {
  if (!isObject(json))
    return wrong("`start` is an object: a value for some knobs, the first one for all others");
  const chosen = Object.entries(json).map(
    ([name, value]) => [name, indexesOf(knobs, name, value, "start", wrong)[0] ?? 0] as const,
  );
  const indexes = new Map(chosen);
  return knobs.map(({ name }) => indexes.get(name) ?? 0);
}

function readObjectives(json: unknown, wrong: Wrong): readonly string[] {
  if (json === undefined) return [];
  const isNames = Array.isArray(json) && json.every((name) => typeof name === "string" && name !== "");
  return isNames ? (json as readonly string[]) : wrong("`objectives` is a list of names");
}
