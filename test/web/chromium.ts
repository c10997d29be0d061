/** Where Chromium is; null: there is none. */
import { spawnSync } from "node:child_process";

/** Debian's packages are `chromium-headless-shell` and `chromium`. */
export function browserPath(): string | null {
  const names = ["chromium-headless-shell", "chromium"];
  const found = names.find((name) => spawnSync(name, ["--version"]).status === 0);
  if (found === undefined && process.env.LUTRA_TOOLS === "required") throw new Error("there is no Chromium");
  return found === undefined ? null : spawnSync("which", [found], { encoding: "utf8" }).stdout.trim();
}
