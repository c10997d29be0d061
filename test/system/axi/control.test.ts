/** The registers of a kernel: where Vitis HLS has them, and what they do. */
import { describe, expect, test } from "vitest";
import { simulate } from "../../../src/hardware/simulate/index.ts";
import { synthesize } from "../../../src/synthesis/index.ts";
import { type AxiSystem, axiSystem } from "../../../src/system/axi/system.ts";
import { loopsOf } from "../../schedule/lowered.ts";
import { Bus } from "./bus.ts";

const source = `
def kernel(n: "int32", a: "float32[4]", k: "int64", s: "int8", b: "int16[3]"):
    for i in range(3):
        b[i] = s
    return n + 1, k
`;

function systemOf(text: string): AxiSystem {
  const loops = loopsOf(text);
  const made = synthesize(loops, { target: { family: "xc7", periodNs: 10 } });
  if (!made.ok) throw new Error(made.diagnostics.map(({ message }) => message).join("; "));
  const args = loops.params.map(({ name }) => name);
  return axiSystem(made.design, made.interface, { args, width: 32, longestBurst: 16, outstanding: 2 });
}

test("registers lie where Vitis HLS puts them, in the order of the call", () => {
  const { registers } = systemOf(source);
  expect(registers.map(({ name, offset, width, access }) => [name, offset, width, access])).toEqual([
    ["n", 0x10, 32, "write"],
    ["a", 0x18, 64, "write"],
    ["k", 0x24, 64, "write"],
    ["s", 0x30, 8, "write"],
    ["b", 0x38, 64, "write"],
    ["return_0", 0x44, 32, "read"],
    ["return_1", 0x4c, 64, "read"],
    ["call_status", 0x58, 32, "read"],
    ["call_cycles", 0x60, 64, "read"],
    ["circuit_identity", 0x6c, 64, "read"],
  ]);
});

describe("calls", () => {
  const add = `
def kernel(n: "int32"):
    return n + 1
`;
  const started = async (stalls: number): Promise<Bus> => {
    const { design, bundles } = systemOf(add);
    return new Bus(await simulate(design), bundles, { seed: 3, stalls, latency: 5 });
  };
  const offsets = { n: 0x10, result: 0x18, valid: 0x1c };

  test.each([0, 50])(
    "start, done until it is read, idle; a result and its flag; %i of 100 cycles wait",
    async (stalls) => {
      const bus = await started(stalls);
      expect(bus.read(0)).toBe(4n); // idle
      bus.write(offsets.n, 41n);
      bus.write(0, 1n);
      for (let wait = 0; wait < 40; wait++) bus.cycle();
      expect(bus.read(offsets.valid)).toBe(1n);
      expect(bus.read(offsets.valid)).toBe(0n);
      expect(bus.read(0)).toBe(0xen); // done, idle, ready
      expect(bus.read(0)).toBe(4n);
      expect(bus.read(offsets.result)).toBe(42n);
    },
  );

  test("strobes choose bytes, what is not there is 0 and takes nothing", async () => {
    const bus = await started(50);
    bus.write(offsets.n, 0x1122_3344n);
    bus.write(offsets.n, 0xaabb_ccddn, 0b0110n);
    expect(bus.read(offsets.n)).toBe(0x11bb_cc44n);
    bus.write(0x14, 5n);
    expect(bus.read(0x14)).toBe(0n);
    expect(bus.read(0x3c)).toBe(0n);
    bus.write(0, 1n, 0b1110n);
    expect(bus.read(0)).toBe(4n);
  });

  test("an interrupt is up from the end of a call until it is toggled away", async () => {
    const { design, bundles } = systemOf(add);
    const circuit = await simulate(design);
    const bus = new Bus(circuit, bundles, { seed: 3, stalls: 0, latency: 0 });
    const runs = (): void => {
      bus.write(0, 1n);
      for (let wait = 0; wait < 40; wait++) bus.cycle();
    };
    runs();
    expect(circuit.get("interrupt")).toBe(0n);
    bus.write(0x04, 1n);
    bus.write(0x08, 1n);
    runs();
    expect(circuit.get("interrupt")).toBe(1n);
    expect(bus.read(0x0c)).toBe(1n);
    bus.write(0x0c, 1n);
    expect(circuit.get("interrupt")).toBe(0n);
    bus.write(0x0c, 2n);
    expect(bus.read(0x0c)).toBe(2n); // a 1 toggles
  });

  test("auto restart calls again and again, until it is taken back", async () => {
    const bus = await started(0);
    bus.write(0, 0x81n);
    for (let wait = 0; wait < 100; wait++) bus.cycle();
    expect(bus.read(0) & 0x85n).toBe(0x81n);
    bus.write(offsets.n, 7n);
    bus.write(0, 0n);
    for (let wait = 0; wait < 40; wait++) bus.cycle();
    expect(bus.read(0) & 0x85n).toBe(4n);
    expect(bus.read(offsets.result)).toBe(8n);
  });
});
