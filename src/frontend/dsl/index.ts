/**
 * HeteroCL's programming for TypeScript: tensors by formula, statements, any type; the Program is the one Python gives.
 *
 *     const gemm = kernel("gemm", { A: "float32[64,64]", B: "float32[64,64]" }, ({ A, B }, h) =>
 *       h.compute([64, 64], (i, j) => h.sum(64, (r) => A.at(i, r).mul(B.at(r, j))), "C"));
 *     run(gemm, { A, B }).result;
 *
 * Everything goes through `h`; nothing is kept between two kernels.
 */
import { bug } from "../../diagnostics/bug.ts";
import type { Program } from "../../program/nodes.ts";
import { verify } from "../../program/verify.ts";
import { controls } from "./control.ts";
import { declarations } from "./declare.ts";
import { define, functions, type Handles, type Params, type Returned } from "./function.ts";
import { callSite, fromDisk, type ReadSource, sourceOf } from "./location.ts";
import { packing } from "./pack.ts";
import { reductions } from "./reduce.ts";
import { type Session, whileWriting } from "./session.ts";

export type { Branches } from "./callback.ts";
export type { LoopOptions } from "./control.ts";
export type { ComputeOptions } from "./declare.ts";
export type { Domain, Extent, Range } from "./domain.ts";
export { DslError } from "./error.ts";
export { type KernelFound, kernelAmong } from "./exported.ts";
export type { Callable, Handle, Handles, Params } from "./function.ts";
export type { ReduceOptions } from "./reduce.ts";
export { Tensor } from "./tensor.ts";
export { type Index, type Like, Place, Term } from "./term.ts";

/** What a kernel is written with. */
export type Builder = ReturnType<typeof builder>;

/**
 * As `compile` gives it for Python: `run`, `toPython` and schedules take it. From the types of its parameters, where they
 * are literals, TypeScript knows what `run` must be given.
 */
export interface DslKernel<P extends Params = Params> {
  readonly ok: true;
  readonly kernel: string;
  readonly program: Program;
  readonly params: P; // as they were written
  readonly diagnostics: readonly never[];
}

/** Throws a DslError for what cannot be a kernel. */
export const kernel = kernelReading(fromDisk);

/** The same where sources are elsewhere than on a disk. */
export function kernelReading(read: ReadSource) {
  return <const P extends Params>(
    name: string,
    params: P,
    body: (args: Handles<P>, h: Builder) => Returned,
  ): DslKernel<P> => {
    const site = callSite(null);
    const session: Session = {
      name,
      source: sourceOf(site, name, read),
      file: site?.raw ?? null,
      functions: [],
      functionNames: new Set(),
      frames: [],
      reads: new WeakMap(),
      sizes: new WeakMap(),
      sites: new WeakMap(),
      alternatives: new WeakMap(),
    };
    const h = builder(session);
    const func = whileWriting(session, () => define(session, name, params, (args) => body(args, h)));
    const program: Program = { source: session.source, kernel: func.name, functions: session.functions };
    const broken = verify(program);
    if (broken.length > 0) bug(`the Program of ${name} is broken:\n${broken.join("\n")}`);
    return { ok: true, kernel: func.name, program, params, diagnostics: [] };
  };
}

function builder(session: Session) {
  const formulas = { ...declarations(session), ...reductions(session) };
  return {
    ...formulas,
    ...controls(session),
    ...packing(session, formulas),
    ...functions(session),
  };
}
