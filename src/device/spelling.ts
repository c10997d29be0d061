/** Names of boards and parts as people write them: case, `-` and `_` do not matter. */
import { closest } from "../diagnostics/closest.ts";

export function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[-_ ]/g, "");
}

/** The name that resembles it most. */
export function meantBy(name: string, names: readonly string[]): string | null {
  const plain = closest(plainName(name), names.map(plainName));
  return names.find((one) => plainName(one) === plain) ?? null;
}
