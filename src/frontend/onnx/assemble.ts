/** Resolved nodes to a Program of one function: buffers laid out, a nest a node, outputs returned. */
import { bug } from "../../diagnostics/bug.ts";
import type { SourceFile, Span } from "../../diagnostics/diagnostic.ts";
import type { Expr, Func, Program, Stmt, Variable } from "../../program/nodes.ts";
import { pythonInt, type ScalarType, withShape } from "../../types/types.ts";
import {
  type Buffer,
  identifier,
  type Local,
  memoryShape,
  type Samples,
  uniform,
  variableOf,
  type Writing,
  writing,
} from "./emission.ts";
import { formulas } from "./formula.ts";
import { sizeOf } from "./graph.ts";
import { commonShape, refines } from "./layout.ts";
import { isAlias, type Operand } from "./operator.ts";
import type { ResolvedNode } from "./resolve.ts";

export interface Parts {
  readonly source: SourceFile;
  readonly kernel: string;
  readonly names: ReadonlyMap<string, string>; // what inputs and weights are called
  readonly span: Span;
  readonly inputs: readonly Operand[];
  readonly weights: readonly Operand[]; // initialisers that are arguments
  readonly outputs: readonly Operand[];
  readonly nodes: readonly ResolvedNode[];
  readonly elements: ReadonlyMap<string, ScalarType>; // of inputs that the caller gives in another type than the file's
  readonly samples: number | null; // of a call: one after another in a loop; null: there is no such loop
}

export function assemble(parts: Parts): Program {
  const { span } = parts;
  const write = writing([parts.kernel]);
  const samples = samplesOf(write, parts);
  const params = [
    ...parts.inputs.map((operand) => parameter(write, operand, parts, samples)),
    ...parts.weights.map((operand) => parameter(write, operand, parts, null)),
  ];
  for (const { operand, buffer } of params) write.place(operand.name, buffer);
  const returned = samples === null ? null : sampleResults(write, parts, samples);
  const before = write.finished().body.length;
  const families = familiesOf(parts);
  const buffers = new Map<Family, Buffer>();
  for (const family of families.all) {
    const param = params.find(({ operand }) => operand === family.root);
    if (param === undefined) continue;
    // Values of a shape that the argument's memory does not have are read from a copy.
    if (family.members.every(({ shape }) => refines(shape, param.buffer.shape))) {
      buffers.set(family, param.buffer);
      continue;
    }
    const { element } = family.root;
    const shape = commonShape(family.members.map((member) => member.shape));
    const buffer = { variable: write.fresh(`${param.buffer.variable}_flat`), element, shape };
    write.declare(buffer, span);
    buffers.set(family, buffer);
    copy(write, param.operand, { ...param.operand, buffer }, buffer.variable, span);
  }
  for (const node of parts.nodes) {
    if (isAlias(node.operator, node.site)) {
      const [output] = node.outputs;
      const family = output === undefined ? undefined : families.of(output.name);
      const buffer = family === undefined ? undefined : buffers.get(family);
      if (output === undefined || buffer === undefined) return bug("a view of nothing");
      write.place(output.name, buffer);
    } else emitNode(write, node, families, buffers);
  }
  for (const { output, buffer } of returned ?? []) copyResult(write, output, buffer, span);
  const values =
    returned?.map(({ buffer }) => variableOf(buffer, span)) ?? results(write, parts, families, buffers);
  const { locals, body: stmts } = write.finished();
  const body =
    samples === null ? stmts : [...stmts.slice(0, before), eachSample(samples, stmts.slice(before), span)];
  const func: Func = {
    name: parts.kernel,
    params: params.map(({ variable }) => variable),
    locals,
    writes: [],
    body: [...body, { kind: "return", values, span }],
    results: values.map(({ type }) => type),
    span,
  };
  return { source: parts.source, kernel: parts.kernel, functions: [func] };
}

interface Param {
  readonly operand: Operand;
  readonly variable: Variable;
  readonly buffer: Buffer;
}

function parameter(
  write: Writing,
  operand: Operand,
  { names, elements }: Parts,
  samples: SampleLoop | null,
): Param {
  const { name, shape } = operand;
  const element = elements.get(name) ?? operand.element;
  const variable = write.fresh(names.get(name) ?? identifier(name));
  const buffer: Buffer = { variable, element, shape, ...(samples === null ? {} : { samples }) };
  return { operand, variable: { name: variable, type: withShape(element, memoryShape(buffer)) }, buffer };
}

interface SampleLoop extends Samples {
  readonly variable: string;
}

function samplesOf(write: Writing, { samples, span }: Parts): SampleLoop | null {
  if (samples === null) return null;
  const variable = write.counter("sample");
  return { count: samples, variable, index: { kind: "var", name: variable, type: pythonInt, span } };
}

