/**
 * The host program of a kernel that is several processes: a queue for each, events between them, and a call that can be
 * repeated, which copies what is stale alone. What it is written with is lutra_opencl_processes.h.
 */
import type { ArrayDecl } from "../../loops/nodes.ts";
import { printType } from "../../types/print.ts";
import { withShape } from "../../types/types.ts";
import { bug } from "../c/code.ts";
import { titleLines } from "../c/lines.ts";
import { cString } from "../c/quote.ts";
import { hostType, loadText, saveText } from "../c/raw/files.ts";
import type { Parameter, Signature } from "../c/signature.ts";
import type { Cut } from "./cut.ts";
import { commentLines, isBuffer, isRead, locals, megabyte, outputs } from "./host.ts";
import { aboutProcess, type Kernel, type Processes } from "./processes.ts";

export interface ProcessHostFacts {
  readonly cut: Cut;
  readonly made: Processes;
  readonly stackBytes: number; // of the arrays that a process has for itself, at most
}

export function processHostText(facts: ProcessHostFacts): string {
  const { cut, made } = facts;
  const { signature } = made;
  const { name } = signature;
  const members = membersOf(cut, made);
  const lines = [
    ...titleLines(cut.whole, signature, ", run on an OpenCL device"),
    "//",
    `//     cc -std=c99 -O2 -I. ${name}_host.c -lOpenCL -lm -o ${name}_host`,
    `//     ./${name}_host IN OUT`,
    "//",
    ...commentLines(signature),
    '#include "lutra_opencl_processes.h"',
    "",
    ...structLines(facts, members),
    "",
    ...openLines(facts, members),
    "",
    ...callLines(facts, members),
    "",
    ...closeLines(facts, members),
    "",
    ...mainLines(facts, members),
  ];
  return `${lines.join("\n")}\n`;
}

/** A member of the host's struct: a buffer, or the value of a scalar argument. */
interface Member {
  readonly name: string;
  readonly kind: "argument" | "result" | "between" | "value";
  readonly ctype: string;
  readonly count: number;
  readonly about: string;
}

interface Members {
  readonly all: readonly Member[];
  /** By what Loops call it. */
  of(name: string): Member;
  /** Of what comes out in a parameter of the whole. */
  ofParameter(parameter: Parameter): Member;
}

function membersOf(cut: Cut, { signature }: Processes): Members {
  const byName = new Map<string, Member>();
  const byParameter = new Map<string, Member>();
  const taken = new Set(["cl", "processes", "faults"]);
  const add = (member: Member, loopsName: string): Member => {
    let { name } = member;
    while (taken.has(name)) name = `${name}_`;
    taken.add(name);
    const added = { ...member, name };
    byName.set(loopsName, added);
    return added;
  };
  for (const parameter of signature.parameters) {
    const { name, source, type, shape, direction } = parameter;
    if (source === null) continue;
    const said = { in: "read", out: "written", inout: "read and written" }[direction];
    const isValue = !isBuffer(parameter);
    const member: Member = {
      name: isValue ? `${name}_value` : `${name}_buffer`,
      kind: isValue ? "value" : "argument",
      ctype: hostType(type),
      count: countOf(shape),
      about: isValue
        ? `${name}: ${printType(type)}`
        : `${name}: ${printType(withShape(type, shape))}, ${said}`,
    };
    byParameter.set(name, add(member, source));
  }
  for (const [k, { parameter }] of signature.results.entries()) {
    if (byParameter.has(parameter)) continue;
    const result = cut.whole.results[k] ?? bug("no such result");
    const decl = cut.returned.get(result) ?? arrayNamed(cut, result);
    byParameter.set(parameter, byName.get(decl.name) ?? add(bufferOf(decl, "result", parameter), decl.name));
  }
  for (const decl of cut.between) add(bufferOf(decl, "between", decl.name), decl.name);
  return {
    all: [...byName.values()],
    of: (name) => byName.get(name) ?? bug(`no buffer for ${name}`),
    ofParameter: ({ name }) => byParameter.get(name) ?? bug(`no buffer for ${name}`),
  };
}

function bufferOf(decl: ArrayDecl, kind: "result" | "between", called: string): Member {
  const { element, shape } = decl;
  const said = kind === "result" ? "returned" : "stays on the device";
  return {
    name: `${called.replace(/\W/g, "_")}_buffer`,
    kind,
    ctype: hostType(element),
    count: countOf(shape),
    about: `${called}: ${printType(withShape(element, shape))}, ${said}`,
  };
}

