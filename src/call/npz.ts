/**
 * NumPy's `.npz` files: a zip of `.npy` files, stored (`np.savez`) or deflated (`np.savez_compressed`).
 *
 *     const arrays = decodeNpz(readFileSync("data.npz")); // Map { "a" => …, "b" => … }
 */
import { zipSync } from "fflate";
import { DataError } from "./data_error.ts";
import { usualMemory } from "./memory.ts";
import { decodeNpy, encodeNpy, type NpyArray } from "./npy.ts";
import { zipEntries } from "./zip.ts";

/** `most`: how many bytes its arrays may be, unpacked. */
export function decodeNpz(
  bytes: Uint8Array,
  { most = usualMemory }: { readonly most?: number } = {},
): ReadonlyMap<string, NpyArray> {
  const arrays = new Map<string, NpyArray>();
  for (const { name: entry, read } of zipEntries(bytes, { most })) {
    if (entry.endsWith("/")) continue;
    const name = entry.replace(/\.npy$/, "");
    if (arrays.has(name)) throw new DataError(`it holds the array '${name}' twice`);
    const content = read();
    try {
      arrays.set(name, decodeNpy(content));
    } catch (error) {
      if (error instanceof DataError)
        throw new DataError(`array '${name}' in the .npz file: ${error.message}`);
      throw error;
    }
  }
  return arrays;
}

export function encodeNpz(
  arrays: ReadonlyMap<string, NpyArray>,
  options: { readonly compress: boolean },
): Uint8Array {
  const files = [...arrays].map(([name, array]) => [`${name}.npy`, encodeNpy(array)] as const);
  return zipSync(Object.fromEntries(files), { level: options.compress ? 6 : 0 });
}
