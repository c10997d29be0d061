/** PyLog's eight evaluation programs and HPVM's edge detection, in sizes that boards have room for. */
export interface Program {
  readonly name: string;
  readonly file: string;
  readonly words: readonly string[]; // types of its arguments, and what its circuit is for
}

/** Types as the examples' own `--size small` has them. */
export const systems: readonly Program[] = [
  pylog("gaussian", ["image=fixed<16,9>[9,11]", "out=fixed<16,9>[9,11]"]),
  pylog("gemm", ["a=fixed<16,8>[8,8]", "b=fixed<16,8>[8,8]", "c=fixed<16,8>[8,8]"]),
  pylog("histogram", ["values=uint8[500]", "counts=int32[256]"]),
  pylog("jacobi", ["image=fixed<16,9>[10,12]", "out=fixed<16,9>[10,12]"]),
  pylog("kmeans", ["points=int32[24,4]", "means=int32[3,4]", "labels=int32[24]"], ["--for", "size"]),
  pylog("knn", ["training=uint<49>[10,12]", "image=uint<49>", "nearest=uint<6>[10,3]"]),
  pylog("seidel", ["image=fixed<16,9>[10,12]"]),
  pylog("spmv", [
    "row_start=int32[13]",
    "column=int32[40]",
    "value=float32[40]",
    "x=float32[10]",
    "y=float32[12]",
  ]),
  { name: "edge", file: "examples/hpvm/edge.py", words: [] },
];

function pylog(name: string, types: readonly string[], words: readonly string[] = []): Program {
  const given = types.flatMap((type) => ["--arg", type]);
  return { name, file: `examples/pylog/${name}.py`, words: [...given, ...words] };
}
