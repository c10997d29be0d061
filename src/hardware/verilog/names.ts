/** What things are called in Verilog: as in the circuit, unless Verilog has the word already. */
import { bug } from "../../diagnostics/bug.ts";
import type { Module } from "../nodes.ts";

export interface Names {
  readonly inner: ReadonlyMap<string, string>; // of what a Ref can name, of memories and instances
  readonly outputs: ReadonlyMap<string, string>;
  readonly shown: ReadonlySet<string>; // inner names that are an output themselves, called the same
  fresh(hint: string): string; // for what Verilog needs a name for, and the circuit does not
}

export const clock = "clk";
export const reset = "rst";

export function namesOf(module: Module): Names {
  const taken = new Set<string>([clock, reset, moduleName(module)]); // Verilator makes one C++ name of a module and its signal
  const fresh = (hint: string): string => {
    let name = reserved.has(hint) ? `${hint}_` : hint;
    for (let count = 1; taken.has(name); count++) name = `${hint}_${count}`;
    taken.add(name);
    return name;
  };
  const inner = new Map<string, string>();
  const outputs = new Map<string, string>();
  for (const { name } of module.inputs) inner.set(name, fresh(name));
  for (const { name } of module.outputs) outputs.set(name, fresh(name));
  const inputs = new Set(inner.keys());
  const shown = new Set<string>();
  for (const { name, value } of module.outputs) {
    if (value.kind === "ref" && value.name === name && !inputs.has(name)) shown.add(name);
  }
  const declare = (name: string): void =>
    void inner.set(name, shown.has(name) ? (outputs.get(name) ?? bug(`no output ${name}`)) : fresh(name));
  for (const { name } of module.registers) declare(name);
  for (const { name, reads } of module.memories) {
    declare(name);
    for (const { data } of reads) declare(data);
  }
  for (const { name, outputs: taps } of module.instances) {
    declare(name);
    for (const tap of taps) declare(tap.name);
  }
  for (const { name } of module.wires) declare(name);
  return { inner, outputs, shown, fresh };
}

/** Module names share no space with other names, but keywords are keywords everywhere. */
export function moduleName(module: Module): string {
  return reserved.has(module.name) ? `${module.name}_` : module.name;
}

/** IEEE 1364-2005, annex B; and the words of SystemVerilog that its tools trip over. */
const reserved: ReadonlySet<string> = new Set(
  `always and assign automatic begin buf bufif0 bufif1 case casex casez cell cmos config deassign default defparam
  design disable edge else end endcase endconfig endfunction endgenerate endmodule endprimitive endspecify endtable
  endtask event for force forever fork function generate genvar highz0 highz1 if ifnone incdir include initial inout
  input instance integer join large liblist library localparam macromodule medium module nand negedge nmos nor
  noshowcancelled not notif0 notif1 or output parameter pmos posedge primitive pull0 pull1 pulldown pullup
  pulsestyle_onevent pulsestyle_ondetect rcmos real realtime reg release repeat rnmos rpmos rtran rtranif0 rtranif1
  scalared showcancelled signed small specify specparam strong0 strong1 supply0 supply1 table task time tran tranif0
  tranif1 tri tri0 tri1 triand trior trireg unsigned use uwire vectored wait wand weak0 weak1 while wire wor xnor xor
  bit break byte chandle class clocking const constraint continue cover do enum export extends extern final foreach
  iff import inside int interface local logic longint new null package packed priority program property protected
  pure rand ref return sequence shortint shortreal static string struct super tagged this throughout type typedef
  union unique var virtual void with within`.split(/\s+/),
);
