import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { elementaryTables } from "./elementary_tables.ts";

describe("the tables", () => {
  it("are what the series give", () => {
    const path = join(import.meta.dirname, "../../include/lutra_elementary/tables.h");
    if (process.env.UPDATE === "1") writeFileSync(path, elementaryTables());
    expect(readFileSync(path, "utf8")).toBe(elementaryTables());
  });
});
