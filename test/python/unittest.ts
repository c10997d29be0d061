import { expect } from "vitest";
import { runPython } from "./package.ts";

/** What a call costs, and calls with every type. */
export const longOnes: readonly string[] = ["test_costs.py", "test_types.py"];

export function isLong(name: string): boolean {
  return longOnes.includes(name);
}

/** Runs a file of tests written in Python, in a process of CPython. */
export function expectUnittest(name: string): void {
  const { status, stderr } = runPython(
    ["-W", "error::ResourceWarning", "-m", "unittest", name.replace(/\.py$/, "")],
    { cwd: import.meta.dirname },
  );
  expect(status, stderr).toBe(0);
  expect(stderr).not.toContain("ResourceWarning");
  if (process.env.LUTRA_TOOLS === "required") expect(stderr).not.toContain("skipped=");
}
