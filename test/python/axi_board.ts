/**
 * A board for the stand-ins of `pynq` and `pyxrt` (test/python/standins): our simulation of a kernel on AXI behind a socket. A request
 * is a line of JSON, and so is its answer.
 *
 *     {"load": {"text": …, "kernel": …, "board": …}}      a bitstream: the circuit that `build --to axi` makes of it
 *     {"write": [offset, value]}  {"read": offset}         registers
 *     {"put": [address, hex]}  {"take": [address, count]}  memory
 *     {"cycles": count}                                    time passes; answers whether the interrupt is up
 *     {"refuse": "reads" | "writes" | null}                memory answers SLVERR
 */
import { createServer, type Socket } from "node:net";
import { createInterface } from "node:readline";
import { axiCircuit } from "../../src/driver/axi.ts";
import { compile } from "../../src/driver/compile.ts";
import { simulate } from "../../src/hardware/simulate/index.ts";
import type { Simulation } from "../../src/hardware/simulate/simulation.ts";
import { Bus } from "../system/axi/bus.ts";
import { streamEnds } from "../system/axi/called.ts";

interface Request {
  readonly load?: { readonly text: string; readonly kernel: string; readonly board: string };
  readonly write?: readonly [number, number];
  readonly read?: number;
  readonly put?: readonly [number, string];
  readonly take?: readonly [number, number];
  readonly cycles?: number;
  readonly refuse?: "reads" | "writes" | null;
}

export interface ServedBoard {
  readonly port: number;
  readonly close: () => Promise<void>;
}

export async function serveBoard(): Promise<ServedBoard> {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket.on("close", () => open.delete(socket)));
    void talk(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      for (const socket of open) socket.destroy();
      server.close(() => resolve());
    });
  return { port, close };
}

async function talk(socket: Socket): Promise<void> {
  const board = new Board();
  for await (const line of createInterface({ input: socket })) {
    const answer = await board.answer(JSON.parse(line) as Request).catch((error: unknown) => ({
      error: error instanceof Error ? error.message : String(error),
    }));
    socket.write(`${JSON.stringify(answer)}\n`);
  }
}

class Board {
  private bus: Bus | null = null;
  private circuit: Simulation | null = null;
  private refuses: Request["refuse"] = null;

  async answer(request: Request): Promise<Readonly<Record<string, unknown>>> {
    if (request.load !== undefined) return this.load(request.load);
    const { bus, circuit } = this;
    if (bus === null || circuit === null) throw new Error("no bitstream is loaded");
    if (request.write !== undefined) bus.write(request.write[0], BigInt(request.write[1]));
    if (request.put !== undefined) bus.put(BigInt(request.put[0]), Buffer.from(request.put[1], "hex"));
    if (request.refuse !== undefined) this.refuses = request.refuse;
    for (let at = 0; at < (request.cycles ?? 0); at++) bus.cycle();
    const taken = request.take === undefined ? [] : bus.take(BigInt(request.take[0]), request.take[1]);
    return {
      value: request.read === undefined ? 0 : Number(bus.read(request.read)),
      hex: Buffer.from(taken).toString("hex"),
      interrupt: circuit.get("interrupt") === 1n,
      bursts: bus.bursts.length,
    };
  }

  private async load({ text, kernel, board }: NonNullable<Request["load"]>): Promise<{ module: string }> {
    const compiled = compile({ path: "kernels.py", text }, { kernel });
    if (!compiled.ok) throw new Error(compiled.diagnostics.map(({ message }) => message).join("; "));
    const { name, system, made } = axiCircuit(compiled, { board });
    const circuit = await simulate(system.design);
    const response = (_: bigint, isWrite: boolean): number =>
      this.refuses === (isWrite ? "writes" : "reads") ? 2 : 0;
    this.circuit = circuit;
    this.bus = new Bus(
      circuit,
      system.bundles,
      { seed: 1, stalls: 20, latency: 8, response },
      streamEnds(made.interface),
    );
    return { module: name };
  }
}
