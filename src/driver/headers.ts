/** The headers of ours that generated files include: copied beside them, so that a project stands alone. */
import type { Outside } from "../call/outside.ts";

/**
 * By name. Those that a vendor has too (ap_int.h, hls_stream.h) go to a folder of their own, for compilers without the
 * vendor's: `g++ -I. -Isimulation`.
 */
export function headersFor(
  files: ReadonlyMap<string, string>,
  outside: Outside,
): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const visit = (text: string, folder: string): void => {
    for (const [, name = ""] of text.matchAll(/^\s*#\s*include\s+[<"]([^">]+)[">]/gm)) {
      const path = [`${folder}${name}`, name].find((one) => found.has(one) || outside.header(one) !== null);
      if (path === undefined || found.has(path)) continue;
      const content = outside.header(path) ?? "";
      found.set(path, content);
      visit(content, path.slice(0, path.lastIndexOf("/") + 1));
    }
  };
  for (const [name, text] of files) if (/\.(cpp|c|h|cl)$/.test(name)) visit(text, "");
  return new Map([...found].map(([path, text]) => [isVendors(path) ? `simulation/${path}` : path, text]));
}

function isVendors(path: string): boolean {
  return /^(ap_|hls_|lutra_ap\/)/.test(path);
}
