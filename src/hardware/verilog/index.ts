/**
 * A Design as Verilog-2005, for people and for tools: the same text for the same design, names as in the circuit,
 * comments where it says what it came from. Nothing here is a latch: what is not a register is an assignment.
 *
 *     const text = printVerilog(design); // the top module last
 */
import type { Design, Expr, Instance, Module, Register } from "../netlist/nodes.ts";
import { settlingOrder } from "../netlist/order.ts";
import {
  assigned,
  constant,
  range,
  type Scope,
  spareWire,
  startScope,
  text,
  wholeWire,
} from "./expression.ts";
import { indent, oneLine, remark } from "./lines.ts";
import { declareMemory, memoryPorts, memoryWord } from "./memory.ts";
import { clock, moduleName, type Names, namesOf, reset } from "./names.ts";
import { printRegisters } from "./registers.ts";
import { unusedBits } from "./unused.ts";

export function printVerilog(design: Design): string {
  const printed: Printed = { signals: new Map(), names: new Map() };
  return [lint, ...design.modules.map((module) => printModule(module, printed))].join("\n");
}

/** Verilator wants each module in a file of its name. */
const lint = "/* verilator lint_off DECLFILENAME */\n";

/** What a module has besides its own ports: a module without registers has no clock. */
export interface Signals {
  readonly clock: boolean;
  readonly reset: boolean;
}

/** `known` remembers what was found, for modules that are used more than once. */
export function signalsOf(module: Module, known: Map<Module, Signals> = new Map()): Signals {
  const found = known.get(module);
  if (found !== undefined) return found;
  const inner = module.instances.map((instance) => signalsOf(instance.module, known));
  const synchronous = module.memories.some(
    ({ reads, writes }) => writes.length > 0 || reads.some(({ latency }) => latency === 1),
  );
  const signals = {
    clock: module.registers.length > 0 || synchronous || inner.some((one) => one.clock),
    reset: module.registers.some((register) => register.reset) || inner.some((one) => one.reset),
  };
  known.set(module, signals);
  return signals;
}

/** What is known of modules before, for each of many instances. */
interface Printed {
  readonly signals: Map<Module, Signals>;
  readonly names: Map<Module, Pick<Names, "inner" | "outputs">>; // of their ports
}

function printModule(module: Module, known: Printed): string {
  const signals = signalsOf(module, known.signals);
  const scope = startScope(namesOf(module));
  const wires = printWires(module, scope);
  scope.within = null;
  const instances = module.instances.map((instance) => printInstance(scope, instance, known));
  const memories = module.memories.map((memory) => memoryPorts(scope, memory));
  const registers = printRegisters(scope, module.registers);
  const outputs = printOutputs(module, scope);
  const paragraphs = [
    module.instances.flatMap((instance) => declareTaps(scope.names, instance)),
    module.registers.flatMap((register) => declareRegister(scope.names, register)),
    ...module.memories.map((memory) => declareMemory(scope.names, memory)),
    [...wires, ...takeExtra(scope)],
    ...instances,
    ...memories,
    registers,
    outputs,
    unusedBits(module, scope),
  ];
  return [
    ...(module.comment === undefined ? [] : [`// ${oneLine(module.comment)}`]),
    ...(module.apart === true ? ['(* keep_hierarchy = "yes" *)'] : []),
    `module ${moduleName(module)} (`,
    printPorts(module, scope.names, signals).join(",\n"),
    ");",
    ...paragraphs.filter((lines) => lines.length > 0).map((lines) => `\n${lines.map(indent).join("\n")}`),
    "endmodule\n",
  ].join("\n");
}

function printPorts(module: Module, names: Names, signals: Signals): readonly string[] {
  const registers = new Map(module.registers.map((register) => [register.name, register]));
  const reads = module.memories.flatMap((memory) => memory.reads.filter(({ latency }) => latency === 1));
  const latched = new Set(reads.map(({ data }) => data));
  const outputs = module.outputs.map(({ name, value }) => {
    const register = names.shown.has(name) ? registers.get(name) : undefined;
    const start = register === undefined ? "" : ` = ${constant(register.width, register.initial)}`;
    const held = register !== undefined || (names.shown.has(name) && latched.has(name));
    return `output ${held ? "reg " : "wire"} ${range(value.width)}${names.outputs.get(name)}${start}`;
  });
  return [
    ...(signals.clock ? [`input  wire ${clock}`] : []),
    ...(signals.reset ? [`input  wire ${reset}`] : []),
    ...module.inputs.map(({ name, width }) => `input  wire ${range(width)}${names.inner.get(name)}`),
    ...outputs,
  ].map(indent);
}

