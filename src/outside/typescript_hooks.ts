/**
 * How Node loads kernels written in TypeScript: types are blanked out, so that lines and columns stay where they are, and
 * `lutra` is this Lutra, wherever the file lies. Runs in a thread of its own (node:module, `register`).
 */
import { readFile } from "node:fs/promises";
import type { LoadHook, ResolveHook } from "node:module";
import { fileURLToPath } from "node:url";
import { transformSync } from "amaro";

const library = new URL("../index.js", import.meta.url).href;

export const resolve: ResolveHook = async (specifier, context, next) =>
  specifier === "lutra" ? { url: library, shortCircuit: true } : next(specifier, context);

export const load: LoadHook = async (url, context, next) => {
  if (!/^file:.*\.m?ts$/.test(url)) return next(url, context);
  const text = await readFile(fileURLToPath(url), "utf8");
  const { code } = transformSync(text, { mode: "strip-only", filename: fileURLToPath(url) });
  return { format: "module", source: code, shortCircuit: true };
};
