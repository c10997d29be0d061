/** The circuit of a kernel with AXI around it: Verilog, its registers, and scripts that package it for Vivado and Vitis. */
import { unheardPragmas } from "../backend/c/pragmas/place.ts";
import type { Board } from "../device/board.ts";
import type { Part } from "../device/part.ts";
import { closest } from "../diagnostics/closest.ts";
import { Diagnosed } from "../diagnostics/diagnosed.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { Failure } from "../diagnostics/failure.ts";
import type { KernelInterface } from "../hardware/interface.ts";
import { clockFiles } from "../hardware/verilog/constraints.ts";
import { printVerilog } from "../hardware/verilog/index.ts";
import { moduleName } from "../hardware/verilog/names.ts";
import { readsWhatWasThere, writesWhole } from "../loops/analysis/coverage.ts";
import type { Loops } from "../loops/nodes.ts";
import { printStep } from "../schedule/print.ts";
import { toldInTurn } from "../synthesis/in_turn.ts";
import { type Synthesized, synthesize } from "../synthesis/index.ts";
import { wishesUnmet } from "../synthesis/wishes.ts";
import { copiesOf } from "../system/axi/bundle.ts";
import { crossingXdc } from "../system/axi/crossing.ts";
import { registersHeader, registersJson } from "../system/axi/describe.ts";
import { elementBytes } from "../system/axi/elements.ts";
import { shellName, shellVerilog } from "../system/axi/shell.ts";
import { type AxiSystem, axiSystem, widestBeat } from "../system/axi/system.ts";
import { kernelXml, packageIpTcl, packageXoTcl } from "../system/axi/vivado.ts";
import { identityOf } from "../system/identity.ts";
import { printType } from "../types/print.ts";
import { array } from "../types/types.ts";
import { type Bus, busOf } from "./bus.ts";
import { type Compiled, toLoops } from "./compile.ts";
import { boardOf, cyclesText, parseClock, predictedJson, targetJson, targetOf } from "./device.ts";
import type { Built, FormOptions } from "./forms.ts";
import { refuseLarge } from "./on_chip.ts";
import { type Passing, passingOf } from "./passing.ts";
import { roomFor } from "./room.ts";
import { type CircuitLoops, chosenText, circuitLoops } from "./schedule.ts";

/** A kernel on AXI, before anything is printed. */
export interface AxiCircuit {
  readonly name: string; // of its top
  readonly board: Board;
  readonly part: Part;
  readonly target: ReturnType<typeof targetOf>["target"];
  readonly loops: Loops;
  readonly chosen: CircuitLoops["chosen"];
  readonly made: Synthesized;
  readonly passing: Passing;
  readonly system: AxiSystem;
  readonly identity: bigint;
  readonly room: readonly Diagnostic[];
}

export function axiCircuit(compiled: Compiled, options: FormOptions): AxiCircuit {
  const board = boardOf(compiled, options);
  const { part, target } = targetOf(compiled, options);
  const { loops, chosen, known } = circuitLoops(compiled, options);
  const made = synthesize(loops, { target }, known);
  if (!made.ok) throw new Diagnosed(compiled.program.source, made.diagnostics);
  const room = roomFor(made, part);
  if (room.some(({ severity }) => severity === "error")) throw new Diagnosed(compiled.program.source, room);
  const { design, interface: ports } = made;
  const bus = busOf(compiled, board, options);
  refuseUnfit(ports, bus, options);
  const passing = axiPassing(made, board, bus);
  refuseLarge(made, { name: part.name, part }, passing.streamed);
  const identity = identityOf(printVerilog(design)); // of the kernel: how wide its bus is does not matter to hosts
  const system = axiSystem(design, ports, {
    args: loops.params.map((param) => param.name),
    fresh: freshIn(loops, compiled),
    ...{ outstanding, identity, bundles: passing.bundles, streamed: passing.streamed },
    ...{ longestBurst: bus.longestBurst, width: beatOf(made, bus) },
  });
  const name = shellName(moduleName(design.top));
  return { name, board, part, target, loops, chosen, made, passing, system, identity, room };
}

/** Which arrays pass as streams on a board. */
export function axiPassing(made: Synthesized, board: Board, bus: Bus): Passing {
  return passingOf(made, {
    ...{ width: beatOf(made, bus), bundles: bus.bundles },
    mostMasters: board.host === "zynq" && board.processor === "zynq7" ? 4 : 8, // ports HP0 to HP3 (UG585, 5.1)
  });
}

/** Bits of a beat: no less than those of an element. */
function beatOf({ interface: { arrays } }: Synthesized, { width }: Bus): number {
  return Math.max(width, ...arrays.map(({ element }) => 8 * elementBytes(element)));
}