function countOf(shape: readonly number[]): number {
  return shape.reduce((product, extent) => product * extent, 1);
}

function arrayNamed({ whole }: Cut, name: string): ArrayDecl {
  const found = [...whole.params, ...whole.arrays].find((decl) => decl.name === name);
  return found?.kind === "array" ? found : bug(`no array ${name}`);
}

function structLines({ made }: ProcessHostFacts, { all }: Members): readonly string[] {
  const { signature, kernels, slots } = made;
  const type = `${signature.name}_host`;
  return [
    "// The device, what is on it, and a queue for each process.",
    `typedef struct ${type} {`,
    "  lutra_cl cl;",
    ...all.map(({ name, kind, ctype, about }) =>
      kind === "value" ? `  ${ctype} ${name}; // ${about}` : `  lutra_cl_buffer ${name}; // ${about}`,
    ),
    ...(slots > 0 ? ["  lutra_cl_buffer faults; // where processes note what goes wrong"] : []),
    `  lutra_cl_process processes[${kernels.length}];`,
    `} ${type};`,
  ];
}

function openLines({ made, stackBytes }: ProcessHostFacts, members: Members): readonly string[] {
  const { signature, kernels, slots } = made;
  const { name } = signature;
  return [
    `static void ${name}_host_open(${name}_host *host, const char *program) {`,
    "  lutra_cl *cl = &host->cl;",
    ...(stackBytes > megabyte ? [`  lutra_cl_stack(${stackBytes});`] : []),
    "  memset(host, 0, sizeof *host);",
    `  *cl = lutra_cl_open_program(program, "${name}");`,
    ...members.all.flatMap((one) => {
      if (one.kind === "value") return [];
      const make = one.kind === "between" ? "lutra_cl_between" : "lutra_cl_array";
      return [`  host->${one.name} = ${make}(cl, sizeof(${one.ctype}), ${one.count});`];
    }),
    ...(slots > 0
      ? [
          `  host->faults = lutra_cl_array(cl, sizeof(int64_t), ${slots} * LUTRA_FAULT_LONGS);`,
          "  lutra_cl_changed(&host->faults);",
        ]
      : []),
    ...kernels.flatMap((kernel, k) => [
      "",
      `  host->processes[${k}] = lutra_cl_process_open(cl, "${kernel.signature.name}");`,
      ...boundBuffers(kernel, members).map(
        ({ index, member }) => `  lutra_cl_bind(&host->processes[${k}], ${index}, &host->${member});`,
      ),
    ]),
    "}",
  ];
}

/** Arguments of a process that are buffers, with their places. */
function boundBuffers(
  { signature: { parameters }, takesFaults }: Kernel,
  members: Members,
): readonly { readonly index: number; readonly member: string }[] {
  return [
    ...parameters.flatMap(({ source }, index) => {
      const member = members.of(source ?? bug("a process returns nothing"));
      return member.kind === "value" ? [] : [{ index, member: member.name }];
    }),
    ...(takesFaults ? [{ index: parameters.length, member: "faults" }] : []),
  ];
}

function callLines({ cut, made }: ProcessHostFacts, members: Members): readonly string[] {
  const { signature, kernels, slots } = made;
  const { name } = signature;
  const used = new Set(kernels.flatMap(({ process }) => [...process.reads, ...process.writes]));
  const sent = [
    ...signature.parameters.flatMap((one) =>
      isRead(one) && isBuffer(one) && used.has(one.source ?? "") ? [members.ofParameter(one).name] : [],
    ),
    ...(slots > 0 ? ["faults"] : []),
  ];
  const written = new Set(
    signature.parameters.flatMap((one) => (one.direction === "in" ? [] : [members.ofParameter(one).name])),
  );
  return [
    "// May be called again and again: what the host changed in between (lutra_cl_changed) is copied, and nothing else.",
    `static void ${name}_host_call(${name}_host *host) {`,
    ...(sent.length === 0 ? [] : ["  lutra_cl *cl = &host->cl;"]),
    ...sent.map((member) => `  lutra_cl_send(cl, &host->${member});`),
    ...kernels.flatMap((kernel, k) => ["", ...startLines(cut, kernel, k, new Set(sent), members)]),
    "",
    ...kernels.map((_, k) => `  lutra_cl_end(&host->processes[${k}]);`),
    ...[...written].map((member) => `  lutra_cl_written(&host->${member});`),
    ...(slots > 0
      ? ["  lutra_cl_written(&host->faults);", `  lutra_cl_check_all_faults(cl, &host->faults, ${slots});`]
      : []),
    "}",
  ];
}

