/** Which arrays must be cleared, how they are spread, and that every node is there once. */
import { describe, expect, it } from "vitest";
import type { Bank, Expr, Loops } from "../../../src/loops/nodes.ts";
import { expressionsIn, expressionsOf, statementsIn } from "../../../src/loops/walk.ts";
import { inferBanks, needsZeros, prepare, prepared } from "../../../src/synthesis/prepare/index.ts";
import { loopsOf } from "../../schedule/lowered.ts";
import { scheduled } from "../../schedule/scheduled.ts";

describe("zeros", () => {
  it("are not needed where loops write each element first", () => {
    const loops = loopsOf(`def k(a: "int32[4,4]", b: "int32[4,4]"):
    t = a + b
    b[:] = t * 2
`);
    expect([...needsZeros(loops)]).toEqual([]);
  });

  it("are needed where an element may be read before it is written", () => {
    const { loops, zeros } = prepared(
      withoutFills(
        loopsOf(`def k(a: "int32[8]"):
    t = np.zeros(8, np.int32)
    for i in range(1, 8):
        t[i] = t[i - 1] + a[i]
        a[i] = t[i]
`),
      ),
    );
    expect([...zeros]).toEqual(["t"]);
    expect(loops.arrays.map(({ name }) => name)).toContain("t");
  });

  it("of a result are stored by a pipelined loop", () => {
    const loops = withoutFills(
      loopsOf(`def k(a: "int32[8]"):
    t = np.zeros((8, 8), np.int32)
    for i in range(4):
        t[i, i] = a[i]
    return t
`),
    );
    const { loops: after, zeros } = prepared(loops);
    expect([...zeros]).toEqual([]);
    const inner = [...statementsIn(after.body)].find(
      (stmt) => stmt.kind === "for" && stmt.attrs.pipeline !== undefined,
    );
    expect(inner?.origin.operator).toBe("fill");
  });

  /** Lowering fills with loops; here the array starts as it is declared. */
  function withoutFills(loops: Loops): Loops {
    return { ...loops, body: loops.body.filter(({ origin }) => origin.operator !== "fill") };
  }
});

describe("elements that are only read", () => {
  it("are kept in registers by one nest as by the next: these are not needed together", () => {
    const nest = (to: string, a: string, b: string): string => `
    for i in range(8):
        for j in range(8):
            for k in range(8):
                ${to}[i, j] += ${a}[i, k] * ${b}[k, j]`;
    const names = ["a", "b", "c", "d", "e", "f"];
    const loops = loopsOf(
      `def k(${names.map((name) => `${name}: "int32[8,8]"`).join(", ")}):${nest("c", "a", "b")}${nest("f", "d", "e")}\n`,
    );
    const { scalars } = prepare(scheduled(loops, "pipeline i\npipeline i_1"));
    const keptOf = (array: string): number =>
      scalars.filter(({ name }) => name.startsWith(`${array}_kept`)).length;
    expect([keptOf("b"), keptOf("e")]).toEqual([64, 64]);
  });
});

describe("banks", () => {
  const banksOf = (source: string, schedule: string): readonly Bank[] | undefined =>
    prepare(scheduled(loopsOf(source), schedule)).arrays.find(({ name }) => name === "t")?.banks;

  it("as many as copies, round robin, where the array is large", () => {
    const source = `def k(a: "int32[256]", b: "int32[256]"):
    t = np.zeros(256, np.int32)
    for i in range(256):
        t[i] = a[i]
    for j in range(256):
        b[j] = t[255 - j]
`;
    expect(banksOf(source, "unroll i 4\npipeline i")).toEqual([{ dim: 0, how: "cyclic", factor: 4 }]);
  });

  it("one an element where there are few", () => {
    const source = `def k(a: "int32[64]", b: "int32[64]"):
    t = np.zeros(8, np.int32)
    for i in range(64):
        for j in range(8):
            t[j] = t[(j + i) % 8] + a[i]
    for j in range(8):
        b[j] = t[j]
`;
    expect(banksOf(source, "pipeline i")).toEqual([{ dim: 0, how: "complete", factor: 8 }]);
  });

  it("none where the schedule has spread the array, and none of arguments", () => {
    const source = `def k(a: "int32[256]", b: "int32[256]"):
    t = np.zeros(256, np.int32)
    for i in range(256):
        t[i] = a[i]
    for j in range(256):
        b[j] = t[255 - j]
`;
    const own = "partition t dim=0 block 2\nunroll i 4\npipeline i";
    expect(banksOf(source, own)).toEqual([{ dim: 0, how: "block", factor: 2 }]);
    const loops = prepare(scheduled(loopsOf(source), own));
    expect(inferBanks(loops).params).toEqual(loops.params);
  });
});

it("no node is in two places", () => {
  const loops = prepare(
    scheduled(
      loopsOf(`def k(a: "float32[8,8]", b: "float32[8]"):
    for i in range(8):
        for j in range(8):
            b[i] += a[i, j] * 2.0
`),
      "pipeline i",
    ),
  );
  const statements = [...statementsIn(loops.body)];
  const expressions = statements.flatMap((stmt) =>
    expressionsOf(stmt).flatMap((root): Expr[] => [...expressionsIn(root)]),
  );
  expect(new Set(statements).size).toBe(statements.length);
  expect(new Set(expressions).size).toBe(expressions.length);
});
