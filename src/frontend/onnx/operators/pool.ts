/** Pools over windows, and over everything. */
import type { Expr, Stmt } from "../../../program/nodes.ts";
import { allocate, type NDArray, set } from "../../../types/storage.ts";
import { array, int64, type ScalarType } from "../../../types/types.ts";
import type { Emission } from "../emission.ts";
import { sizeOf } from "../graph.ts";
import { fail, hasOutput, input, int, ints, type Operator, type Site, shapeText } from "../operator.ts";
import { accumulate, convert, sumOf, sumType } from "./accumulate.ts";
import { paddedInput } from "./conv.ts";
import { checkTable, type Windows, windowsOf } from "./window.ts";

const poolAttributes = ["auto_pad", "ceil_mode", "dilations", "kernel_shape", "pads", "strides"];

function poolWindows(site: Site): Windows {
  const { shape } = input(site, 0);
  if (shape.length < 3) fail(site, `an input ${shapeText(shape)} without spatial axes`);
  return windowsOf(site, shape.slice(2), ints(site, "kernel_shape", []));
}

/** The windows of all of a channel. */
function globalWindows(site: Site): Windows {
  const { shape } = input(site, 0);
  if (shape.length < 3) fail(site, `an input ${shapeText(shape)} without spatial axes`);
  const kernel = shape.slice(2);
  const [ones, zeros] = [kernel.map(() => 1), kernel.map(() => 0)];
  return { kernel, strides: ones, dilations: ones, begin: zeros, end: zeros, output: ones, padded: kernel };
}

function pooledShape(site: Site, windows: Windows): readonly number[] {
  return [...input(site, 0).shape.slice(0, 2), ...windows.output];
}

/** The place in the padded input of the element `k` of the window at `at`. */
function placeOf(out: Emission, windows: Windows, at: readonly Expr[], k: readonly Expr[]): readonly Expr[] {
  const { f } = out;
  return at.map((o, axis) =>
    f.add(
      f.mul(o, f.whole(windows.strides[axis] ?? 1)),
      f.mul(k[axis] ?? f.whole(0), f.whole(windows.dilations[axis] ?? 1)),
    ),
  );
}

function emitMax(site: Site, out: Emission, windows: Windows): void {
  const { f } = out;
  const x = input(site, 0);
  const source = paddedInput(out, x, windows, f.least(x.element));
  out.push(
    out.nest({ extents: pooledShape(site, windows) }, ([n = f.whole(0), c = f.whole(0), ...at]) => {
      const most = accumulate(out, {
        extents: windows.kernel,
        suffix: "max",
        start: f.least(x.element),
        step: (sum, k) => f.max(sum, out.load(source, [n, c, ...placeOf(out, windows, at, k)])),
      });
      return [...most.stmts, out.store(0, [n, c, ...at], most.value)];
    }),
  );
}

/** With the flat place of each maximum in the whole input, padding not counted; row-major, or column-major if asked. */
function emitMaxPlaces(site: Site, out: Emission, windows: Windows): void {
  const { f } = out;
  const x = input(site, 0);
  const spatial = x.shape.slice(2);
  const source = paddedInput(out, x, windows, f.least(x.element));
  const isColumnMajor = int(site, "storage_order", 0) !== 0;
  out.push(
    out.nest({ extents: pooledShape(site, windows) }, ([n = f.whole(0), c = f.whole(0), ...at]) => {
      const [best, place, found] = [
        out.scalar("best", x.element),
        out.scalar("place", int64),
        out.scalar("x", x.element),
      ];
      const loops = out.nest({ extents: windows.kernel, reduces: true, ordered: true }, (k): Stmt[] => {
        const padded = placeOf(out, windows, at, k);
        const own = padded.map((one, axis) => f.sub(one, f.whole(windows.begin[axis] ?? 0)));
        const order = own.map((_, axis) => (isColumnMajor ? own.length - 1 - axis : axis));
        const start: Expr = f.add(f.mul(n, f.whole(x.shape[1] ?? 1)), c);
        const within = order.reduce<Expr>(
          (sum, axis) => f.add(f.mul(sum, f.whole(spatial[axis] ?? 1)), own[axis] ?? f.whole(0)),
          f.whole(0),
        );
        const flat = f.add(f.mul(start, f.whole(sizeOf(spatial))), within);
        return [
          found.set(out.load(source, [n, c, ...padded])),
          {
            kind: "if",
            condition: f.compare("gt", found.read, best.read),
            then: [best.set(found.read), place.set(f.cast(flat, int64))],
            else: [],
            span: f.span,
          },
        ];
      });
      return [
        best.set(f.least(x.element)),
        place.set(f.number(int64, 0)),
        ...loops,
        out.store(0, [n, c, ...at], best.read),
        out.store(1, [n, c, ...at], place.read),
      ];
    }),
  );
}