function startLines(
  cut: Cut,
  kernel: Kernel,
  k: number,
  sent: ReadonlySet<string>,
  members: Members,
): readonly string[] {
  const process = `&host->processes[${k}]`;
  return [
    `  // ${aboutProcess(cut, kernel)}`,
    ...kernel.signature.parameters.flatMap(({ source }, index) => {
      const member = members.of(source ?? bug("a process returns nothing"));
      if (member.kind !== "value") return [];
      return [
        `  lutra_cl_bind_value(${process}, ${index}, sizeof host->${member.name}, &host->${member.name});`,
      ];
    }),
    ...boundBuffers(kernel, members)
      .filter(({ member }) => sent.has(member))
      .map(({ member }) => `  lutra_cl_after_copy(${process}, &host->${member});`),
    ...kernel.waits.map(({ process: earlier, because }) => {
      const why = because.length === 0 ? "it may fault" : because.join(", ");
      return `  lutra_cl_after(${process}, &host->processes[${earlier}]); // ${why}`;
    }),
    `  lutra_cl_start(${process});`,
  ];
}

function closeLines({ made }: ProcessHostFacts, { all }: Members): readonly string[] {
  const { signature, kernels, slots } = made;
  const { name } = signature;
  return [
    `static void ${name}_host_close(${name}_host *host) {`,
    ...kernels.map((_, k) => `  lutra_cl_process_close(&host->processes[${k}]);`),
    ...all.flatMap((one) => (one.kind === "value" ? [] : [`  lutra_cl_release(&host->${one.name});`])),
    ...(slots > 0 ? ["  lutra_cl_release(&host->faults);"] : []),
    "  lutra_cl_close(&host->cl);",
    "}",
  ];
}

function mainLines({ made }: ProcessHostFacts, members: Members): readonly string[] {
  const { signature, kernels } = made;
  const { name } = signature;
  const shapes = signature.parameters.filter(
    (one) => one.shape.length > 0 && (isRead(one) || outputs(signature).some(([out]) => out === one)),
  );
  return [
    "int main(int argc, char **argv) {",
    ...locals(signature),
    ...shapes.map(
      (one) => `  const size_t ${one.name}_shape[${one.shape.length}] = {${one.shape.join(", ")}};`,
    ),
    `  ${name}_host host;`,
    `  ${name}_host_open(&host, argv[0]);`,
    ...signature.parameters
      .filter(isRead)
      .flatMap((one) => ["", ...loadLines(one, members.ofParameter(one))]),
    "",
    `  ${name}_host_call(&host);`,
    ...savedOutputs(signature, members).flatMap((lines) => ["", ...lines]),
    "",
    `  lutra_cl_print(&host.cl, "${name}", host.processes, ${kernels.length});`,
    `  ${name}_host_close(&host);`,
    "  return 0;",
    "}",
  ];
}

function loadLines(parameter: Parameter, member: Member): readonly string[] {
  const { name, source, type } = parameter;
  const path = `lutra_cl_path(in, ${cString(source ?? name)})`;
  const data = member.kind === "value" ? `&host.${member.name}` : `host.${member.name}.host`;
  const load = loadText(type, path, parameter.shape.length, shapeText(parameter), data);
  return [
    `  lutra_cl_file(${load}, why);`,
    ...(member.kind === "value" ? [] : [`  lutra_cl_changed(&host.${member.name});`]),
  ];
}

function savedOutputs(signature: Signature, members: Members): readonly (readonly string[])[] {
  return outputs(signature).map(([parameter, file]) => {
    const { name } = members.ofParameter(parameter);
    const path = `lutra_cl_path(out, ${cString(file)})`;
    const dims = parameter.shape.length;
    const save = saveText(parameter.type, path, dims, shapeText(parameter), `host.${name}.host`);
    return [`  lutra_cl_fetch(&host.cl, &host.${name});`, `  lutra_cl_file(${save}, why);`];
  });
}

function shapeText({ name, shape }: Parameter): string {
  return shape.length === 0 ? "NULL" : `${name}_shape`;
}
