/** A module of the user's own, loaded: kernels written in TypeScript. Its code runs in this process. */
import { register } from "node:module";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

export async function loadModule(path: string): Promise<Readonly<Record<string, unknown>>> {
  register(new URL("../outside/typescript_hooks.js", import.meta.url));
  return (await import(pathToFileURL(resolve(path)).href)) as Readonly<Record<string, unknown>>;
}
