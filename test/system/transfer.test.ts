/** What is told of copies is what goes over the line and over the bus. */
import { describe, expect, test } from "vitest";
import { type Board, boards, findBoard } from "../../src/device/board.ts";
import { bug } from "../../src/diagnostics/bug.ts";
import { simulate } from "../../src/hardware/simulate/index.ts";
import { synthesize } from "../../src/synthesis/index.ts";
import { axiSystem } from "../../src/system/axi/system.ts";
import { replyBytes, requestBytes } from "../../src/system/serial/frames.ts";
import { callBoard, connect, type Line } from "../../src/system/serial/host.ts";
import { simulatedLine } from "../../src/system/serial/simulated.ts";
import { serialSystem } from "../../src/system/serial/system.ts";
import { windowsOf } from "../../src/system/serial/windows.ts";
import { burstsOf, transferOf } from "../../src/system/transfer.ts";
import { loopsOf } from "../schedule/lowered.ts";
import { argumentsFor, scheduled } from "../schedule/scheduled.ts";
import { Bus } from "./axi/bus.ts";
import { callOverBus } from "./axi/called.ts";

const source = `
def kernel(a: "int16[700]", y: "int32[700]"):
    for i in range(700):
        y[i] = a[i] * 3
`;
const loops = scheduled(loopsOf(source), "");
const args = ["a", "y"];

function boardNamed(name: string): Board {
  const found = findBoard(name);
  return found.ok ? found.board : bug(found.message);
}

function made(family: "xc7" | "ice40") {
  const found = synthesize(loops, { target: { family, periodNs: 10 } });
  return found.ok ? found : bug("no circuit");
}

describe("bursts", () => {
  test("are as long as allowed, cross no boundary of 4 KiB, and are all of it", () => {
    expect(burstsOf(40, 8, 16)).toEqual([5]);
    expect(burstsOf(8 * 35, 8, 16)).toEqual([16, 16, 3]);
    expect(burstsOf(9000, 64, 256)).toEqual([64, 64, 13]);
  });

  test("that are told are those on the bus", async () => {
    const { design, interface: ports } = made("xc7");
    const system = axiSystem(design, ports, { args, width: 64, longestBurst: 16, outstanding: 8 });
    const bus = new Bus(
      await simulate(system.design),
      system.bundles,
      { seed: 1, stalls: 0, latency: 0 },
      [],
    );
    let next = 0n;
    const place = (): bigint => (next += 0x10000n);
    callOverBus(bus, { ports, registers: system.registers }, argumentsFor(loops, 1), place);
    const { copies, copying: seconds } = transferOf(boardNamed("pynq-z2"), ports, args, 100);
    expect(bus.bursts.length).toBe(copies.reduce((sum, { bursts }) => sum + bursts, 0));
    const beats = copies.reduce((sum, { bytesIn, bytesOut }) => sum + (bytesIn + bytesOut) / 8, 0);
    expect(beats).toBe((2 * 700 + 2 * 4 * 700) / 8);
    expect(seconds.least * 100e6).toBeGreaterThanOrEqual(beats);
  });
});

test("bytes that are told of a line go over it", async () => {
  const { design, interface: ports } = made("ice40");
  const [divider, quiet, cyclesPerMs, identity] = [4, 800, 400, 1n];
  const line = simulatedLine(await simulate(serialSystem(design, ports, { divider, quiet, identity })), {
    divider,
    cyclesPerMs,
  });
  let bytes = 0;
  const counted: Line = {
    ...line,
    send: (sent) => {
      bytes += sent.length;
      return line.send(sent);
    },
    receive: async (milliseconds) => {
      const heard = await line.receive(milliseconds);
      bytes += heard.length;
      return heard;
    },
  };
  const board = await connect(counted, { windows: windowsOf(ports), identity, quietMs: 2 });
  bytes = 0;
  await callBoard(board, ports, argumentsFor(loops, 1));
  const told = transferOf(boardNamed("icebreaker"), ports, args, 24);
  const copied = told.copying.most * 1e5;
  const rest = bytes - copied; // the start, its answer, the end, and the cycles
  expect(rest).toBeGreaterThan(0);
  expect(rest).toBeLessThan(5 * (requestBytes + replyBytes + 32));
});

test("a board's memory or line has a rate, and copies take longer where a controller gives less", () => {
  for (const board of boards) {
    const { GBs, copying: seconds } = transferOf(board, made("xc7").interface, args, board.clockMHz);
    expect(GBs.least, board.name).toBeGreaterThan(0);
    expect(seconds.most, board.name).toBeGreaterThanOrEqual(seconds.least);
  }
  const { GBs } = transferOf(boardNamed("alveo_u250"), made("xc7").interface, args, 300);
  expect(GBs.least / GBs.most).toBeCloseTo(0.75 / 0.97, 6);
});
