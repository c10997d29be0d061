/**
 * A memory and a host on AXI, for tests: they stall as a seed says, and fail where a master or a slave breaks a rule of the protocol
 * (AXI4, A3: what is valid stays until it is taken; bursts stay in 4 KiB; WLAST is the last of a burst).
 */
import { expect } from "vitest";
import type { Simulation } from "../../../src/hardware/simulate/simulation.ts";
import type { Bundle } from "../../../src/system/axi/bundle.ts";
import { rng } from "../../schedule/random.ts";

export interface BusOptions {
  readonly seed: number;
  readonly stalls: number; // of 100 cycles, those in which a channel waits
  readonly latency: number; // cycles until a request is answered, at most
  readonly response?: (address: bigint, isWrite: boolean) => number; // 0: OKAY, 2: SLVERR, 3: DECERR
}

export interface Burst {
  readonly isWrite: boolean;
  readonly address: bigint;
  readonly beats: number;
}

interface UnderWay extends Burst {
  at: number; // beats that have passed
  readonly due: number; // the cycle of its answer
}

type Held = Map<string, bigint>;

export class Bus {
  readonly memory = new Map<bigint, number>(); // bytes; what is not there is 0xa5
  readonly bursts: Burst[] = [];
  readonly streams: StreamModel[];
  cycles = 0;
  mostUnderWay = 0;
  private readonly pick: (below: number) => number;
  private readonly ports: readonly MasterModel[];
  private readonly circuit: Simulation;
  private readonly options: BusOptions;

  constructor(
    circuit: Simulation,
    bundles: readonly Bundle[],
    options: BusOptions,
    streams: readonly StreamEnd[] = [],
  ) {
    this.circuit = circuit;
    this.streams = streams.map((end) => new StreamModel(this, circuit, end));
    this.options = options;
    this.pick = rng(options.seed);
    this.ports = bundles.map((bundle) => new MasterModel(this, circuit, bundle, options));
    circuit.setReset(true);
    circuit.step();
    circuit.setReset(false);
  }

  goes(): boolean {
    return this.pick(100) >= this.options.stalls;
  }

  delay(): number {
    return this.pick(this.options.latency + 1);
  }

  /** One clock: inputs are set, outputs looked at, and what follows from both. */
  cycle(): void {
    const models = [...this.ports, ...this.streams];
    for (const port of models) port.drive();
    for (const port of models) port.look();
    this.circuit.step();
    this.cycles++;
  }

  byte(address: bigint): number {
    return this.memory.get(address) ?? 0xa5;
  }

  put(address: bigint, bytes: Uint8Array): void {
    for (const [at, byte] of bytes.entries()) this.memory.set(address + BigInt(at), byte);
  }

  take(address: bigint, count: number): Uint8Array {
    return Uint8Array.from({ length: count }, (_, at) => this.byte(address + BigInt(at)));
  }

  /** Address and data come in any order. */
  write(offset: number, value: bigint, strobes = 0xfn): void {
    const { circuit } = this;
    const control = (port: string): string => `s_axi_control_${port}`;
    const waiting = new Set(["AW", "W"]);
    const starts = new Map([...waiting].map((channel) => [channel, this.cycles + this.delay()]));
    circuit.set(control("AWADDR"), BigInt(offset));
    circuit.set(control("WDATA"), value);
    circuit.set(control("WSTRB"), strobes);
    for (let isAnswered = false; !isAnswered; ) {
      for (const [channel, start] of starts)
        circuit.set(control(`${channel}VALID`), waiting.has(channel) && this.cycles >= start ? 1n : 0n);
      const ready = this.goes();
      circuit.set(control("BREADY"), ready ? 1n : 0n);
      for (const [channel, start] of starts)
        if (this.cycles >= start && circuit.get(control(`${channel}READY`)) === 1n) waiting.delete(channel);
      isAnswered = ready && circuit.get(control("BVALID")) === 1n;
      if (isAnswered) expect(waiting.size, "answered before all was there").toBe(0);
      this.cycle();
    }
    circuit.set(control("BREADY"), 0n);
  }

