/** Every kernel of the corpus: CPython + NumPy = Program in the reference interpreter = Program printed as Python. */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { printProgram } from "../../src/program/print/index.ts";
import { verify } from "../../src/program/verify.ts";
import {
  findNumpy,
  type NumpyOutcome,
  type NumpyServer,
  startNumpy,
  withoutFusing,
} from "../numpy/server.ts";
import { makeArguments } from "./arguments.ts";
import { type Header, parseHeader } from "./header.ts";
import { compileKernel, disagreements, interpret, type Outcome, runtimeArguments } from "./roads.ts";

const here = fileURLToPath(new URL(".", import.meta.url));
const numpy = await findNumpy();
const unfused = numpy === null ? null : startNumpy(undefined, withoutFusing); // it starts when it is asked
afterAll(() => {
  numpy?.close();
  unfused?.close();
});

for (const topic of topics()) {
  describe.skipIf(numpy === null)(topic, () => {
    for (const name of kernels(topic)) {
      test(name, async () => {
        const server = topic === "complex" ? unfused : numpy;
        if (server !== null) await check(server, topic, name);
      });
    }
  });
}

async function check(server: NumpyServer, topic: string, kernel: string): Promise<void> {
  const path = `${here}${topic}/${kernel}.py`;
  const text = readFileSync(path, "utf8");
  const header = parseHeader(text);
  const args = makeArguments(header);
  const theirs = await server.run({ path, text, kernel, args });
  const source = { path: `${topic}/${kernel}.py`, text };
  if (header.raises !== null) {
    expect(theirs.ok ? "nothing" : theirs.exception.type).toBe(header.raises);
    expect(faultOf(() => interpret(compileKernel(source, kernel, args), args))).toMatch(
      /^(RunFault|refused)/,
    );
    return;
  }
  const program = compileKernel(source, kernel, args);
  expect(verify(program)).toEqual([]);
  const ours = interpret(program, args);
  expect(disagreements(ours, completed(theirs), header.tolerance)).toEqual([]);
  const printed = printProgram(program);
  const rest = runtimeArguments(program, args);
  const again = await server.run({ text: printed, kernel: program.kernel, args: rest });
  expect(printedDisagreements(again, interpret(program, rest), printed, header)).toEqual([]);
}

/** What a user would be told; a crash of our own shows as its error's name. */
function faultOf(run: () => unknown): string {
  try {
    run();
    return "no fault";
  } catch (error) {
    if (!(error instanceof Error)) return "unknown";
    return error.message.startsWith("refused") ? error.message : `${error.name}: ${error.message}`;
  }
}

function completed(outcome: NumpyOutcome): Outcome {
  if (!outcome.ok) throw new Error(`NumPy: ${outcome.exception.type}: ${outcome.exception.message}`);
  return outcome;
}

/** With the printed line when it does not even run. */
function printedDisagreements(
  printed: NumpyOutcome,
  ours: Outcome,
  text: string,
  header: Header,
): readonly string[] {
  if (printed.ok) return disagreements(printed, ours, header.tolerance);
  const { type, message, line } = printed.exception;
  const where = line === null ? "" : `\n${line}: ${text.split("\n")[line - 1] ?? ""}`;
  return [`the printed program: ${type}: ${message}${where}`];
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
