/** How long a search may go on: `500` evaluations, or `10min`. */
import { Failure } from "../../diagnostics/failure.ts";

export interface Budget {
  readonly evaluations: number; // infinite where time is the limit
  readonly milliseconds: number; // infinite where evaluations are
}

export function parseBudget(text: string): Budget {
  if (/^\d+$/.test(text)) {
    const evaluations = Number(text);
    if (evaluations > 0 && Number.isSafeInteger(evaluations)) {
      return { evaluations, milliseconds: Number.POSITIVE_INFINITY };
    }
    throw new Failure(`--budget ${text}: a search needs at least one evaluation`);
  }
  const milliseconds = parseDuration(
    "--budget",
    text,
    "a number of evaluations such as 500, or a time such as",
  );
  return { evaluations: Number.POSITIVE_INFINITY, milliseconds };
}

const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, min: 60_000, h: 3_600_000 };

const longestTimer = 2 ** 31 - 1; // milliseconds: Node's timers end at once beyond it

export function parseDuration(option: string, text: string, expected = "a time such as"): number {
  const [, number, unit = ""] = /^(\d+(?:\.\d+)?)\s*(ms|s|min|h)$/.exec(text) ?? [];
  const milliseconds = Number(number) * (units[unit] ?? Number.NaN);
  if (milliseconds >= 1 && milliseconds <= longestTimer) return milliseconds;
  throw new Failure(`${option} ${text}: expected ${expected} 30s, 10min or 2h, up to 596h`);
}

/** `3:20`, or `2:03:20`. */
export function clockText(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const shown = parts[0] === 0 ? parts.slice(1) : parts;
  return shown.map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, "0"))).join(":");
}
