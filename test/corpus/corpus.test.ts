/** Every kernel of the corpus, run by CPython + NumPy and by us, compared bit for bit. */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { findNumpy } from "../numpy/server.ts";
import { makeArguments } from "./arguments.ts";
import { parseHeader } from "./header.ts";

const here = fileURLToPath(new URL(".", import.meta.url));
const numpy = await findNumpy();
afterAll(() => numpy?.close());

for (const topic of topics()) {
  describe.skipIf(numpy === null)(topic, () => {
    for (const name of kernels(topic)) {
      const path = `${here}${topic}/${name}.py`;
      test(name, async () => {
        if (numpy === null) return;
        const text = readFileSync(path, "utf8");
        const header = parseHeader(text);
        const args = makeArguments(header);
        const outcome = await numpy.run({ path, kernel: name, args });
        const raised = outcome.ok ? "nothing" : `${outcome.exception.type}: ${outcome.exception.message}`;
        expect(raised).toMatch(new RegExp(`^${header.raises ?? "nothing"}`));
      });
    }
  });
}

function topics(): readonly string[] {
  return readdirSync(here, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

function kernels(topic: string): readonly string[] {
  return readdirSync(here + topic)
    .filter((file) => file.endsWith(".py"))
    .map((file) => file.slice(0, -3))
    .sort();
}
