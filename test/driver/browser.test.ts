/**
 * The whole compiler runs in a browser: bundled for one, it takes a kernel from source to simulated Verilog in headless
 * Chromium.
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { rolldown } from "rolldown";
import { describe, expect, it } from "vitest";
import { compile, explain, simulate, toVerilog } from "../../src/index.ts";
import { inDirectory } from "../call/numpy_files.ts";
import { write } from "../cli/lutra.ts";

const path = "examples/fir_fixed.py";
const text = readFileSync(path, "utf8");

const page = (library: string): string => `<!doctype html><title>Lutra</title><pre id="answer"></pre>
<script type="module">
${library}
</script>`;

const program = `
import { compile, explain, simulate, toVerilog } from ${JSON.stringify(pathToFileURL("src/browser.ts").pathname)};
const answer = document.getElementById("answer");
try {
  const kernel = compile(${JSON.stringify({ path, text })});
  if (!kernel.ok) throw new Error(explain(kernel));
  const { text, cycles } = toVerilog(kernel);
  const { results, cycles: taken, args } = await simulate(kernel, {}, { seed: 1 });
  answer.textContent = JSON.stringify({ text, cycles, taken, lengths: Object.values(args).map(String) });
} catch (error) {
  answer.textContent = String(error && error.stack);
}
`;

describe.skipIf(browser() === null)("in headless Chromium", () => {
  it("a kernel goes from source to simulated Verilog, as it does here", { timeout: 120_000 }, () =>
    inDirectory(async (directory) => {
      const entry = write(directory, "page.ts", program);
      const bundle = await rolldown({ input: entry, platform: "browser", logLevel: "silent" });
      const { output } = await bundle.generate({ format: "esm", codeSplitting: false });
      const code = output[0].code.replaceAll("</script", "<\\/script");
      expect(code).not.toMatch(/from\s*"node:(fs|path|child_process)"/);
      const file = write(directory, "page.html", page(code));
      const words = ["--no-sandbox", "--disable-gpu", "--virtual-time-budget=60000", "--dump-dom"];
      const { stdout } = spawnSync(browser() ?? "", [...words, pathToFileURL(file).href], {
        encoding: "utf8",
        maxBuffer: 2 ** 28,
        timeout: 100_000,
      });
      const said = /<pre id="answer">([\s\S]*?)<\/pre>/.exec(stdout)?.[1] ?? "";
      const told = JSON.parse(unescaped(said)) as { text: string; cycles: unknown; taken: number };
      const kernel = compile({ path, text });
      if (!kernel.ok) throw new Error(explain(kernel));
      expect(told.text).toBe(toVerilog(kernel).text);
      expect(told.taken).toBe((await simulate(kernel, {}, { seed: 1 })).cycles);
    }),
  );
});

function unescaped(html: string): string {
  return html.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
}

/** Debian's packages are `chromium` and `chromium-headless-shell`. */
function browser(): string | null {
  const found = ["chromium-headless-shell", "chromium", "google-chrome"].find(
    (name) => spawnSync(name, ["--version"]).status === 0,
  );
  if (found === undefined && process.env.LUTRA_TOOLS === "required") throw new Error("there is no Chromium");
  return found ?? null;
}
