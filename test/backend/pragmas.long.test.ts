/**
 * Pragmas in generated code: what is wrong with one is found, whoever wrote it; and what the kernels of the corpus and
 * random ones claim is true when they run.
 *
 *     LUTRA_PROGRAMS=3000 LUTRA_SEED=7 npx vitest run test/backend/pragmas.long.test.ts      so many random kernels
 */
import { beforeAll, describe, expect, it } from "vitest";
import { generate } from "../../src/backend/c/index.ts";
import { claimOf } from "../../src/backend/c/pragmas/claims.ts";
import { scan } from "../../src/backend/c/pragmas/scan.ts";
import { pragmaProblems } from "../../src/backend/c/pragmas/verify.ts";
import { generateMerlin } from "../../src/backend/merlin/index.ts";
import { generateOpencl } from "../../src/backend/opencl/index.ts";
import { dialect } from "../../src/backend/vitis/dialect.ts";
import { generateVitis } from "../../src/backend/vitis/index.ts";
import { seededArgument } from "../../src/call/seeded.ts";
import type { Diagnostic } from "../../src/diagnostics/diagnostic.ts";
import { compile, toLoops } from "../../src/driver/compile.ts";
import type { Claim } from "../../src/loops/depend/index.ts";
import { forLoops } from "../../src/loops/find.ts";
import type { Loops } from "../../src/loops/nodes.ts";
import { arrayType } from "../../src/loops/program.ts";
import { trace } from "../../src/loops/trace.ts";
import { statementsIn } from "../../src/loops/walk.ts";
import { optionValue, readDirective } from "../../src/program/directive/read.ts";
import { RunFault } from "../../src/program/interpret/fault.ts";
import { apply } from "../../src/schedule/schedule.ts";
import { obeyRequests } from "../../src/schedule/source.ts";
import { loopsOf } from "../schedule/lowered.ts";
import { gppAvailable } from "../toolchain/gpp.ts";
import { type Case, trouble } from "./c-cases.ts";
import { corpusCases, randomCases } from "./c-samples.ts";
import { pragmaProgram } from "./pragma-programs.ts";
import { runVitis } from "./vitis-run.ts";

/** The kernel that the texts below pretend to be written from. */
const kernel = loopsOf(`def k(a: "int32[8]", b: "int32[8,4]", n: "int32"):
    total = n
    for i in range(1, 8):
        t = n
        for j in range(4):
            t += b[i, j]
            total += b[i, j]
        a[i] = a[i - 1] + t
    for p in range(8):
        b[p, 0] += 1
    a[0] = total
`);

const head = "void k(int32_t a[8], int32_t b[8][4], int32_t n) {";

