/** What the documents show is true. */
import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { compile, explain } from "../../src/index.ts";
import { lutra } from "./lutra.ts";

const documents = ["README.md", "docs/language.md"];

describe.each(documents)("%s", (path) => {
  const kernels = blocks(path, "python").filter((text) => text.includes("@pylog"));

  it.each(kernels.map((text) => [/def (\w+)/.exec(text)?.[1], text]))("the kernel %s compiles", (_, text) => {
    const result = compile({ path, text: text ?? "" });
    expect(result.ok ? "" : explain(result)).toBe("");
  });
});

describe("README.md", () => {
  it("its commands are those that exist", async () => {
    const { out } = await lutra("--help");
    for (const command of ["check", "run", "build", "tools"])
      expect(out).toMatch(new RegExp(`^ {2}${command} `, "m"));
    for (const script of ["demo", "test"]) {
      const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as {
        scripts: Record<string, string>;
      };
      expect(scripts[script]).toBeDefined();
    }
  });

  it("every file it links to is there", () => {
    for (const document of ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"]) {
      const links = readFileSync(document, "utf8").matchAll(/\]\((?!http|#)([^)#]+)/g);
      for (const [, link] of links) expect(existsSync(link ?? ""), `${document}: ${link}`).toBe(true);
    }
  });
});

function blocks(path: string, language: string): readonly string[] {
  const found = readFileSync(path, "utf8").matchAll(
    new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\``, "gm"),
  );
  return [...found].map((match) => match[1] ?? "");
}
