/** Every example becomes a circuit: which of them a day, and what is asked of each. */
import { readdirSync } from "node:fs";
import { expect } from "vitest";
import { lutra } from "./lutra.ts";

export const examples: readonly string[] = readdirSync("examples").filter((name) => name.endsWith(".py"));

/** That `npm test` takes. */
export const circuitsADay = 4;

export async function becomesCircuit(name: string): Promise<void> {
  const { status, out, err } = await lutra("report", `examples/${name}`, "--schedule", "auto", "--json");
  expect(err).toBe("");
  expect(status).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ ok: true });
}
