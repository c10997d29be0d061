/** Random kernels through the workers of the page: the values that the library leaves behind, which the command line writes. */
import fc from "fast-check";
import type { Page } from "playwright-core";
import { withPlainNaNs } from "../../src/call/npy.ts";
import { compile, encodeNpy, RunFault, run, toNpy } from "../../src/index.ts";
import { printType } from "../../src/types/print.ts";
import type { Part, Request, Subject } from "../../web/src/protocol.ts";
import { emptySubject } from "../../web/src/subject.ts";
import { typesOf } from "../corpus/roads.ts";
import { choiceLists } from "../generated/choices.ts";
import { programLength, writeKernel } from "../generated/generator.ts";
import { workerScript } from "./built_page.ts";

export interface Verdicts {
  readonly wrong: readonly string[];
  readonly compared: number; // kernels that ran
  readonly circuits: number; // as circuits too
}

/** So many kernels, or as many as `within` milliseconds have time for. */
export async function compareKernels(
  page: Page,
  from: number,
  count: number,
  within = Number.POSITIVE_INFINITY,
): Promise<Verdicts> {
  const wrong: string[] = [];
  const began = performance.now();
  let [compared, circuits] = [0, 0];
  for (let seed = from; seed < from + count && performance.now() - began < within; seed++) {
    const [numbers = []] = fc.sample(
      choiceLists(programLength, (list) => writeKernel(list)),
      { seed, numRuns: 1 },
    );
    const { text, args } = writeKernel(numbers);
    const types = Object.fromEntries([...typesOf(args)].map(([name, type]) => [name, printType(type)]));
    const subject: Subject = {
      ...{ ...emptySubject, path: "kernel.py", text, kernel: "kernel" },
      args: Object.entries(types)
        .map(([name, type]) => `${name}=${type}`)
        .join(" "),
    };
    const expected = ours(text, types);
    const { told, trouble } = await asked(page, {
      kind: "run",
      subject,
      data: { seed: 1, given: {} },
      look: { signals: [], from: 0 },
    });
    const place = `seed ${seed}`;
    if (told === null || trouble !== null) {
      wrong.push(`${place}: ${trouble ?? "the worker said nothing"}`);
      continue;
    }
    if (told.kind === "trouble") {
      if (!("refused" in expected)) wrong.push(`${place}: ${told.message}`);
      continue;
    }
    if (told.kind !== "ran" || "refused" in expected) {
      wrong.push(`${place}: ${told.kind}, and ${JSON.stringify(expected).slice(0, 200)}`);
      continue;
    }
    compared += 1;
    for (const { name, npy } of told.values) {
      if (Buffer.from(npy).toString("hex") !== expected.values[name]) wrong.push(`${place}: ${name}`);
    }
    if (typeof told.circuit === "string") continue;
    circuits += 1;
    if (told.circuit.difference !== null) wrong.push(`${place}: ${told.circuit.difference}`);
    const { cycles, predicted } = told.circuit;
    if (cycles < predicted.least || cycles > predicted.most) wrong.push(`${place}: ${cycles} cycles`);
  }
  return { wrong, compared, circuits };
}

type Expected = { readonly refused: true } | { readonly values: Readonly<Record<string, string>> };

function ours(text: string, args: Readonly<Record<string, string>>): Expected {
  const kernel = compile({ path: "kernel.py", text }, { args, kernel: "kernel" });
  if (!kernel.ok) return { refused: true };
  try {
    const { args: after, results } = run(kernel, {}, { seed: 1 });
    const { params, results: types } = kernel.program.functions.find(
      ({ name }) => name === kernel.kernel,
    ) ?? {
      params: [],
      results: [],
    };
    const hex = (type: (typeof types)[number], value: (typeof results)[number]): string =>
      Buffer.from(encodeNpy(withPlainNaNs(toNpy(type, value)))).toString("hex");
    return {
      values: Object.fromEntries([
        ...params.map(({ name, type }) => [name, hex(type, after[name] as (typeof results)[number])]),
        ...results.map((value, i) => [
          results.length === 1 ? "return" : `return_${i}`,
          hex(types[i] as (typeof types)[number], value),
        ]),
      ]),
    };
  } catch (error) {
    if (error instanceof RunFault) return { refused: true };
    throw error;
  }
}

const mostMs = 60_000; // for an answer; a kernel of these takes a fraction of a second on an idle machine

interface Asked {
  readonly told: Part | null;
  readonly trouble: string | null; // why there is no answer
}

/** The last thing that a worker of the page says to a request, of what it has computed. One worker answers all, until it fails to. */
async function asked(page: Page, request: Request): Promise<Asked> {
  return page.evaluate(
    async ({ request: given, script, limitMs }) => {
      const shelf = globalThis as unknown as { asking?: Worker | undefined; asks?: number };
      shelf.asking ??= new Worker(new URL(script, location.href), { type: "module" });
      const worker = shelf.asking;
      const id = (shelf.asks ?? 0) + 1;
      shelf.asks = id;
      return new Promise<{ told: never; trouble: string | null }>((resolve) => {
        let last: unknown = null;
        const end = (trouble: string | null): void => {
          clearTimeout(timer);
          if (trouble !== null) {
            worker.terminate();
            shelf.asking = undefined;
          }
          resolve({ told: last as never, trouble });
        };
        const timer = setTimeout(() => {
          const kind = (last as { kind: string } | null)?.kind ?? "nothing";
          end(`no answer in ${limitMs} ms; the last part was ${kind}`);
        }, limitMs);
        worker.onerror = ({ message }) => end(`the worker ended: ${message || "its script was not loaded"}`);
        worker.onmessage = ({ data }) => {
          if (data.id !== id) return;
          if ("done" in data) return end(null);
          if (data.part.kind === "recorded") return; // when things happened: what was computed is told before
          last = data.part;
          if (data.part.kind !== "ran") return;
          const values = data.part.values.map((value: { name: string; npy: Uint8Array }) => ({
            name: value.name,
            npy: [...value.npy],
          }));
          last = { ...data.part, values };
        };
        worker.postMessage({ id, request: given });
      });
    },
    { request: request as never, script: workerScript(), limitMs: mostMs },
  );
}
