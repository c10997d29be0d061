/**
 * PyLog's eight evaluation programs and HPVM2FPGA's edge detection, as systems beside a card's memory.
 *
 * Milliseconds: PyLog's preprint, table 7 (VU9P on AWS F1; HeteroCL's accelerators were run there too). Sizes: HeteroCL's table 7 where it
 * has them; of SpMV and histogram nobody tells a size.
 */

export interface SystemProgram {
  readonly name: string;
  readonly file: string;
  readonly full: Readonly<Record<string, string>>; // types of arguments
  readonly simulated: Readonly<Record<string, string>>; // a size that is simulated in seconds
  readonly schedule: string; // "": Lutra's own
  readonly units: number | null; // products a cycle, of `work` of them; null: the kernel's own cycles are what it can do
  readonly work: (args: Readonly<Record<string, string>>) => number;
  readonly pylog: number | null; // ms
  readonly heterocl: number | null;
  readonly differs: string;
}

const image = (rows: number, columns: number): string => `fixed<16,9>[${rows},${columns}]`;
const matrices = (n: number): Readonly<Record<string, string>> =>
  Object.fromEntries(["a", "b", "c"].map((name) => [name, `fixed<16,8>[${n},${n}]`]));
const sparse = { row_start: "int32[4097]", column: "int32[65536]", value: "float32[65536]" };
const vectors = { x: "float32[4096]", y: "float32[4096]" };
const knn = { training: "uint<49>[10,1800]", image: "uint<49>", nearest: "uint<6>[10,3]" };
const kmeans = { points: "int32[320,32]", means: "int32[16,32]", labels: "int32[320]" };
const none = { units: null, work: () => 0 } as const;
const twoImages = {
  full: { image: image(2160, 3840), out: image(2160, 3840) },
  simulated: { image: image(120, 320), out: image(120, 320) },
} as const;

export const programs: readonly SystemProgram[] = [
  {
    ...{ name: "KNN", file: "examples/pylog/knn.py", full: knn, simulated: knn, ...none },
    schedule:
      "buffer nearest\npartition nearest_buffer dim=0 complete\npartition nearest_buffer dim=1 complete\npartition training dim=0 complete",
    ...{ pylog: 0.26, heterocl: 0.45, differs: "memory order is digit by digit, so training is copied" },
  },
  {
    ...{
      name: "K-means",
      file: "examples/pylog/kmeans.py",
      full: kmeans,
      simulated: kmeans,
      schedule: "",
      ...none,
    },
    ...{ pylog: 4.45, heterocl: 4.24, differs: "10 steps here; points are read in each, so they are copied" },
  },
  {
    ...{
      name: "Jacobi",
      file: "examples/pylog/jacobi.py",
      ...twoImages,
      schedule: "stencil out.0 unroll=16",
      ...none,
    },
    ...{ pylog: 5.19, heterocl: 8.25, differs: "" },
  },
  {
    ...{ name: "Seidel", file: "examples/pylog/seidel.py", schedule: "stencil i", ...none },
    ...{ full: { image: image(2160, 3840) }, simulated: { image: image(60, 160) } },
    ...{
      pylog: 5.16,
      heterocl: 8.22,
      differs: "in place: each pixel waits 3 cycles for its neighbour; PyLog does not tell whether its is",
    },
  },
  {
    ...{ name: "Seidel, two images", file: "bench/systems/mean9.py", ...twoImages, ...none },
    schedule: "stencil out.0 unroll=16",
    ...{ pylog: 5.16, heterocl: 8.22, differs: "another program: nothing in place" },
  },
  {
    ...{ name: "Gaussian", file: "examples/pylog/gaussian.py", ...twoImages, ...none },
    ...{ schedule: "stencil out.0 unroll=16", pylog: 5.19, heterocl: 7.34, differs: "PyLog's at 147 MHz" },
  },
  {
    ...{ name: "GEMM", file: "examples/pylog/gemm.py", full: matrices(1024), simulated: matrices(64) },
    schedule:
      "partition b dim=1 cyclic 32\npartition c dim=1 cyclic 32\nsystolic c.0 rows=c.0 columns=c.1 size=24,32",
    units: 24 * 32,
    work: ({ a = "" }) => Number(/\[(\d+)/.exec(a)?.[1]) ** 3,
    ...{
      pylog: 13.05,
      heterocl: 8.13,
      differs: "768 multipliers, PyLog's 1,024 DSPs; all is copied before and after",
    },
  },
  {
    ...{ name: "SpMV", file: "examples/pylog/spmv.py", ...none, schedule: "" },
    ...{ full: { ...sparse, ...vectors }, simulated: { ...sparse, ...vectors } },
    ...{
      pylog: 0.24,
      heterocl: null,
      differs: "16 elements a row; sums in order, 3 cycles each; cycles of these data",
    },
  },
  {
    ...{ name: "Histogram", file: "examples/pylog/histogram.py", ...none, schedule: "" },
    full: { values: "uint8[1048576]", counts: "int32[256]" },
    simulated: { values: "uint8[16384]", counts: "int32[256]" },
    ...{ pylog: 2.07, heterocl: null, differs: "a value a cycle" },
  },
  {
    ...{ name: "Histogram, 64 lanes", file: "bench/systems/histogram_lanes.py", ...none },
    schedule:
      "partition values dim=0 cyclic 64\npartition parts dim=0 complete\nreorder parts.1 parts.0\nunroll parts.0\npipeline parts.1",
    full: { values: "uint8[1048576]", counts: "int32[256]" },
    simulated: { values: "uint8[131072]", counts: "int32[256]" },
    ...{ pylog: 2.07, heterocl: null, differs: "64 values a cycle, each lane with its own counts" },
  },
  {
    ...{ name: "Edge", file: "examples/hpvm/edge.py", full: {}, simulated: {}, schedule: "", ...none },
    ...{ pylog: null, heterocl: null, differs: "24 x 24 pixels; HPVM2FPGA publishes no milliseconds" },
  },
];
