/** outline, inline, fuse_kernels: which statements are a module. What is computed stays the same. */
import { describe, expect, it } from "vitest";
import type { Loops, Stmt } from "../../src/loops/nodes.ts";
import { bodiesOf } from "../../src/loops/walk.ts";
import { loopsOf } from "./plain.ts";
import { expectSame, python, refused, scheduled } from "./scheduled.ts";

const stages = loopsOf(`
def k(a: "int32[8]", b: "int32[8]", c: "int32[8]", d: "int32[8]"):
    t = np.zeros(8, np.int32)
    for i in range(8):
        t[i] = a[i] * 2
    for j in range(8):
        d[j] = a[j] - 1
    for l in range(8):
        b[l] = t[l] + 1
    for m in range(8):
        c[m] = b[m] + d[m]
        for p in range(2):
            c[m] += p
`);

describe("outline and inline", () => {
  it("a nest becomes a region, and is back where it was after inline", () => {
    const outlined = expectSame(stages, "outline l second\noutline p inner");
    expect(shape(outlined)).toEqual(["i", "j", "second(l)", "m(store inner(p))"]);
    expect(python(outlined)).toBe(python(stages));
    expect(scheduled(stages, "outline l second\noutline p inner\ninline second\ninline inner")).toEqual(
      stages,
    );
  });

  it("regions nest, and go away one by one", () => {
    const nested = expectSame(stages, "outline p inner\noutline m outer");
    expect(shape(nested).at(-1)).toEqual("outer(m(store inner(p)))");
    expect(shape(expectSame(stages, "outline p inner\noutline m outer\ninline outer")).at(-1)).toBe(
      "m(store inner(p))",
    );
  });

  it("loops inside a region are scheduled as before", () => {
    expectSame(stages, "outline m last\nsplit m 4\nunroll p\npipeline m.inner");
  });

  it.each([
    ["outline i j", "the name `j` is already taken"],
    ["inline i", "there is no region `i`"],
    ["outline i first\noutline j first", "the name `first` is already taken"],
  ])("refuses %s", (text, message) => {
    expect(refused(stages, text).message).toContain(message);
  });
});

describe("fuse_kernels", () => {
  it("two neighbours become one region", () => {
    expect(shape(expectSame(stages, "fuse_kernels l m name=both"))).toEqual(["i", "j", "both(l m(store p))"]);
  });

  it("what is in between stays, where it has nothing to do with one of them", () => {
    const after = expectSame(stages, "fuse_kernels i l");
    expect(shape(after)).toEqual(["i_l(i l)", "j", "m(store p)"]);
    expect(python(after)).toBe(`\
    t = np.zeros((8,), dtype=np.int32)
    for i in range(8):
        t[i] = a[i] * 2
    for l in range(8):
        b[l] = t[l] + 1
    for j in range(8):
        d[j] = a[j] - 1
    for m in range(8):
        c[m] = b[m] + d[m]
        for p in range(2):
            c[m] = c[m] + np.int32(p)`);
  });

  it("regions are merged, not nested; then the loops inside can be fused", () => {
    const text = "outline i one\noutline l two\nfuse_kernels one two name=both";
    expect(shape(expectSame(stages, text))).toEqual(["both(i l)", "j", "m(store p)"]);
    expect(shape(expectSame(stages, `${text}\nfuse_loops i l`))).toHaveLength(3);
  });

  it.each([
    [
      "fuse_kernels i m",
      "what stands between `i` and `m` can neither run after the second, since b[l] written at line 11 in iteration l=0 is read as b[m] at line 13 in iteration m=0, nor before the first, since t[i] written at line 7",
    ],
    ["fuse_kernels i p", "`i` and `p` do not stand in the same list of statements"],
    ["fuse_kernels i i", "`i` and `i` do not stand in the same list of statements"],
    ["fuse_kernels i nothing", "there is no loop or region `nothing`"],
  ])("refuses %s", (text, message) => {
    expect(refused(stages, text).message).toContain(message);
  });
});

/** Loops and regions by name, other statements by kind: `region(loop(store loop))`. */
function shape(loops: Loops): string[] {
  const text = (stmt: Stmt): string => {
    const name = stmt.kind === "region" || stmt.kind === "for" ? stmt.name : stmt.kind;
    const inside = bodiesOf(stmt).flat().map(text);
    const leaf = stmt.kind === "for" && inside.every((one) => one === "store");
    return inside.length === 0 || leaf ? name : `${name}(${inside.join(" ")})`;
  };
  return loops.body.map(text);
}
