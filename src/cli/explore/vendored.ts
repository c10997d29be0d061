/**
 * Packages that the explorer fetches when somebody asks for what they do: where their code begins, and all that may be
 * fetched of them. They are dependencies of Lutra already, so the page is packed without them, and `lutra explore` answers
 * with their files; `scripts/web.js --standalone` copies them for a web host.
 */
export interface Vendored {
  readonly modules: Readonly<Record<string, VendoredModule>>; // by what an import of it says
  readonly files: readonly string[]; // or folders
}

export interface VendoredModule {
  readonly path: string;
  readonly names: readonly string[]; // that it exports
}

export const vendored: Readonly<Record<string, Vendored>> = {
  highs: {
    modules: { highs: { path: "build/highs.mjs", names: ["default"] } },
    files: ["build/highs.mjs", "build/highs.wasm"],
  },
  "@yowasp/yosys": {
    modules: { "@yowasp/yosys": { path: "gen/bundle.js", names: ["runYosys"] } },
    files: ["gen"],
  },
  "@yowasp/nextpnr-ice40": {
    modules: {
      "@yowasp/nextpnr-ice40": { path: "gen/bundle.js", names: ["runNextpnrIce40", "runIcepack"] },
      "@yowasp/nextpnr-ice40/resources": {
        ...{ path: "gen/resources-nextpnr-ice40.js", names: ["modules", "filesystem"] },
      },
    },
    files: [
      ...["gen/bundle.js", "gen/resources-nextpnr-ice40.js"],
      ...["nextpnr-ice40", "icepack"].flatMap((name) =>
        ["", "2", "3", "4"].map((number) => `gen/${name}.core${number}.wasm`),
      ),
      ...["5k", "8k"].map((chip) => `gen/share/ice40/chipdb-${chip}.bin`), // of the boards that there are
    ],
  },
};
