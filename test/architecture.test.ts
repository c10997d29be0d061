/** The house plan, checked: which folder may import which, what of Node it may reach, and how large a file may grow. */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");

/** From the ground up. A part may import itself and what stands in its line, nothing else. */
const ground = ["diagnostics", "types", "program"];
const circuits = ["synthesis", "hardware", "device", "schedule", "loops", ...ground];
const pure = ["call", "explore", "timeline", "picture", "backend", "frontend", "system", ...circuits];
const mayImport: Readonly<Record<string, readonly string[]>> = {
  diagnostics: [],
  types: ["diagnostics"],
  program: ["types", "diagnostics"],
  loops: ground,
  schedule: ["loops", ...ground],
  device: ["diagnostics"],
  backend: ["device", "schedule", "loops", ...ground],
  hardware: ["device", ...ground],
  synthesis: circuits,
  system: ["hardware", "device", ...ground],
  explore: circuits,
  timeline: circuits,
  picture: ["timeline"],
  frontend: ground,
  call: ["backend", ...circuits],
  toolchain: ["device", "diagnostics"],
  outside: ["call", "backend", "toolchain", "system", ...circuits],
  driver: pure,
  "browser.ts": ["driver", ...pure],
  deploy: ["driver", "outside", "toolchain", ...pure],
  "index.ts": ["browser.ts", "deploy", "outside"],
  cli: ["deploy", "driver", "outside", "toolchain", ...pure],
};

/** Rooms that reach files, processes and the clock of this machine. Everything else runs in a browser too. */
const reachNode = ["cli", "deploy", "outside", "toolchain"];

const sources = filesUnder("src").filter((path) => path.endsWith(".ts"));

describe("the arrows", () => {
  it("every part of src has its place in the plan", () => {
    expect([...new Set(sources.map(partOf))].sort()).toEqual(Object.keys(mayImport).sort());
  });

  it("a lower part never imports a higher one", () => {
    const wrong = sources.flatMap((path) => {
      const part = partOf(path);
      const allowed = [part, ...(mayImport[part] ?? [])];
      return importsOf(path)
        .filter((imported) => !allowed.includes(partOf(imported)))
        .map((imported) => `${path} imports ${imported}`);
    });
    expect(wrong).toEqual([]);
  });

  it("only rooms that say so import what Node alone has", () => {
    const wrong = sources.filter(
      (path) =>
        !reachNode.includes(partOf(path)) && /from "node:/.test(readFileSync(join(root, path), "utf8")),
    );
    expect(wrong).toEqual([]);
  });

  it("the page of the explorer reaches what runs in a browser, through its workers but for lists of names and pictures", () => {
    const files = filesUnder("web/src").filter((path) => path.endsWith(".ts"));
    const reached = files.flatMap((path) =>
      importsOf(path)
        .filter((imported) => imported.startsWith("src/"))
        .map((imported) => ({ path, imported })),
    );
    expect(reached.filter(({ imported }) => reachNode.includes(partOf(imported)))).toEqual([]);
    const byPage = files.filter((path) => !path.startsWith("web/src/worker/")).flatMap(valuesFrom);
    expect([...new Set(byPage)].filter((path) => /^src\/(?!picture\/)/.test(path))).toEqual([
      "src/device/board.ts",
    ]);
  });

  it("the front ends know nothing of each other", () => {
    const frontOf = (path: string): string | undefined => /^src\/frontend\/([^/]+)\//.exec(path)?.[1];
    const wrong = sources.flatMap((path) => {
      const own = frontOf(path);
      if (own === undefined) return [];
      return importsOf(path).filter((imported) => (frontOf(imported) ?? own) !== own);
    });
    expect(wrong).toEqual([]);
  });
});

/** Where a grammar makes one: an expression may hold a call, a call a function, a function statements. */
const grammars = [
  "src/backend/c/",
  "src/backend/wasm/",
  "src/frontend/python/",
  "src/loops/lower/",
  "src/program/growth/",
  "src/program/interpret/",
  "src/program/print/",
  "src/program/verify/",
  "src/synthesis/plan/",
];

