/** The oracle itself: that the server is robust, and that pylog.py means what the PyLog papers say. */
import { afterAll, describe, expect, test } from "vitest";
import { findNumpy, type NumpyOutcome } from "./server.ts";
import { type WireValue, wireArray } from "./wire.ts";

const numpy = await findNumpy();
afterAll(() => numpy?.close());

async function run(text: string, args: Readonly<Record<string, WireValue>> = {}): Promise<NumpyOutcome> {
  if (numpy === null) throw new Error("no NumPy");
  return numpy.run({ text, kernel: "f", args, seconds: 1 });
}

/** The values a function without arguments returns. */
async function evaluate(expression: string): Promise<readonly string[]> {
  const outcome = await run(
    `from pylog import *\ndef f():\n    r = ${expression}\n    return tuple(np.asarray(r).ravel().tolist())\n`,
  );
  if (!outcome.ok) throw new Error(outcome.exception.message);
  return outcome.results.map((r) => ("value" in r ? r.value : r.dtype));
}

describe.skipIf(numpy === null)("the server", () => {
  test("arrays come back as the kernel left them", async () => {
    const a = wireArray("int16", [2, 2], Int16Array.of(1, 2, 3, 4));
    const outcome = await run("def f(a):\n    a[0] += 10\n    return a[1, 1], a.shape[0], 0.5\n", { a });
    expect(outcome).toEqual({
      ok: true,
      args: { a: wireArray("int16", [2, 2], Int16Array.of(11, 12, 3, 4)) },
      results: [
        wireArray("int16", null, Int16Array.of(4)),
        { dtype: "python int", value: "2" },
        { dtype: "python float", value: "0.5" },
      ],
    });
  });
  test("float16 travels as float32", async () => {
    const h = wireArray("float16", [2], Float32Array.of(0.5, 2048));
    const outcome = await run("def f(h):\n    return h + 1\n", { h });
    expect(outcome.ok && outcome.results).toEqual([wireArray("float16", [2], Float32Array.of(1.5, 2048))]);
  });
  test("an exception is an answer, with its line", async () => {
    expect(await run("def f():\n    x = []\n    return x[1]\n")).toEqual({
      ok: false,
      exception: { type: "IndexError", message: "list index out of range", line: 3 },
    });
    const broken = await run("def f(:\n");
    expect(!broken.ok && broken.exception.type).toBe("SyntaxError");
  });
  test("a kernel that does not end is ended, and the next one runs", async () => {
    const outcome = await run("def f():\n    while True:\n        pass\n");
    expect(!outcome.ok && outcome.exception.type).toBe("TimeoutError");
    expect((await run("def f():\n    return 1\n")).ok).toBe(true);
  });
  test("a process that dies is reported, and the next request gets another", async () => {
    await expect(run("import os\ndef f():\n    os._exit(3)\n")).rejects.toThrow("ended (3)");
    expect((await run("def f():\n    return 1\n")).ok).toBe(true);
  });
  test("printing does not break the protocol", async () => {
    expect((await run("def f():\n    print('hello')\n")).ok).toBe(true);
  });
});

describe.skipIf(numpy === null)("pylog.py", () => {
  test("map applies a function to each element", async () => {
    expect(await evaluate("map(lambda x, y: x + y, np.arange(3), np.arange(3) * 10)")).toEqual([
      "0",
      "11",
      "22",
    ]);
  });
  test("offsets count from the current element, and read 0 outside", async () => {
    expect(await evaluate("map(lambda x: x[-1] + 10 * x[1], np.array([1, 2, 3]))")).toEqual([
      "20",
      "31",
      "2",
    ]);
  });
  test("over a slice they are offsets in the whole array", async () => {
    expect(await evaluate("map(lambda x: x[-1] + 10 * x[1], np.array([1, 2, 3, 4])[1:-1])")).toEqual([
      "31",
      "42",
    ]);
    expect(await evaluate("map(lambda x: x[1], np.array([1, 2, 3, 4, 5])[::2])")).toEqual(["2", "4", "0"]);
    expect(await evaluate("map(lambda x: x[1], np.array([1, 2, 3, 4, 5])[3:0:-2])")).toEqual(["5", "3"]);
  });
  test("2-D convolution by map and dot is the correlation", async () => {
    const image = "np.add.outer(np.arange(4) ** 2, np.arange(5) ** 3)";
    const kernel = "np.array([[1, 2, 0], [0, -1, 3], [4, 0, 1]])";
    expect(
      await evaluate(
        `(lambda m, w: map(lambda a: dot(a[-1:2, -1:2], w), m[1:-1, 1:-1]) - conv2d(m, w))(${image}.copy(), ${kernel})`,
      ),
    ).toEqual(["0", "0", "0", "0", "0", "0"]);
  });
  test("whole axes: matrix multiplication", async () => {
    const m = "np.array([[1, 2], [3, 4]])";
    expect(await evaluate(`map(lambda x, y: dot(x[0, :], y[:, 0]), ${m}, ${m})`)).toEqual([
      "7",
      "10",
      "15",
      "22",
    ]);
  });
  test("a row of a matrix: along the row, or in both coordinates", async () => {
    const m = "np.array([[1, 2], [3, 4], [5, 6]])";
    expect(await evaluate(`map(lambda x: x[1], ${m}[1])`)).toEqual(["4", "0"]);
    expect(await evaluate(`map(lambda x: x[-1, 0] * 10 + x[1, 0], ${m}[1])`)).toEqual(["15", "26"]);
    expect(await evaluate(`map(lambda x: x[1], ${m}[:, 1])`)).toEqual(["4", "6", "0"]);
  });
  test("exact types wrap and truncate", async () => {
    expect(await evaluate("[pl_int8(130), pl_uint4(-1), pl_uint512(-1) == 2**512 - 1]")).toEqual([
      "-126",
      "15",
      "1",
    ]);
    expect(await evaluate("[pl_fixed(8, 3)(1.99), pl_fixed(8, 3)(-0.01), pl_fixed(8, 3)(4.0)]")).toEqual([
      "1.96875",
      "-0.03125",
      "-4.0",
    ]);
  });
  test("a loop may be customised", async () => {
    expect(await evaluate("[i for i in range(1, 6, 2).pipeline(ii=2).unroll(4)]")).toEqual(["1", "3", "5"]);
  });
});
