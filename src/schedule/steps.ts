/** How many steps of a loop are taken at once: `4`, or `k:4` with the loop's name. */
import type { ArgValue } from "./primitive.ts";

export interface Steps {
  readonly loop: string | null; // null: it is not named
  readonly count: number;
}

/** Null: it is neither. A name may have colons of its own: the last one stands before the number. */
export function stepsIn(value: ArgValue): Steps | null {
  if (typeof value === "number") return { loop: null, count: value };
  const [, loop, count] = typeof value === "string" ? (/^(.+):(\d+)$/s.exec(value) ?? []) : [];
  return loop === undefined ? null : { loop, count: Number(count) };
}

export function stepsText({ loop, count }: Steps): string | number {
  return loop === null ? count : `${loop}:${count}`;
}
