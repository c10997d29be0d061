/**
 * How the top function meets the world: a memory master for each array, one for all scalars that come out, a control bus
 * for the rest, streams where asked.
 */
import type { Parameter, Signature } from "../c/signature.ts";

export function interfacePragmas({ parameters }: Signature): readonly string[] {
  let bundle = 0;
  return [
    ...parameters.map((parameter) => {
      if (parameter.stream) return `INTERFACE axis port=${parameter.name}`;
      if (!isMemory(parameter)) return `INTERFACE s_axilite port=${parameter.name}`;
      const depth = Math.max(
        1,
        parameter.shape.reduce((size, extent) => size * extent, 1),
      );
      const port = parameter.kind === "array" ? `gmem${bundle++}` : "results";
      return `INTERFACE m_axi port=${parameter.name} offset=slave bundle=${port} depth=${depth}`;
    }),
    "INTERFACE s_axilite port=return",
  ].map((text) => `#pragma HLS ${text}`);
}

/** Behind a pointer: arrays, and scalars that come out. */
function isMemory({ kind, direction }: Parameter): boolean {
  return kind === "array" || direction !== "in";
}