it("imports go in a circle only where a grammar does", () => {
  const wrong = circles(new Map(sources.map((path) => [path, valuesFrom(path)]))).filter(
    (circle) => !grammars.some((folder) => circle.every((path) => path.startsWith(folder))),
  );
  expect(wrong).toEqual([]);
});

it("what is installed or built is not tracked, whether a folder or a link", () => {
  const tracked = spawnSync("git", ["ls-files", "node_modules", "dist", "build"], {
    cwd: root,
    encoding: "utf8",
  });
  expect(tracked.stdout ?? "").toBe(""); // where there is no git, nothing is tracked
});

describe("the rooms", () => {
  const everything = ["src", "web", "test", "bench", "bin", "scripts", "examples"].flatMap(filesUnder);

  it("no file has more than 600 lines", () => {
    const code = everything.filter((path) => /\.(ts|js|py)$/.test(path) && !path.includes("/golden/"));
    const long = code.filter((path) => readFileSync(join(root, path), "utf8").split("\n").length > 600);
    expect(long).toEqual([]);
  });

  it("nothing is called utils, common or helpers", () => {
    expect(everything.filter((path) => /(^|\/)(utils?|common|helpers?)(\/|\.)/i.test(path))).toEqual([]);
  });

  it("every folder of src says what it is for", () => {
    const folders = readdirSync(join(root, "src"), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => entry.name);
    const silent = folders.filter(
      (name) => !filesUnder(`src/${name}`).some((path) => path.endsWith("README.md")),
    );
    expect(silent).toEqual([]);
  });
});

/** `src/types/print.ts` is of `types`; a file in src itself is a part of its own. */
function partOf(path: string): string {
  return path.split("/")[1] ?? path;
}

/** Relative imports and re-exports, also of types alone and dynamic ones, as paths from the root. */
function importsOf(path: string): readonly string[] {
  const text = readFileSync(join(root, path), "utf8").replace(/\/\*[\s\S]*?\*\//g, "");
  const found = text.matchAll(/(?:from|import)\s*\(?\s*["'](\.[^"']*)["']/g);
  return [...found].map((match) => posix.join(dirname(path), match[1] ?? ""));
}

/** Imports of more than types: what is there when the module runs. */
function valuesFrom(path: string): readonly string[] {
  const text = readFileSync(join(root, path), "utf8").replace(/\/\*[\s\S]*?\*\//g, "");
  const found = text.matchAll(/^(?:import|export)\s+(?!type\b)([^;]*?)from\s+"(\.[^"]*)"/gm);
  return [...found].flatMap(([, names = "", from = ""]) =>
    /^\{(\s*type\s[^,}]*,?)+\s*\}\s*$/.test(names) ? [] : [posix.join(dirname(path), from)],
  );
}

/** Files that reach each other (Tarjan's strongly connected components). */
function circles(imports: ReadonlyMap<string, readonly string[]>): readonly (readonly string[])[] {
  const [index, low] = [new Map<string, number>(), new Map<string, number>()];
  const stack: string[] = [];
  const found: (readonly string[])[] = [];
  const visit = (path: string): number => {
    const own = index.size;
    index.set(path, own);
    low.set(path, own);
    stack.push(path);
    for (const next of imports.get(path) ?? []) {
      const reached = !index.has(next) ? visit(next) : stack.includes(next) ? (index.get(next) ?? own) : own;
      low.set(path, Math.min(low.get(path) ?? own, reached));
    }
    if (low.get(path) === own) {
      const circle = stack.splice(stack.indexOf(path));
      if (circle.length > 1) found.push(circle);
    }
    return low.get(path) ?? own;
  };
  for (const path of imports.keys()) if (!index.has(path)) visit(path);
  return found;
}

function filesUnder(folder: string): readonly string[] {
  if (!existsSync(join(root, folder))) return []; // git keeps no empty folder
  const entries = readdirSync(join(root, folder), { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile() && !entry.parentPath.includes("__pycache__"))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join("/"));
}