/** What is wrong with a text whose loops are those of the kernel. */
function problems(lines: readonly string[], claimed: readonly string[] = []): readonly string[] {
  return pragmaProblems({
    text: `${lines.join("\n")}\n`,
    kernel: "k",
    loops: kernel,
    name: (of) => of,
    label: (of) => of,
    claimed: new Set(claimed),
  }).map((problem) => problem.replace(/^line \d+: #pragma /, ""));
}

const inLoop = (loop: string, ...pragmas: readonly string[]): readonly string[] => [
  head,
  `  ${loop}: for (int ${loop} = 0; ${loop} < 8; ${loop}++) {`,
  ...pragmas.map((text) => `#pragma ${text}`),
  "  }",
  "}",
];

const aboveLoop = (loop: string, pragma: string, body: string): readonly string[] => [
  head,
  "  int32_t total = n;",
  `#pragma ${pragma}`,
  `  for (int ${loop} = 0; ${loop} < 8; ${loop}++) {`,
  `    ${body}`,
  "  }",
  "}",
];

describe("what is wrong with a pragma is found", () => {
  it("a variable that is not declared where it stands", () => {
    expect(problems([head, "#pragma HLS ARRAY_PARTITION variable=c type=complete dim=1", "}"])).toEqual([
      "HLS ARRAY_PARTITION variable=c type=complete dim=1: `c` is not declared here",
    ]);
    const later = [head, "#pragma HLS BIND_STORAGE variable=t type=ram_2p", "  int32_t t[8];", "}"];
    expect(problems(later)).toEqual(["HLS BIND_STORAGE variable=t type=ram_2p: `t` is not declared here"]);
    const inside = [head, "  if (n > 0) {", "    int32_t t[8];", "  }", "#pragma HLS STREAM variable=t", "}"];
    expect(problems(inside)).toEqual(["HLS STREAM variable=t: `t` is not declared here"]);
  });

  it("a dimension or an option that there is not", () => {
    expect(problems([head, "#pragma HLS ARRAY_PARTITION variable=b type=complete dim=3", "}"])).toEqual([
      "HLS ARRAY_PARTITION variable=b type=complete dim=3: `b` has no dimension 3",
    ]);
    expect(problems([head, "#pragma HLS ARRAY_PARTITION variable=b type=cyclic factor=0", "}"])).toEqual([
      "HLS ARRAY_PARTITION variable=b type=cyclic factor=0: `factor=` needs a whole number of 1 or more, not `0`",
    ]);
    expect(problems(inLoop("p", "HLS PIPELNIE"))).toEqual(["HLS PIPELNIE: HLS has no directive `PIPELNIE`"]);
    expect(problems([head, "#pragma ACCEL interface variable=b depth=4,8", "}"])).toEqual([
      "ACCEL interface variable=b depth=4,8: `b` is 8 by 4",
    ]);
  });

  it("a place where it means nothing, or something else", () => {
    expect(problems([head, "#pragma HLS UNROLL factor=2", "}"])).toEqual([
      "HLS UNROLL factor=2: it is about a loop, and stands in none",
    ]);
    expect(problems(inLoop("p", "HLS INTERFACE m_axi port=a"))).toEqual([
      "HLS INTERFACE m_axi port=a: it is about a function, and stands in none",
    ]);
    const other = ["static void part(int32_t a[8]) {", "#pragma HLS INTERFACE m_axi port=a", "}", head, "}"];
    expect(problems(other)).toEqual(["HLS INTERFACE m_axi port=a: `a` is no argument of the kernel"]);
    expect(problems(inLoop("p", "HLS PIPELINE II=1", "HLS PIPELINE II=2")).length).toBe(2);
    expect(problems([head, "#pragma ACCEL pipeline", "  a[0] = 1;", "}"])).toEqual([
      "ACCEL pipeline: no loop follows",
    ]);
    expect(problems([head, "#pragma unroll 4", "  a[0] = 1;", "}"])).toEqual(["unroll 4: no loop follows"]);
    expect(problems(["#pragma ACCEL kernel", "static void part(int32_t x) {", "}", head, "}"])).toEqual([
      "ACCEL kernel: no kernel follows",
    ]);
  });

  it("a claim that is not true, and one that nobody can decide unless a person made it", () => {
    const claim = "HLS DEPENDENCE variable=a type=inter dependent=false";
    expect(problems(inLoop("i", claim))).toEqual([`${claim}: iterations of \`i\` meet in \`a\``]);
    expect(problems(inLoop("i", claim), [`#pragma ${claim}`]).length).toBe(1);
    expect(problems(inLoop("p", claim.replace("=a", "=b")))).toEqual([]);
    expect(problems(inLoop("i", "HLS DEPENDENCE variable=a inter true distance=2")).length).toBe(1);
    expect(problems(inLoop("i", "HLS DEPENDENCE variable=a inter true distance=1"))).toEqual([]);
    expect(problems(aboveLoop("i", "ivdep", "a[i] = 1;"))).toEqual([
      "ivdep: iterations of `i` may meet in `a`",
    ]);
    expect(problems(aboveLoop("i", "ivdep array(b)", "a[i] = 1;"))).toEqual([]);
  });

  it("a reduction of what is no sum of that loop", () => {
    expect(problems(aboveLoop("j", "ACCEL parallel reduction=total", "total += b[i][j];"))).toEqual([]);
    expect(problems(aboveLoop("i", "ACCEL parallel reduction=t", "t += b[i][j];"))).toEqual([
      "ACCEL parallel reduction=t: `t` is not declared here",
      "ACCEL parallel reduction=t: loop `i` does not carry `t` as a sum",
    ]);
    expect(
      problems(aboveLoop("j", "ACCEL parallel reduction=total", "total = 0; total += b[i][j];")),
    ).toEqual(["ACCEL parallel reduction=total: `total = 0` is no accumulation"]);
  });
});

describe("what is declared is found", () => {
  const types = [
    ...["bool", "int8", "uint64", "float16", "float32", "float64", "int<33>", "uint<129>", "float<5,2>"],
    ...["fixed<16,-2>", "ufixed<8,12>", "fixed<8,3,nearest_even,saturate>", "float<8,23,ftz>"],
  ];

  it.each(types)("an array of %s", (type) => {
    const loops = loopsOf(`def k(a: "${type}[8]", b: "${type}[8]"):
    t = a.copy()
    pragma("HLS bind_storage variable=t type=ram_2p")
    for i in range(8):
        pragma("HLS dependence variable=b inter false")
        b[i] = t[7 - i]
`);
    const made = generateVitis(loops);
    if (!made.ok) throw new Error(made.diagnostics.map(({ message }) => message).join("; "));
    expect(made.files.get(made.source)).toContain("#pragma HLS BIND_STORAGE variable=t type=ram_2p");
  });
});

/** Every generator checks what it writes, and throws. */
const roads = [generateVitis, generateMerlin, generateOpencl] as const;

/** As many loops as can be are pipelined and parallel: more to claim. */
function eager(loops: Loops): Loops {
  return forLoops(loops).reduce((all, { name: loop }) => {
    const steps = ["pipeline", "parallel"].map((primitive) => ({ primitive, args: { loop } }));
    return steps.reduce((now, step) => apply(now, [step]).loops, all);
  }, loops);
}

describe("what generated code claims holds", () => {
  const cases: Case[] = [];
  beforeAll(() => {
    const plain = [...corpusCases(120), ...randomCases(4)];
    cases.push(...plain.map((one) => ({ ...one, loops: eager(one.loops) })));
  }, 3_600_000);

  it("by the dependences of the loops", { timeout: 3_600_000 }, () => {
    for (const { loops } of cases) for (const make of roads) make(loops);
  });

  it("and when it runs", { timeout: 3_600_000 }, () => {
    const wrong = cases.flatMap((one) => {
      const { text, loops } = generate(one.loops, dialect);
      return claimsBroken({ ...one, loops }, text);
    });
    expect(wrong).toEqual([]);
  });
});

describe("random functions full of pragmas", () => {
  const first = Number(process.env.LUTRA_SEED ?? 1);
  const count = Number(process.env.LUTRA_PROGRAMS ?? 30);
  const programs: ReturnType<typeof verdictOf>[] = [];
  beforeAll(
    () => void programs.push(...Array.from({ length: count }, (_, k) => verdictOf(first + k))),
    3_600_000,
  );

  it("are compiled, or refused for a claim that is really false", () => {
    expect(programs.flatMap(({ wrong }) => wrong)).toEqual([]);
    const kept = programs.filter((one) => one.kept !== null);
    expect(kept.length).toBeGreaterThan(programs.length / 5);
  });

  it.skipIf(!gppAvailable())("and keep their bits as C++", { timeout: 3_600_000 }, () => {
    const kept = programs.flatMap((one) => one.kept ?? []).slice(0, Math.max(6, count / 10));
    const ran = runVitis(kept);
    const failures = ran.flatMap((one, k) => {
      const program = kept[k] as Case;
      return one.kind === "refused"
        ? [`${program.name}: ${one.messages.join("; ")}`]
        : (trouble(one, program) ?? []);
    });
    expect(failures).toEqual([]);
  });
});

/** What a person may be told about a pragma that is well written. */
const rightly = ["false-dependence-claim", "pragma-part", "pragma-unclear", "already-partitioned"];

function verdictOf(seed: number): { readonly wrong: readonly string[]; readonly kept: Case | null } {
  const text = pragmaProgram(seed);
  const say = (what: string) => ({ wrong: [`LUTRA_SEED=${seed}\n${what}\n${text}`], kept: null });
  const compiled = compile(text);
  const lowered = compiled.ok ? toLoops(compiled) : compiled;
  const asked = lowered.ok ? obeyRequests(lowered.loops) : lowered;
  if (!asked.ok) return unlessRight(asked.diagnostics, say);
  const one = { name: `seed ${seed}`, loops: asked.loops, args: seededArguments(asked.loops, seed) };
  const made = generateVitis(asked.loops);
  if (made.ok) {
    const isOpen = made.diagnostics.some(({ code }) => code === "unproven-dependence-claim");
    const { text: code, loops } = generate(asked.loops, dialect);
    const broken = claimsBroken({ ...one, loops }, code, isOpen ? "ours" : "all");
    return broken.length > 0 ? say(broken.join("\n")) : { wrong: [], kept: one };
  }
  const believed = made.diagnostics.filter(
    ({ code, span }) => code === "false-dependence-claim" && !isFalse(one, span.from),
  );
  return believed.length > 0
    ? say(`${believed[0]?.message} does not happen`)
    : unlessRight(made.diagnostics, say);
}

function unlessRight(
  diagnostics: readonly Diagnostic[],
  say: (what: string) => { readonly wrong: readonly string[]; readonly kept: null },
) {
  const odd = diagnostics.filter(({ severity, code }) => severity === "error" && !rightly.includes(code));
  return odd.length === 0
    ? { wrong: [], kept: null }
    : say(odd.map(({ code, message }) => `${code}: ${message}`).join("\n"));
}

function seededArguments(loops: Loops, seed: number): Case["args"] {
  return Object.fromEntries(
    loops.params.map((param) => {
      const type = param.kind === "array" ? arrayType(param) : param.type;
      return [param.name, seededArgument(type, param.name, seed)];
    }),
  );
}

/** The claims of a text, ours or all, that a run breaks. */
function claimsBroken(one: Case, text: string, whose: "ours" | "all" = "all"): readonly string[] {
  return scan(text).pragmas.flatMap((pragma) => {
    const read = readDirective(pragma.text);
    if (read.kind !== "directive" || read.directive.name !== "dependence") return [];
    if (whose === "ours" && !pragma.text.includes("dependent=")) return [];
    const loop = forLoops(one.loops).find(({ variable }) => variable === pragma.blocks.at(-1)?.name);
    const array = optionValue(read.directive, "variable");
    const claim = loop === undefined || array === null ? null : claimOf(loop.name, array, read.directive);
    return claim !== null && isBroken(one, claim) ? [`${one.name}: ${pragma.text}`] : [];
  });
}

/** Whether some call makes the claim at that place of the source false. */
function isFalse(one: Case, from: number): boolean {
  return [...statementsIn(one.loops.body)].some((stmt) => {
    if (stmt.kind !== "pragma" || stmt.origin.span.from !== from || stmt.loop === null) return false;
    const { loop, names } = stmt;
    const read = readDirective(stmt.text.split("\n").find((line) => line.includes("dependence")) ?? "");
    if (read.kind !== "directive") return false;
    return names.some(({ word, is }) => {
      if (word !== optionValue(read.directive, "variable") || !("name" in is)) return false;
      const claim = claimOf(loop, is.name, read.directive);
      return claim !== null && (claim.type === "intra" || isBroken(one, claim));
    });
  });
}

/** Two iterations of the loop that touch one element, one of them writing, closer than the claim allows. */
function isBroken({ loops, args }: Case, claim: Claim): boolean {
  const seen = new Map<string, { readonly at: number; readonly write: boolean }[]>();
  let broken = false;
  const step = forLoops(loops).find(({ name }) => name === claim.loop)?.step ?? 1;
  const touch = (
    array: string,
    element: number,
    write: boolean,
    iteration: ReadonlyMap<string, number>,
  ): void => {
    const at = iteration.get(claim.loop);
    if (array !== claim.array || at === undefined) return;
    const names = [...iteration.keys()];
    const around = names.slice(0, names.indexOf(claim.loop)).map((name) => iteration.get(name));
    const key = `${around.join(",")} ${element}`;
    const before = seen.get(key) ?? [];
    broken ||= before.some((one) => {
      const kind = one.write ? (write ? "output" : "flow") : "anti";
      const apart = (at - one.at) / step;
      return apart > 0 && apart < claim.distance && (one.write || write) && claim.kinds.includes(kind);
    });
    seen.set(key, [...before, { at, write }]);
  };
  const copies = Object.entries(args).map(
    ([name, value]) =>
      [name, typeof value === "object" ? { ...value, data: value.data.slice() } : value] as const,
  );
  try {
    trace(loops, new Map(copies), {
      load: ({ array, at, iteration }) => touch(array, at, false, iteration),
      store: ({ array, at, iteration }) => touch(array, at, true, iteration),
    });
  } catch (error) {
    if (!(error instanceof RunFault)) throw error; // what was seen until then counts
  }
  return broken && claim.type === "inter";
}
