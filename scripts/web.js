// The explorer as a static page: dist/web. What Lutra's dependencies have in WebAssembly is not copied there: `vendor/` is
// where they are fetched from, and `lutra explore` answers with the files of the packages.
//
//     node scripts/web.js [dist/web] [--standalone]     --standalone: with a copy of them, for a web host

import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { transformSync } from "amaro";
import { build } from "vite";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");

const list = readFileSync(join(root, "src", "cli", "explore", "vendored.ts"), "utf8");
const { code } = transformSync(list, { mode: "strip-only" });
const { vendored } = await import(`data:text/javascript,${encodeURIComponent(code)}`);

/** Packages that stay outside of the bundle: `import("highs")` fetches vendor/highs/build/highs.mjs, when it is asked for. */
const modules = new Map(
  Object.entries(vendored).flatMap(([name, { modules: own }]) =>
    Object.entries(own).map(([id, { path, names }]) => [id, { path: `vendor/${name}/${path}`, names }]),
  ),
);

const outside = {
  name: "vendored",
  enforce: "pre",
  resolveId: (id) => (modules.has(id) ? `\0vendored:${id}` : null),
  load: (id) => {
    const found = modules.get(/^\0vendored:(.*)$/.exec(id)?.[1]);
    if (found === undefined) return null;
    const said = found.names.map((name) =>
      name === "default" ? "export default all.default;" : `export const ${name} = all.${name};`,
    );
    return `const all = await import(/* @vite-ignore */ new URL("../" + ${JSON.stringify(found.path)}, import.meta.url).href);
${said.join("\n")}`;
  },
};

/** Amaro asks Node for what a browser has. */
const nodes = {
  util: "export const { TextDecoder, TextEncoder } = globalThis;",
  "node:buffer":
    "export const Buffer = { from: (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)) };",
};

const withoutNode = {
  name: "without-node",
  enforce: "pre",
  resolveId: (id) => (Object.hasOwn(nodes, id) ? `\0node:${id}` : null),
  load: (id) => (id.startsWith("\0node:") ? nodes[id.slice("\0node:".length)] : null),
};

const bundled = new Set(); // packages whose code is in the page

const licensed = {
  name: "licensed",
  transform: (_, id) => {
    const [, name] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(id) ?? [];
    if (name !== undefined) bundled.add(name);
    return null;
  },
};

/** What they ask of who passes them on: their names and licences stand beside the page. */
function licences() {
  const parts = [...bundled].sort().map((name) => {
    const folder = join(root, "node_modules", name);
    const { version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
    const text = file === undefined ? "" : `\n${readFileSync(join(folder, file), "utf8").trim()}\n`;
    return `${name} ${version}, ${license}\n${text}`;
  });
  return `The explorer's page contains these packages.\n\n${parts.join("\n----\n\n")}`;
}

/** Its policy allows the one script that stands in it. */
function frame() {
  const text = readFileSync(join(root, "web", "frame.html"), "utf8");
  const [, script] = /<script>([\s\S]*)<\/script>/.exec(text);
  return text.replace("FRAME-SCRIPT", `sha256-${createHash("sha256").update(script).digest("base64")}`);
}

export async function buildPage(outDir, { standalone = false } = {}) {
  await build({
    root: join(root, "web"),
    base: "./",
    configFile: false,
    logLevel: "warn",
    plugins: [outside, licensed],
    worker: {
      format: "es",
      plugins: () => [outside, withoutNode, licensed],
      rolldownOptions: {
        output: {
          entryFileNames: ({ name }) => `assets/${name === "main" ? "worker" : name}-[hash].js`,
          // Some web hosts keep what begins with `_` to themselves.
          chunkFileNames: ({ name }) => `assets/${name.replace(/^_+/, "")}-[hash].js`,
        },
      },
    },
    build: {
      outDir,
      emptyOutDir: true,
      target: "es2023",
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
      chunkSizeWarningLimit: 4000,
      reportCompressedSize: false,
    },
  });
  writeFileSync(join(outDir, "licenses.txt"), licences());
  writeFileSync(join(outDir, "frame.html"), frame());
  if (!standalone) return;
  const { resolve: find } = createRequire(import.meta.url);
  for (const [name, { files }] of Object.entries(vendored)) {
    const folder = packageFolder(find(name), name);
    for (const file of files) {
      const to = join(outDir, "vendor", name, file);
      mkdirSync(dirname(to), { recursive: true });
      cpSync(join(folder, file), to, { recursive: true });
    }
  }
}

function packageFolder(entry, name) {
  const at = entry.lastIndexOf(join("node_modules", name));
  return entry.slice(0, at + join("node_modules", name).length);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const words = process.argv.slice(2);
  const [out = "dist/web"] = words.filter((word) => !word.startsWith("--"));
  await buildPage(resolve(out), { standalone: words.includes("--standalone") });
}
