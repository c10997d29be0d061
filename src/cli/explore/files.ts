/** What the explorer's server may answer with: the files of the page, and of the packages that it fetches. Nothing else. */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { extname, join } from "node:path";
import { Failure } from "../../diagnostics/failure.ts";
import { vendored } from "./vendored.ts";

export interface PageFile {
  readonly path: string;
  readonly type: string;
  readonly kind: "page" | "worker" | "frame"; // each has a policy
}

/** By their addresses below the page's own. What is not in this list does not exist, whatever a request says. */
export function pageFiles(folder: string): ReadonlyMap<string, PageFile> {
  if (!existsSync(join(folder, "index.html")))
    throw new Failure("the page of the explorer was not built", { help: "run `npm run build`" });
  const own = filesUnder(folder).map((name): [string, PageFile] => [name, fileAt(join(folder, name), name)]);
  return new Map([...own, ...packageFiles()]);
}

/** Of a package that is not installed nothing is offered, and the page says that it is not there. */
function packageFiles(): readonly (readonly [string, PageFile])[] {
  const { resolve } = createRequire(import.meta.url);
  return Object.entries(vendored).flatMap(([name, { files }]) => {
    const folder = folderOf(name, resolve);
    if (folder === null) return [];
    return files.flatMap((one) => {
      const path = join(folder, one);
      if (!existsSync(path)) return [];
      const all = statSync(path).isDirectory() ? filesUnder(path).map((inner) => `${one}/${inner}`) : [one];
      return all.map((file): [string, PageFile] => {
        const address = `vendor/${name}/${file}`;
        return [address, fileAt(join(folder, file), address)];
      });
    });
  });
}

function folderOf(name: string, resolve: (name: string) => string): string | null {
  try {
    const entry = resolve(name);
    const end = join("node_modules", name);
    return entry.slice(0, entry.lastIndexOf(end) + end.length);
  } catch {
    return null;
  }
}

function fileAt(path: string, address: string): PageFile {
  return {
    path,
    type: types[extname(address)] ?? "application/octet-stream",
    kind: /^assets\/worker-[^/]*\.js$/.test(address) ? "worker" : address === "frame.html" ? "frame" : "page",
  };
}

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".json": "application/json; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
};

function filesUnder(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll("\\", "/"),
    );
}

export function contentOf({ path }: PageFile): Uint8Array {
  return readFileSync(path);
}
