import { describe, expect, it } from "vitest";
import { runProcess } from "../../src/toolchain/process.ts";
import { findTool, findTools } from "../../src/toolchain/tools.ts";

const node = process.execPath;

describe("an outside program", () => {
  it("gives its output and status", async () => {
    const outcome = await runProcess(node, ["-e", "process.stdin.pipe(process.stdout)"], {
      timeoutMs: 10_000,
      input: "hello",
    });
    expect(outcome).toEqual({ kind: "done", status: 0, stdout: "hello", stderr: "" });
  });

  it("that is not there is said to be missing", async () => {
    const outcome = await runProcess("no-such-program-lutra", [], { timeoutMs: 1000 });
    expect(outcome).toEqual({
      kind: "failed",
      reason: "missing",
      message: "no-such-program-lutra is not installed or not on the PATH",
    });
  });

  it("that hangs is stopped", async () => {
    const outcome = await runProcess(node, ["-e", "setInterval(() => {}, 1000)"], { timeoutMs: 300 });
    expect(outcome).toMatchObject({ kind: "failed", reason: "timeout" });
  });
});

describe("a tool", () => {
  const spec = { name: "Node", purpose: "tests", version: /v(\d+)\./ };

  it("is found by the first command that answers", async () => {
    const commands = [["no-such-program-lutra"], [node, "--version"]];
    expect(await findTool({ ...spec, commands })).toMatchObject({ found: true, command: node });
  });

  it("that is not there is not found", async () => {
    const tool = await findTool({ ...spec, commands: [["no-such-program-lutra"]] });
    expect(tool).toMatchObject({ found: false, problem: "not found" });
  });

  it("that answers with an error is said not to work", async () => {
    const commands = [[node, "-e", "console.error('library missing'); process.exit(3)"]];
    const tool = await findTool({ ...spec, commands });
    expect(tool).toMatchObject({
      found: false,
      problem: `${node} is here but does not work: library missing`,
    });
  });

  it("all known ones can be asked for", async () => {
    const tools = await findTools();
    expect(tools.map((tool) => tool.name)).toContain("CPython + NumPy");
  });
});