  read(offset: number): bigint {
    const { circuit } = this;
    const control = (port: string): string => `s_axi_control_${port}`;
    circuit.set(control("ARADDR"), BigInt(offset));
    circuit.set(control("ARVALID"), 1n);
    while (circuit.get(control("ARREADY")) === 0n) this.cycle();
    this.cycle();
    circuit.set(control("ARVALID"), 0n);
    for (;;) {
      const ready = this.goes();
      circuit.set(control("RREADY"), ready ? 1n : 0n);
      const isThere = circuit.get(control("RVALID")) === 1n;
      const value = circuit.get(control("RDATA"));
      this.cycle();
      if (!ready || !isThere) continue;
      circuit.set(control("RREADY"), 0n);
      return value;
    }
  }
}

export interface StreamEnd {
  readonly name: string;
  readonly isSent: boolean; // by us
}

export interface StreamWord {
  readonly data: bigint;
  readonly last: boolean;
}

/** The other end of a stream. */
export class StreamModel {
  readonly words: StreamWord[] = []; // to be sent, or that came
  readonly name: string;
  private readonly isSent: boolean;
  private isUp = false;
  private held: StreamWord | null = null;
  private readonly bus: Bus;
  private readonly circuit: Simulation;

  constructor(bus: Bus, circuit: Simulation, { name, isSent }: StreamEnd) {
    this.bus = bus;
    this.circuit = circuit;
    this.name = name;
    this.isSent = isSent;
  }

  drive(): void {
    const [word] = this.words;
    if (!this.isSent) {
      this.isUp = this.bus.goes();
      this.circuit.set(`${this.name}_TREADY`, this.isUp ? 1n : 0n);
      return;
    }
    this.isUp = word !== undefined && (this.isUp || this.bus.goes());
    this.circuit.set(`${this.name}_TVALID`, this.isUp ? 1n : 0n);
    this.circuit.set(`${this.name}_TDATA`, word?.data ?? 0n);
    this.circuit.set(`${this.name}_TLAST`, word?.last === true ? 1n : 0n);
  }

  look(): void {
    if (this.isSent) {
      if (!this.isUp || this.circuit.get(`${this.name}_TREADY`) === 0n) return;
      this.words.shift();
      this.isUp = false;
      return;
    }
    const isThere = this.circuit.get(`${this.name}_TVALID`) === 1n;
    const data = this.circuit.get(`${this.name}_TDATA`);
    const word = isThere ? { data, last: this.circuit.get(`${this.name}_TLAST`) === 1n } : null;
    if (this.held !== null) expect(word, this.name).toEqual(this.held);
    this.held = this.isUp ? null : word;
    if (word !== null && this.isUp) this.words.push(word);
  }
}

const boundary = 4096n;

/** The slave of one master. */
class MasterModel {
  private readonly reads: UnderWay[] = [];
  private readonly writes: UnderWay[] = []; // whose data are not all there
  private readonly answers: UnderWay[] = [];
  private held: Held = new Map();
  private readonly driven = new Map<string, bigint>();
  private readonly beats: { readonly data: bigint; readonly strobes: bigint; readonly last: boolean }[] = [];
  private readonly bus: Bus;
  private readonly circuit: Simulation;
  private readonly bundle: Bundle;
  private readonly options: BusOptions;

  constructor(bus: Bus, circuit: Simulation, bundle: Bundle, options: BusOptions) {
    this.bus = bus;
    this.circuit = circuit;
    this.bundle = bundle;
    this.options = options;
  }

  drive(): void {
    const { bus } = this;
    const isThere = (list: readonly UnderWay[], valid: string): boolean =>
      list[0] !== undefined && bus.cycles >= list[0].due && (this.driven.get(valid) === 1n || bus.goes());
    const bytes = BigInt(this.bundle.width / 8);
    const [read] = this.reads;
    const sends = isThere(this.reads, "RVALID");
    this.set("RVALID", sends);
    if (read !== undefined && sends) {
      const address = read.address + BigInt(read.at) * bytes;
      const beat = bus
        .take(address, Number(bytes))
        .reduceRight((word, byte) => (word << 8n) | BigInt(byte), 0n);
      this.put("RDATA", beat);
      this.put("RRESP", BigInt(this.options.response?.(address, false) ?? 0));
      this.set("RLAST", read.at === read.beats - 1);
    }
    const [answer] = this.answers;
    const tells = isThere(this.answers, "BVALID");
    this.set("BVALID", tells);
    if (answer !== undefined) this.put("BRESP", BigInt(this.options.response?.(answer.address, true) ?? 0));
    for (const ready of ["ARREADY", "AWREADY", "WREADY"]) this.set(ready, bus.goes());
  }

