/** What things are called in Verilog: as in the circuit, unless Verilog has the word already. */

import { bug } from "../../diagnostics/bug.ts";
import { asciiName } from "../../program/ascii_name.ts";
import { freeName } from "../../program/free_name.ts";
import type { Module } from "../netlist/nodes.ts";

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
  const fresh = (wish: string): string => {
    const hint = asciiName(wish);
    const own = reserved.has(hint) ? `${hint}_` : hint;
    const name = taken.has(own) ? freeName(taken, hint) : own;
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

/**
 * All words of SystemVerilog (IEEE 1800-2017, annex B), Verilog's among them, and the classes that are always there
 * (annex G): most tools read both languages as one.
 */
const reserved: ReadonlySet<string> = new Set(
  `accept_on alias always always_comb always_ff always_latch and assert assign assume automatic before begin bind
  bins binsof bit break buf bufif0 bufif1 byte case casex casez cell chandle checker class clocking cmos config
  const constraint context continue cover covergroup coverpoint cross deassign default defparam design disable
  dist do edge else end endcase endchecker endclass endclocking endconfig endfunction endgenerate endgroup
  endinterface endmodule endpackage endprimitive endprogram endproperty endspecify endsequence endtable endtask
  enum event eventually expect export extends extern final first_match for force foreach forever fork forkjoin
  function generate genvar global highz0 highz1 if iff ifnone ignore_bins illegal_bins implements implies import
  incdir include initial inout input inside instance int integer interconnect interface intersect join join_any
  join_none large let liblist library local localparam logic longint macromodule matches medium modport module
  nand negedge nettype new nexttime nmos nor noshowcancelled not notif0 notif1 null or output package packed
  parameter pmos posedge primitive priority program property protected pull0 pull1 pulldown pullup
  pulsestyle_ondetect pulsestyle_onevent pure rand randc randcase randsequence rcmos real realtime ref reg
  reject_on release repeat restrict return rnmos rpmos rtran rtranif0 rtranif1 s_always s_eventually s_nexttime
  s_until s_until_with scalared sequence shortint shortreal showcancelled signed small soft solve specify
  specparam static string strong strong0 strong1 struct super supply0 supply1 sync_accept_on sync_reject_on
  table tagged task this throughout time timeprecision timeunit tran tranif0 tranif1 tri tri0 tri1 triand trior
  trireg type typedef union unique unique0 unsigned until until_with untyped use uwire var vectored virtual void
  wait wait_order wand weak weak0 weak1 while wildcard wire with within wor xnor xor
  mailbox process randomize semaphore std`.split(/\s+/),
);
