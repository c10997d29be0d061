/** How a C program reads and writes arguments of each type as .npy files, with the functions of lutra_npy.h. */
import { bug } from "../../../diagnostics/bug.ts";
import { float16, type ScalarType, sameType } from "../../../types/types.ts";
import { containerOf } from "./ctypes.ts";
import { holderOf } from "./formats.ts";
import { formOf } from "./whole.ts";

/** What a variable of the host holds an element in. */
export function hostType(type: ScalarType): string {
  if (isTruth(type)) return "uint8_t";
  const form = formOf(type);
  if (form === null) return holderOf(type);
  const { bits, signed } = containerOf(form.width, form.signed);
  return `${signed ? "" : "u"}int${bits}_t`;
}

/** `data`: a pointer to the elements. Gives an expression that is 1, or 0 with the reason in `why`. */
export function loadText(type: ScalarType, path: string, dims: number, shape: string, data: string): string {
  const where = `${dims}, ${shape}, ${data}, why`;
  if (type.kind === "float" && sameType(type, float16)) return `lutra_npy_load_half(${path}, ${where})`;
  const dtype = dtypeOf(type);
  const form = formOf(type);
  if (isStoredAsValue(type) && form !== null) {
    return `lutra_npy_load_fixed(${path}, "${dtype}", ${form.width}, ${form.fraction}, ${where})`;
  }
  const load = `lutra_npy_load(${path}, "${dtypeOfFile(type)}", ${where})`;
  if (form === null || isTruth(type) || containerOf(form.width, form.signed).bits === form.width) return load;
  const count = `lutra_npy_count(${dims}, ${shape})`;
  return `(${load} && lutra_npy_check_bits(${path}, "${dtype}", ${form.width}, ${count}, ${data}, why))`;
}

export function saveText(type: ScalarType, path: string, dims: number, shape: string, data: string): string {
  const where = `${dims}, ${shape}, ${data}, why`;
  if (type.kind === "float" && sameType(type, float16)) return `lutra_npy_save_half(${path}, ${where})`;
  const form = formOf(type);
  if (isStoredAsValue(type) && form !== null) {
    return `lutra_npy_save_fixed(${path}, "${dtypeOf(type)}", ${form.fraction}, ${where})`;
  }
  return `lutra_npy_save(${path}, "${dtypeOfFile(type)}", ${where})`;
}

function isTruth(type: ScalarType): boolean {
  return type.kind === "bool" || (type.kind === "python" && type.name === "bool");
}

/** A fixed value that a double holds is stored as the double. */
function isStoredAsValue(type: ScalarType): boolean {
  if (type.kind !== "fixed") return false;
  return type.width <= 53 && type.width - type.integer <= 1074 && type.integer <= 1023;
}

/** Of the raw integer in memory. */
function dtypeOf(type: ScalarType): string {
  const form = formOf(type);
  if (form === null) return holderOf(type) === "float" ? "f4" : "f8";
  const { bits, signed } = containerOf(form.width, form.signed);
  return `${signed ? "i" : "u"}${bits / 8}`;
}

function dtypeOfFile(type: ScalarType): string {
  if (isTruth(type)) return "b1";
  return isStoredAsValue(type) ? bug("stored as a double") : dtypeOf(type);
}
