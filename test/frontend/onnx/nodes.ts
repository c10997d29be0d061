/** ONNX's own node tests, where they are: LUTRA_ONNX_NODES, or a folder beside this one. Else it is said that they are not. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { decodeModel, decodeTensor } from "../../../src/frontend/onnx/schema.ts";
import { readTensor } from "../../../src/frontend/onnx/tensor.ts";
import { get, type NDArray } from "../../../src/types/storage.ts";

const folder = process.env.LUTRA_ONNX_NODES ?? "../shared/data/onnx-node";
const index = join(folder, "INDEX.tsv");
export const nodesHere = existsSync(index);
export const nodesMissing = `ONNX's node tests are not in ${folder}: skipped`;

export interface Row {
  readonly operator: string;
  readonly test: string;
  readonly elements: number;
}

/** Only those whose stored outputs onnxruntime gives too. */
export function rows(): readonly Row[] {
  if (!nodesHere) return [];
  return readFileSync(index, "utf8")
    .trim()
    .split("\n")
    .map((line) => line.split("\t"))
    .filter(([, , verdict]) => verdict === "ok")
    .map(([operator = "", test = "", , elements = "0"]) => ({ operator, test, elements: Number(elements) }));
}

export interface NodeTest {
  readonly bytes: Uint8Array;
  readonly inputs: ReadonlyMap<string, NDArray>;
  readonly outputs: readonly (readonly number[])[];
}

export function nodeTest({ test }: Row): NodeTest {
  const bytes = readFileSync(join(folder, test, "model.onnx"));
  const { graph } = decodeModel(bytes);
  const read = (name: string): NDArray => {
    const proto = decodeTensor(readFileSync(join(folder, test, "test_data_set_0", name)));
    return readTensor(proto, { span: { from: 0, to: 0 }, external: null });
  };
  const has = (name: string): boolean => existsSync(join(folder, test, "test_data_set_0", name));
  const inputs = (graph?.input ?? []).flatMap(({ name = "" }, i) =>
    has(`input_${i}.pb`) ? [[name, read(`input_${i}.pb`)] as const] : [],
  );
  const outputs = (graph?.output ?? []).map((_, i) => {
    const nd = read(`output_${i}.pb`);
    return Array.from({ length: nd.data.length }, (_, k) => Number(get(nd, k)));
  });
  return { bytes, inputs: new Map(inputs), outputs };
}