  look(): void {
    this.keepsItsWord();
    const passes = (channel: string): boolean => this.isUp(`${channel}VALID`) && this.isUp(`${channel}READY`);
    if (passes("R")) {
      const read = this.reads[0];
      if (read !== undefined && ++read.at === read.beats) this.reads.shift();
      this.driven.set("RVALID", 0n);
    }
    if (passes("B")) {
      this.answers.shift();
      this.driven.set("BVALID", 0n);
    }
    if (passes("AR")) this.reads.push(this.request("AR"));
    if (passes("AW")) this.writes.push(this.request("AW"));
    if (passes("W")) {
      expect(this.writes.length > 0 || this.isUp("AWVALID"), "data before their request").toBe(true);
      this.beats.push({ data: this.get("WDATA"), strobes: this.get("WSTRB"), last: this.isUp("WLAST") });
    }
    this.store();
    this.bus.mostUnderWay = Math.max(
      this.bus.mostUnderWay,
      this.reads.length + this.writes.length + this.answers.length,
    );
  }

  private store(): void {
    for (;;) {
      const [write] = this.writes;
      const beat = write === undefined ? undefined : this.beats.shift();
      if (write === undefined || beat === undefined) return;
      const bytes = this.bundle.width / 8;
      const address = write.address + BigInt(write.at * bytes);
      const isBad = (this.options.response?.(write.address, true) ?? 0) > 0;
      for (let at = 0; at < bytes && !isBad; at++)
        if (((beat.strobes >> BigInt(at)) & 1n) === 1n)
          this.bus.memory.set(address + BigInt(at), Number((beat.data >> BigInt(8 * at)) & 0xffn));
      write.at++;
      expect(beat.last, `WLAST in beat ${write.at} of ${write.beats}`).toBe(write.at === write.beats);
      if (beat.last) this.answers.push(...this.writes.splice(0, 1));
    }
  }

  private request(channel: "AR" | "AW"): UnderWay {
    const [address, beats] = [this.get(`${channel}ADDR`), Number(this.get(`${channel}LEN`)) + 1];
    const bytes = BigInt(this.bundle.width / 8);
    expect(beats).toBeLessThanOrEqual(this.bundle.longestBurst);
    expect(address % bytes, "an aligned address").toBe(0n);
    const last = address + BigInt(beats) * bytes - 1n;
    expect(last / boundary, `a burst of ${beats} at ${address.toString(16)}`).toBe(address / boundary);
    const burst = { isWrite: channel === "AW", address, beats };
    this.bus.bursts.push(burst);
    return { ...burst, at: 0, due: this.bus.cycles + 1 + this.bus.delay() };
  }

  /** What was valid and not taken is still there, as it was. */
  private keepsItsWord(): void {
    for (const [name, value] of this.held) expect(this.get(name), name).toBe(value);
    this.held = new Map();
    for (const [channel, payload] of Object.entries({
      AR: ["ADDR", "LEN"],
      AW: ["ADDR", "LEN"],
      W: ["DATA", "STRB", "LAST"],
    })) {
      if (!this.isUp(`${channel}VALID`) || this.isUp(`${channel}READY`)) continue;
      for (const part of ["VALID", ...payload]) this.held.set(channel + part, this.get(channel + part));
    }
  }

  private get(port: string): bigint {
    return this.driven.get(port) ?? this.circuit.get(`m_axi_${this.bundle.name}_${port}`);
  }

  private isUp(port: string): boolean {
    return this.get(port) === 1n;
  }

  private set(port: string, up: boolean): void {
    this.put(port, up ? 1n : 0n);
  }

  private put(port: string, value: bigint): void {
    this.driven.set(port, value);
    this.circuit.set(`m_axi_${this.bundle.name}_${port}`, value);
  }
}
