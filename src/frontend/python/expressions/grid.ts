/** `np.mgrid[a:b, c:d:2]` is `np.stack(np.meshgrid(np.arange(a, b), np.arange(c, d, 2), indexing="ij"))`, and of one slice its range. */
import { diagnose } from "../../../diagnostics/catalogue/index.ts";
import type { PyAttribute, PyCall, PyExpr, PySlice, PySubscript } from "../ast.ts";
import { type Known, knownError } from "../known.ts";
import { report, type Scope } from "../scope.ts";
import { infer } from "./index.ts";
import { isNumpy } from "./masked.ts";

/** Null where it is another subscript. */
export function inferGrid(scope: Scope, node: PySubscript): Known | null {
  const { value: grid, index } = node;
  if (grid.kind !== "Attribute" || grid.name !== "mgrid") return null;
  if (grid.value.kind !== "Name" || !isNumpy(scope, grid.value.id)) return null;
  const slices = index.filter((part) => part.kind === "Slice");
  const other = index.find((part) => part.kind !== "Slice" || part.stop === null);
  if (other !== undefined || slices.length === 0) {
    const reason = "each of its indices must be a slice with an end";
    const help = "write `np.mgrid[0:n, 0:m]`";
    report(
      scope,
      diagnose("unsupported-function", (other ?? node).span, { name: "np.mgrid[...]", reason, help }),
    );
    return knownError;
  }
  const ranges = slices.map((slice) => rangeOf(grid, slice));
  const [only] = ranges;
  if (only !== undefined && ranges.length === 1) return infer(scope, only);
  const indexing: PyExpr = { kind: "String", value: "ij", span: node.span };
  const mesh = callOf(grid, "meshgrid", ranges, node, [
    { name: "indexing", value: indexing, span: node.span },
  ]);
  return infer(scope, callOf(grid, "stack", [mesh], node));
}

function rangeOf(grid: PyAttribute, slice: PySlice): PyExpr {
  const zero: PyExpr = { kind: "Number", value: { kind: "int", value: 0n }, span: slice.span };
  const bounds = [slice.start ?? zero, slice.stop ?? zero, ...(slice.step === null ? [] : [slice.step])];
  return callOf(grid, "arange", bounds, slice);
}

function callOf(
  grid: PyAttribute,
  name: string,
  args: readonly PyExpr[],
  { span }: PyExpr,
  keywords: PyCall["keywords"] = [],
): PyCall {
  return { kind: "Call", callee: { ...grid, name }, args, keywords, span };
}
