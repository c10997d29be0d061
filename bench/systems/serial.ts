/**
 * Calls a second over the serial line of a board, simulated through its pins at the board's own rate: the first call, and later ones of
 * which one argument is new. Beside it what double buffering could give at most.
 *
 *     npm run bench:line
 */
import { readFileSync } from "node:fs";
import { kernelOf } from "../../src/call/run.ts";
import { argumentsFor } from "../../src/call/seeded.ts";
import { boardCircuit } from "../../src/driver/board.ts";
import { compileFile } from "../../src/driver/compile.ts";
import { simulate } from "../../src/hardware/simulate/index.ts";
import { unreadArrays } from "../../src/loops/analysis/coverage.ts";
import { baudFor, clockFor, dividerFor } from "../../src/system/serial/board.ts";
import { callBoard, connect } from "../../src/system/serial/host.ts";
import { simulatedLine } from "../../src/system/serial/simulated.ts";
import { serialSystem } from "../../src/system/serial/system.ts";
import { windowsOf } from "../../src/system/serial/windows.ts";

const programs = [
  ["popcount", "ulx3s-85f"],
  ["fir_fixed", "ulx3s-85f"],
  ["histogram", "ulx3s-85f"],
  ["knn", "ulx3s-85f"],
  ["smith_waterman", "ulx3s-85f"],
  ["cholesky", "ulx3s-85f"],
  ["sobel", "ulx3s-85f"],
] as const;

const quietMs = 20;
process.stdout.write(
  "program, board, kernel ms, first call ms, later calls ms, calls/s, double buffering at most\n",
);
for (const [name, boardName] of programs) {
  const path = `examples/${name}.py`;
  const compiled = compileFile({ path, text: readFileSync(path, "utf8") }, { args: new Map() });
  if (!compiled.ok) throw new Error(`${path} is refused`);
  try {
    const { board, made, loops, identity, clockMHz } = boardCircuit(compiled, { board: boardName });
    const { mhz } = clockFor(board, clockMHz);
    const { divider } = dividerFor(mhz, baudFor(board, mhz));
    const cyclesPerMs = mhz * 1000;
    const system = serialSystem(made.design, made.interface, {
      ...{ divider, identity, quiet: Math.round(cyclesPerMs * quietMs) },
    });
    const line = simulatedLine(await simulate(system), { divider, cyclesPerMs });
    const host = await connect(line, { windows: windowsOf(made.interface), identity, quietMs });
    const unread = new Set(unreadArrays(loops).map((one) => one.name));
    const timed = async (args: ReturnType<typeof argumentsFor>) => {
      const began = line.now();
      const { cycles } = await callBoard(host, made.interface, args, { unread });
      return { ms: line.now() - began, kernel: cycles / cyclesPerMs };
    };
    const [one, other] = [1, 2].map((seed) => argumentsFor(compiled.program, new Map(), seed));
    if (one === undefined || other === undefined) throw new Error("no arguments");
    const first = await timed(one);
    const fresh = kernelOf(compiled.program).params.find((param) => !unread.has(param.name))?.name ?? "";
    const value = other.get(fresh);
    const later = await timed(value === undefined ? one : new Map([...one, [fresh, value]]));
    const most = later.ms / Math.max(later.kernel, later.ms - later.kernel);
    const figures = [first.kernel, first.ms, later.ms, 1000 / later.ms].map((figure) =>
      figure.toPrecision(3),
    );
    process.stdout.write(`${[name, boardName, ...figures, `${most.toFixed(3)} x`].join(", ")}\n`);
  } catch (error) {
    process.stdout.write(
      `${name}, ${boardName}: ${error instanceof Error ? error.message : String(error)}\n`,
    );
  }
}