function declareTaps(names: Names, { outputs }: Instance): readonly string[] {
  return outputs
    .filter(({ name }) => !names.shown.has(name))
    .map(({ name, width }) => `wire ${range(width)}${names.inner.get(name)};`);
}

function declareRegister(names: Names, register: Register): readonly string[] {
  const { name, width, initial } = register;
  if (names.shown.has(name)) return [];
  return [`reg ${range(width)}${names.inner.get(name)} = ${constant(width, initial)};${remark(register)}`];
}

/** Wires and combinational reads, each after what it needs. */
function printWires(module: Module, scope: Scope): readonly string[] {
  const wires = new Map(module.wires.map((wire) => [wire.name, wire]));
  const reads = new Map(
    module.memories.flatMap((memory) => memory.reads.map((port) => [port.data, { memory, port }] as const)),
  );
  let group: string | undefined;
  return settlingOrder(module).names.flatMap((name) => {
    const wire = wires.get(name);
    scope.within = scope.names.inner.get(name) ?? null;
    if (wire !== undefined) {
      const value = assigned(scope, wire.value);
      const heading = wire.group === undefined || wire.group === group ? [] : [`// ${oneLine(wire.group)}`];
      group = wire.group;
      const line = `${target(scope, name, wire.value.width)} = ${value};${remark(wire)}`;
      return [...heading, ...takeExtra(scope), line];
    }
    const read = reads.get(name);
    if (read === undefined) return []; // an output of an instance
    group = undefined;
    const value = memoryWord(scope, read.memory, read.port.address);
    return [...takeExtra(scope), `${target(scope, name, read.memory.width)} = ${value};`];
  });
}

function target({ names }: Scope, name: string, width: number): string {
  const own = names.inner.get(name);
  return names.shown.has(name) ? `assign ${own}` : `wire ${range(width)}${own}`;
}

function takeExtra(scope: Scope): readonly string[] {
  return scope.extra
    .splice(0)
    .map(
      ({ name, width, text: value }) => `wire ${range(width)}${name}${value === null ? "" : ` = ${value}`};`,
    );
}

/** Yosys 0.23 stops at $unsigned($signed(x) >>> y) here: such a value gets a wire of its own. */
function argument(scope: Scope, value: Expr): string {
  const own = text(scope, value);
  return value.kind === "binary" && value.op === "sshr" ? wholeWire(scope, "shifted", value.width, own) : own;
}

function printInstance(scope: Scope, instance: Instance, known: Printed): readonly string[] {
  const { module, inputs, outputs } = instance;
  const ports = known.names.get(module) ?? namesOf(module);
  known.names.set(module, ports);
  const signals = signalsOf(module, known.signals);
  const taps = new Map(outputs.map(({ port, name }) => [port, scope.names.inner.get(name)]));
  const connections = [
    ...(signals.clock ? [`.${clock}(${clock})`] : []),
    ...(signals.reset ? [`.${reset}(${reset})`] : []),
    ...inputs.map(({ port, value }) => `.${ports.inner.get(port)}(${argument(scope, value)})`),
    ...module.outputs.map(({ name, value }) => {
      const wire = taps.get(name) ?? spareWire(scope, `${instance.name}_${name}`, value.width);
      return `.${ports.outputs.get(name)}(${wire})`;
    }),
  ];
  return [
    `${moduleName(module)} ${scope.names.inner.get(instance.name)} (${remark(instance)}`,
    ...connections.map((line, index) => indent(index < connections.length - 1 ? `${line},` : line)),
    ");",
  ];
}

function printOutputs(module: Module, scope: Scope): readonly string[] {
  return module.outputs
    .filter(({ name }) => !scope.names.shown.has(name))
    .map(({ name, value }) => `assign ${scope.names.outputs.get(name)} = ${assigned(scope, value)};`);
}
