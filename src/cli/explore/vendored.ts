/**
 * Packages that the explorer fetches when somebody asks for what they do: where their code begins, and all that may be
 * fetched of them. They are dependencies of Lutra already, so the page is packed without them, and `lutra explore` answers
 * with their files; `scripts/web.js --standalone` copies them for a web host.
 */
export interface Vendored {
  readonly main: string;
  readonly files: readonly string[]; // or folders
}

export const vendored: Readonly<Record<string, Vendored>> = {
  binaryen: { main: "index.js", files: ["index.js"] },
  highs: { main: "build/highs.mjs", files: ["build/highs.mjs", "build/highs.wasm"] },
  "@yowasp/yosys": { main: "gen/bundle.js", files: ["gen"] },
};