/** Results of all samples lie beside each other, and are there before the first. */
function sampleResults(write: Writing, { outputs, span }: Parts, samples: Samples): readonly SampleResult[] {
  return outputs.map((output) => {
    const { name, element, shape } = output;
    const buffer = { variable: write.fresh(`${identifier(name)}_out`), element, shape, samples };
    write.declare(buffer, span);
    return { output, buffer };
  });
}

interface SampleResult {
  readonly output: Operand;
  readonly buffer: Buffer;
}

function copyResult(write: Writing, output: Operand, buffer: Buffer, span: Span): void {
  const { element, shape } = output;
  copy(write, output, { element, shape, buffer }, buffer.variable, span);
}

/** Samples need nothing of each other, but they share memory. */
function eachSample({ variable, count }: SampleLoop, body: readonly Stmt[], span: Span): Stmt {
  const whole = (value: number): Expr => formulas(span).whole(value);
  return {
    kind: "for",
    variable,
    from: whole(0),
    to: whole(count),
    step: whole(1),
    body,
    attrs: {},
    name: variable,
    span,
  };
}

/** Values that lie in one memory: one that is computed or given, and what Reshape and its like call it. */
interface Family {
  readonly root: Operand;
  readonly members: readonly Operand[];
}

interface Families {
  readonly all: readonly Family[];
  readonly of: (value: string) => Family | undefined;
}

function familiesOf({ inputs, weights, nodes }: Parts): Families {
  const byName = new Map<string, { root: Operand; members: Operand[] }>();
  const all: Family[] = [];
  const start = (root: Operand): void => {
    const family = { root, members: [root] };
    byName.set(root.name, family);
    all.push(family);
  };
  for (const operand of [...inputs, ...weights]) start(operand);
  for (const { operator, site, outputs } of nodes) {
    const [source] = site.inputs;
    const family = isAlias(operator, site) ? byName.get(source?.name ?? "") : undefined;
    const [first] = outputs;
    if (family !== undefined && first !== undefined) {
      family.members.push(first);
      byName.set(first.name, family);
    } else for (const output of outputs) start(output);
  }
  return { all, of: (value) => byName.get(value) };
}

function emitNode(
  write: Writing,
  { operator, site, outputs }: ResolvedNode,
  families: Families,
  buffers: Map<Family, Buffer>,
): void {
  if (operator.emit === "alias") return;
  const { span } = site.node;
  const name = write.fresh(identifier(site.node.name));
  const several = outputs.length > 1;
  const places = site.node.outputs.map((value, i): Local | null => {
    const family = families.of(value);
    const output = outputs.find((operand) => operand.name === value);
    if (family === undefined || output === undefined) return null;
    const shape = commonShape(family.members.map((member) => member.shape));
    const variable = several ? write.fresh(`${name}_${i}`) : name;
    const buffer = { variable, element: output.element, shape };
    write.declare(buffer, span);
    write.place(value, buffer);
    buffers.set(family, buffer);
    return { element: output.element, shape: output.shape, buffer };
  });
  operator.emit(site, write.at(span, name, places));
}

/** What is returned is memory of its own: no argument, no table, none that is returned twice. */
function results(
  write: Writing,
  { outputs, inputs, weights, span }: Parts,
  families: Families,
  buffers: ReadonlyMap<Family, Buffer>,
): readonly Expr[] {
  const given = new Set<Operand>([...inputs, ...weights]);
  const returned = new Set<Family>();
  return outputs.map((output) => {
    const { name, element, shape, constant } = output;
    const family = families.of(name);
    const buffer = family === undefined ? undefined : buffers.get(family);
    const isOwn = family !== undefined && !given.has(family.root) && !returned.has(family);
    if (isOwn && buffer !== undefined && sameShape(buffer.shape, shape)) {
      returned.add(family);
      return variableOf(buffer, span);
    }
    if (constant !== null && shape.length === 0) {
      const value = uniform(constant);
      if (value !== null) return formulas(span).value(element, value);
    }
    const own = { variable: write.fresh(`${identifier(name)}_out`), element, shape };
    write.declare(own, span);
    copy(write, output, { element, shape, buffer: own }, own.variable, span);
    return variableOf(own, span);
  });
}

function copy(write: Writing, from: Operand, to: Local, name: string, span: Span): void {
  const out = write.at(span, name, [to]);
  if (sizeOf(to.shape) === 0) return;
  out.push(out.nest({ extents: to.shape }, (index) => [out.store(0, index, out.load(from, index))]));
}

function sameShape(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((extent, axis) => extent === b[axis]);
}
