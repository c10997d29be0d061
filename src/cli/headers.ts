/** The headers of ours that generated files include: copied beside them, so that a project stands alone. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { includeFolder } from "../outside/csim.ts";

/**
 * By name. Those that a vendor has too (ap_int.h, hls_stream.h) go to a folder of their own, for compilers without the
 * vendor's: `g++ -I. -Isimulation`.
 */
export function headersFor(files: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const ours = new Set(readdirSync(includeFolder, { recursive: true, encoding: "utf8" }));
  const found = new Map<string, string>();
  const visit = (text: string, folder: string): void => {
    for (const [, name = ""] of text.matchAll(/^\s*#\s*include\s+[<"]([^">]+)[">]/gm)) {
      const path = [join(folder, name), name].find((one) => ours.has(one));
      if (path === undefined || found.has(path)) continue;
      const content = readFileSync(join(includeFolder, path), "utf8");
      found.set(path, content);
      visit(content, path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : "");
    }
  };
  for (const [name, text] of files) if (/\.(cpp|c|h|cl)$/.test(name)) visit(text, "");
  return new Map([...found].map(([path, text]) => [isVendors(path) ? join("simulation", path) : path, text]));
}

function isVendors(path: string): boolean {
  return /^(ap_|hls_|lutra_ap\/)/.test(path);
}
