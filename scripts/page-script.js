// The script of pages that `lutra report --html` writes, in one piece: src/picture/page_script.ts, from src/picture/page_main.ts.
//
//     node scripts/page-script.js            # test/picture/page.test.ts says when
import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { rolldown } from "rolldown";

const picture = resolve(import.meta.dirname, "../src/picture");

/** The text of page_script.ts. */
export async function pageScriptText() {
  const script = (await bundled("page_main.ts", "iife")).replaceAll("</", "<\\/").trim();
  const styles = await imported("style.ts");
  const hash = (text) => createHash("sha256").update(text).digest("base64");
  return `/** Made by scripts/page-script.js from page_main.ts: do not edit. */
export const scriptHash = ${JSON.stringify(hash(script))};
export const styleHash = ${JSON.stringify(hash(styles.pageStyle + styles.pictureStyle))};
export const pageScript = ${JSON.stringify(script)};
`;
}

async function bundled(file, format) {
  const bundle = await rolldown({ input: resolve(picture, file), platform: "browser", logLevel: "silent" });
  const { output } = await bundle.generate({ format, minify: format === "iife", codeSplitting: false });
  return output[0].code;
}

/** TypeScript that this Node need not know. */
async function imported(file) {
  const code = await bundled(file, "esm");
  return import(`data:text/javascript,${encodeURIComponent(code)}`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href)
  writeFileSync(resolve(picture, "page_script.ts"), await pageScriptText());
