/**
 * Memories in the shape that synthesizers know: an array, one `always` a port. Ports that read and write at one
 * address stand together, which is what makes a true dual-port block RAM. Reads give the old word.
 */
import { bug } from "../../diagnostics/bug.ts";
import type { Expr, Memory } from "../netlist/nodes.ts";
import { constant, indexText, range, type Scope, text } from "./expression.ts";
import { guarded, indent, remark } from "./lines.ts";
import { clock, type Names } from "./names.ts";

export function declareMemory(names: Names, memory: Memory): readonly string[] {
  const { name, width, depth, reads } = memory;
  const latched = reads.filter(({ data, latency }) => latency === 1 && !names.shown.has(data));
  return [
    `${styleOf(memory)}reg ${range(width)}${names.inner.get(name)} [0:${depth - 1}];${remark(memory)}`,
    ...latched.map(({ data }) => `reg ${range(width)}${names.inner.get(data)};`),
    ...contents(names, memory),
  ];
}

/** The word at an address, as an expression. */
export function memoryWord(scope: Scope, memory: Memory, address: Expr): string {
  return `${scope.names.inner.get(memory.name)}[${indexText(scope, address, `${memory.name}_address`)}]`;
}

export function memoryPorts(scope: Scope, memory: Memory): readonly string[] {
  const ports = new Map<string, string[]>(); // by address
  const at = (word: string): string[] => {
    const found = ports.get(word) ?? [];
    ports.set(word, found);
    return found;
  };
  for (const { address, data, enable } of memory.writes) {
    const word = memoryWord(scope, memory, address);
    const store = `${word} <= ${text(scope, data)};`;
    at(word).push(...(isOne(enable) ? [store] : guarded(`if (${text(scope, enable)})`, [store])));
  }
  for (const { data, address, latency, enable } of memory.reads) {
    if (latency === 0) continue;
    const word = memoryWord(scope, memory, address);
    const own = scope.names.inner.get(data);
    const load = [
      `${own} <= ${word};`,
      ...collisions(scope, memory, address, `${own} <= ${memory.width}'bx;`),
    ];
    at(word).push(...(enable === null ? load : guarded(`if (${text(scope, enable)})`, load)));
  }
  return [...ports.values()].flatMap((lines) => [
    `always @(posedge ${clock}) begin`,
    ...lines.map(indent),
    "end",
  ]);
}

/** Where a read may not meet a write, and does. A port that reads and writes at one address is no such meeting. */
function collisions(scope: Scope, memory: Memory, address: Expr, unknown: string): readonly string[] {
  if (memory.collisions !== "never") return [];
  const index = (expr: Expr): string => indexText(scope, expr, `${memory.name}_address`);
  const own = index(address);
  return memory.writes
    .filter((write) => index(write.address) !== own)
    .map(({ address: other, enable }) => {
      const meets = `${index(other)} == ${own}`;
      const condition = isOne(enable) ? meets : `(${text(scope, enable)}) && ${meets}`;
      return `if (${condition}) ${unknown}`;
    });
}

/**
 * What Vivado, Quartus and Yosys are asked for; they read each other's words. A table in LUTs is logic to all of them,
 * without being asked: Yosys 0.23 finds no distributed memory that nobody writes.
 */
function styleOf({ style, writes }: Memory): string {
  const isTable = writes.length === 0;
  if (style === "auto" || (isTable && style === "lut")) return "";
  const kind = isTable ? "rom_style" : "ram_style";
  return `(* ${kind} = "${style === "block" ? "block" : "distributed"}" *) `;
}

function contents(names: Names, { name, width, depth, initial }: Memory): readonly string[] {
  if (initial === null) return [];
  const own = names.inner.get(name) ?? bug(`no Verilog name for ${name}`);
  const used = initial.findLastIndex((word) => word !== 0n) + 1; // from here on zeros
  const words = initial.slice(0, used).map((word, index) => `${own}[${index}] = ${constant(width, word)};`);
  const index = names.fresh(`${own}_index`);
  const zeros = `for (${index} = ${used}; ${index} < ${depth}; ${index} = ${index} + 1) ${own}[${index}] = ${constant(width, 0n)};`;
  const rest = used < depth ? [zeros] : [];
  return [
    ...(rest.length > 0 ? [`integer ${index};`] : []),
    "initial begin",
    ...[...filled(words), ...rest].map(indent),
    "end",
  ];
}

/** Several short statements a line: tables are long. */
function filled(statements: readonly string[]): readonly string[] {
  const lines: string[] = [];
  for (const statement of statements) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + statement.length < 100)
      lines.splice(-1, 1, `${last} ${statement}`);
    else lines.push(statement);
  }
  return lines;
}

function isOne(enable: Expr): boolean {
  return enable.kind === "const" && enable.value === 1n;
}
