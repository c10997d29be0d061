/**
 * NumPy's `.npz` files: a zip of `.npy` files, stored (`np.savez`) or deflated (`np.savez_compressed`).
 *
 *     const arrays = decodeNpz(readFileSync("data.npz")); // Map { "a" => …, "b" => … }
 */
import { unzipSync, zipSync } from "fflate";
import { DataError } from "./data_error.ts";
import { decodeNpy, encodeNpy, type NpyArray } from "./npy.ts";

export function decodeNpz(bytes: Uint8Array): ReadonlyMap<string, NpyArray> {
  const arrays = new Map<string, NpyArray>();
  for (const [entry, content] of Object.entries(unzip(bytes))) {
    if (entry.endsWith("/")) continue;
    const name = entry.replace(/\.npy$/, "");
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

function unzip(bytes: Uint8Array): Record<string, Uint8Array> {
  try {
    return unzipSync(bytes);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new DataError(`this is not a readable .npz (zip) file: ${reason}`);
  }
}