export function axi(compiled: Compiled, options: FormOptions): Built {
  const circuit = axiCircuit(compiled, options);
  const { name, board, part, target, loops, chosen, made, passing, system, identity, room } = circuit;
  const { interface: ports, prediction } = made;
  const isVendors = part.family === "xc7" || part.family === "xcup";
  const copies = copyCycles(system);
  const busMHz = options.busClock === undefined ? null : parseClock(options.busClock, "--bus-clock");
  const kernelMHz = 1000 / target.periodNs;
  const { least, most } = prediction;
  return {
    main: `${name}.v`,
    files: new Map([
      [
        `${name}.v`,
        `${printVerilog(system.design)}\n${shellVerilog(name, system, ports, { crosses: busMHz !== null })}`,
      ],
      [
        "registers.json",
        registersJson(name, system, ports, {
          ...{ identity, clockMHz: 1000 / target.periodNs, mostCycles: most },
          args: loops.params.map((one) => ({
            name: one.name,
            type: one.kind === "scalar" ? one.type : array(one.element, one.shape),
          })),
        }),
      ],
      [`${name}.h`, registersHeader(name, system)],
      ...(busMHz === null ? [] : [[`${name}.xdc`, crossingXdc(busMHz, kernelMHz)] as const]),
      ...clockFiles(
        name,
        busMHz === null
          ? [{ port: "ap_clk", mhz: kernelMHz }]
          : [
              { port: "ap_clk", mhz: busMHz },
              { port: "ap_clk_2", mhz: kernelMHz },
            ],
      ),
      ...(isVendors ? vendorFiles(name, system, ports, { part: part.name, crosses: busMHz !== null }) : []),
    ]),
    diagnostics: [...unheardPragmas(loops, "circuits"), ...toldInTurn(loops), ...wishesUnmet(made), ...room],
    ...(isVendors
      ? {
          steps: [
            `vivado -mode batch -source ${board.host === "card" ? "package_xo.tcl" : "package_ip.tcl"}`,
          ],
        }
      : {}),
    notes: [
      least === most ? cyclesText(least, target) : `${least} cycles and more`,
      `copies take ${copies.before} cycles before a call and ${copies.after} after it, or more where memory is slower`,
      ...(busMHz === null
        ? []
        : [`the bus runs on ap_clk, at ${busMHz} MHz, and the kernel on ap_clk_2, at ${kernelMHz} MHz`]),
      ...passingNotes(passing),
      ...(chosen === null ? [] : [chosenText(chosen)]),
    ],
    facts: {
      part: part.name,
      ...targetJson(target),
      ...(busMHz === null ? {} : { busMHz }),
      predicted: predictedJson(prediction),
      copies,
      streamed: [...passing.streamed.keys()],
      copied: Object.fromEntries(passing.copied),
      bundles: system.bundles.map(({ name: own, width, arrays }) => ({
        name: own,
        width,
        arrays: arrays.map(({ array }) => array.name),
      })),
      ...(chosen === null ? {} : { schedule: chosen.map(printStep) }),
    },
  };
}

function passingNotes({ streamed, copied }: Passing): readonly string[] {
  const streams = streamed.size === 0 ? [] : [`streams while it runs: ${[...streamed.keys()].join(", ")}`];
  return [...streams, ...[...copied].map(([name, why]) => `${name} is copied: ${why}`)];
}

/**
 * Arguments that a call overwrites, whatever was in them. A schedule changes nothing of that, but may make it hard to see: it is enough
 * where the loops as written show it.
 */
export function freshIn(loops: Loops, compiled?: Compiled): ReadonlySet<string> {
  const asWritten = compiled === undefined ? null : toLoops(compiled);
  const names = (all: Loops): readonly string[] =>
    all.params.flatMap((one) =>
      one.kind === "array" && writesWhole(all, one) && !readsWhatWasThere(all, one) ? [one.name] : [],
    );
  return new Set([...names(loops), ...(asWritten?.ok === true ? names(asWritten.loops) : [])]);
}

function vendorFiles(
  name: string,
  system: AxiSystem,
  ports: KernelInterface,
  options: { readonly part: string; readonly crosses: boolean },
): readonly (readonly [string, string])[] {
  return [
    ["package_ip.tcl", packageIpTcl(name, system, ports, options)],
    ["package_xo.tcl", packageXoTcl(name)],
    ["kernel.xml", kernelXml(name, system, ports)],
  ];
}

/** Requests under way: a port of Zynq-7000 takes 8 (UG585, table 5-1). */
const outstanding = 8;

function refuseUnfit({ arrays }: KernelInterface, { bundles }: Bus, { interfaces = {} }: FormOptions): void {
  const stream = Object.entries(interfaces).find(([, how]) => how === "axis");
  if (stream !== undefined)
    throw new Failure(`--interface ${stream[0]}=axis: in a circuit the schedule makes streams`, {
      help: `write \`stream ${stream[0]}\` in a schedule`,
    });
  const names = arrays.filter((one) => one.stream === null).map(({ name }) => name);
  for (const [name, bundle] of bundles) {
    if (!/^[A-Za-z]\w*$/.test(bundle))
      throw new Failure(`${name}=m_axi:${bundle}: that is no name in Verilog`);
    if (names.includes(name)) continue;
    const meant = closest(name, names);
    throw new Failure(`${name}=m_axi:${bundle}: there is no array ${name} in memory`, {
      ...(meant === null ? {} : { help: `did you mean ${meant}?` }),
    });
  }
  const wide = arrays.find(({ element }) => 8 * elementBytes(element) > widestBeat);
  if (wide !== undefined)
    throw new Failure(
      `elements of \`${wide.name}\` are ${printType(wide.element)}, and a beat of AXI has ${widestBeat} bits here`,
    );
}

/** Where memory gives and takes a beat in every cycle; what requests add is not counted. */
function copyCycles({ bundles }: AxiSystem): { readonly before: number; readonly after: number } {
  const longest = (isMeant: (one: ReturnType<typeof copiesOf>[number]) => boolean): number =>
    Math.max(
      0,
      ...bundles.map((bundle) =>
        copiesOf(bundle)
          .filter(isMeant)
          .reduce((sum, { beats, steps }) => sum + Math.max(beats, steps), 0),
      ),
    );
  return { before: longest(({ isLoaded }) => isLoaded), after: longest(({ isStored }) => isStored) };
}
