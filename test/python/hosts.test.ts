/** Boards of the vendor's tools, called from Python: `pynq` and `pyxrt` are stand-ins whose board is our simulation of the AXI system. */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ServedBoard, serveBoard } from "./axi_board.ts";
import { builtCompiler, python, pythonAvailable, root } from "./package.ts";

let board: ServedBoard;
beforeAll(async () => {
  board = await serveBoard();
});
afterAll(() => board.close());

describe.skipIf(!pythonAvailable())("kernels on Zynq and on cards", () => {
  it.each(["Zynq", "Buffers", "Trouble", "Cards"])("%s", { timeout: 240_000 }, async (suite) => {
    const { status, said } = await unittest(`on_hosts.${suite}`);
    expect(said).not.toContain("ResourceWarning");
    expect(status, said).toBe(0);
  });
});

/** The board answers from this process, so this process must not wait for Python. */
function unittest(name: string): Promise<{ readonly status: number | null; readonly said: string }> {
  const process_ = spawn(python, ["-W", "error::ResourceWarning", "-m", "unittest", name], {
    cwd: import.meta.dirname,
    env: {
      ...process.env,
      PYTHONPATH: join(root, "python"),
      PYTHONDONTWRITEBYTECODE: "1",
      LUTRA_HOME: builtCompiler(),
      LUTRA_TEST_BOARD: String(board.port),
    },
  });
  let said = "";
  process_.stderr.on("data", (data: Buffer) => {
    said += data.toString();
  });
  return new Promise((resolve) => process_.on("close", (status) => resolve({ status, said })));
}