function emitAverage(site: Site, out: Emission, windows: Windows): void {
  const { f } = out;
  const x = input(site, 0);
  const type = sumType(x.element);
  const source = paddedInput(out, x, windows, f.number(x.element, 0));
  const counts = out.table("counts", countsOf(site, windows, type));
  out.push(
    out.nest({ extents: pooledShape(site, windows) }, ([n = f.whole(0), c = f.whole(0), ...at]) => {
      const sum = sumOf(out, type, windows.kernel, (k) =>
        convert(out, out.load(source, [n, c, ...placeOf(out, windows, at, k)]), type),
      );
      const mean = f.div(sum.value, out.load(counts, at));
      return [...sum.stmts, out.store(0, [n, c, ...at], convert(out, mean, x.element))];
    }),
  );
}

/** How many elements of each window count: padding does where `count_include_pad` says so, what is behind it never. */
function countsOf(site: Site, windows: Windows, type: ScalarType): NDArray {
  const spatial = input(site, 0).shape.slice(2);
  const { kernel, strides, dilations, begin, output } = windows;
  checkTable(site, sizeOf(output));
  const counted = int(site, "count_include_pad", 0) !== 0;
  const pads = ints(site, "pads", []);
  const along = output.map((count, axis) => {
    const extent = spatial[axis] ?? 0;
    const behind = counted
      ? Math.max(
          pads[axis + spatial.length] ?? 0,
          site.node.attributes.has("auto_pad") ? (windows.end[axis] ?? 0) : 0,
        )
      : 0;
    const [low, high] = counted
      ? [0, (begin[axis] ?? 0) + extent + behind]
      : [begin[axis] ?? 0, (begin[axis] ?? 0) + extent];
    const [stride, dilation, most] = [strides[axis] ?? 1, dilations[axis] ?? 1, kernel[axis] ?? 1];
    return Array.from({ length: count }, (_, o) => {
      const first = Math.max(0, Math.ceil((low - o * stride) / dilation));
      const end = Math.min(most, Math.ceil((high - o * stride) / dilation));
      return Math.max(0, end - first);
    });
  });
  const nd = allocate(array(type, output));
  for (let i = 0; i < nd.data.length; i++) {
    let [rest, product] = [i, 1];
    for (let axis = output.length - 1; axis >= 0; axis--) {
      const extent = output[axis] ?? 1;
      product *= along[axis]?.[rest % extent] ?? 1;
      rest = Math.floor(rest / extent);
    }
    set(nd, i, product);
  }
  return nd;
}

export const poolOperators: readonly Operator[] = [
  {
    name: "MaxPool",
    takes: ["number"],
    inputs: [1, 1],
    outputs: 2,
    attributes: [...poolAttributes, "storage_order"],
    infer: (site) => {
      const shape = pooledShape(site, poolWindows(site));
      return [
        { element: input(site, 0).element, shape },
        { element: int64, shape },
      ];
    },
    emit: (site, out) => (hasOutput(site, 1) ? emitMaxPlaces : emitMax)(site, out, poolWindows(site)),
  },
  {
    name: "AveragePool",
    takes: ["float"],
    inputs: [1, 1],
    attributes: [...poolAttributes, "count_include_pad"],
    infer: (site) => [{ element: input(site, 0).element, shape: pooledShape(site, poolWindows(site)) }],
    emit: (site, out) => emitAverage(site, out, poolWindows(site)),
  },
  {
    name: "GlobalMaxPool",
    takes: ["number"],
    inputs: [1, 1],
    attributes: [],
    infer: (site) => [{ element: input(site, 0).element, shape: pooledShape(site, globalWindows(site)) }],
    emit: (site, out) => emitMax(site, out, globalWindows(site)),
  },
  {
    name: "GlobalAveragePool",
    takes: ["float"],
    inputs: [1, 1],
    attributes: [],
    infer: (site) => [{ element: input(site, 0).element, shape: pooledShape(site, globalWindows(site)) }],
    emit: (site, out) => emitAverage(site, out, globalWindows(site)),
  },
];
