/** Which kernel of a module is meant: what it exports under a name, or its only one. */
import { closest } from "../../diagnostics/closest.ts";
import type { DslKernel } from "./index.ts";

export type KernelFound =
  | { readonly ok: true; readonly written: DslKernel }
  | { readonly ok: false; readonly message: string; readonly help: string };

/** `path` is for messages. */
export function kernelAmong(
  exported: Readonly<Record<string, unknown>>,
  path: string,
  name: string | null,
): KernelFound {
  const kernels = Object.entries(exported).flatMap(([given, value]) => {
    if (isDslKernel(value)) return [{ given, make: (): unknown => value }];
    if (typeof value !== "function" || value.length > 0) return [];
    return [{ given, make: (): unknown => value() }];
  });
  const names = kernels.map(({ given }) => given);
  const found =
    name === null
      ? kernels.length === 1
        ? kernels[0]
        : undefined
      : kernels.find(({ given }) => given === name);
  const help =
    "export one: `export const scale = kernel(...)`, or a function without parameters that gives one";
  if (found === undefined) {
    if (kernels.length === 0) return { ok: false, message: `${path} exports no kernel`, help };
    const which = name === null ? `exports ${kernels.length} kernels` : `exports no kernel ${name}`;
    return {
      ...{ ok: false, message: `${path} ${which}: ${names.join(", ")}` },
      help: `say which one: ${path}:${closest(name ?? "", names) ?? names[0]}`,
    };
  }
  const written = found.make();
  if (!isDslKernel(written)) return { ok: false, message: `${found.given} in ${path} is no kernel`, help };
  return { ok: true, written };
}

function isDslKernel(value: unknown): value is DslKernel {
  return (
    typeof value === "object" &&
    value !== null &&
    "program" in value &&
    "params" in value &&
    "kernel" in value
  );
}
