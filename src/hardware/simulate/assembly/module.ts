/** A module of functions over one memory, which it imports; as bytes (WebAssembly core 2.0, section 5.5). */
import { bug } from "../../../diagnostics/bug.ts";
import { type Bytes, growing, unsigned } from "./bytes.ts";
import { type Code, operandsOf, type Type } from "./code.ts";
import { compacted } from "./locals.ts";

export interface Assembly {
  readonly functions: WrittenFunction[];
}

interface WrittenFunction {
  readonly name: string;
  readonly signature: Signature;
  readonly isExported: boolean;
  readonly locals: readonly Type[]; // behind the parameters
  readonly body: readonly Code[];
}

export interface Signature {
  readonly params: readonly Type[];
  readonly result: Type | null;
}

export function newAssembly(): Assembly {
  return { functions: [] };
}

export const nothing: Signature = { params: [], result: null };

export function addFunction(
  { functions }: Assembly,
  name: string,
  signature: Signature,
  locals: readonly Type[],
  body: readonly Code[],
): void {
  functions.push({ name, signature, isExported: false, locals, body });
}

export function exportFunction({ functions }: Assembly, name: string): void {
  const index = functions.findIndex((one) => one.name === name);
  const found = functions[index] ?? bug(`no function ${name}`);
  functions[index] = { ...found, isExported: true };
}

/** `pages`: of the memory, imported as `module`.`memory`. */
export function moduleBytes(
  { functions }: Assembly,
  memory: { readonly module: string; readonly name: string; readonly pages: number },
): Uint8Array {
  const indices = new Map(functions.map(({ name }, index) => [name, index]));
  const signatures = [...new Map(functions.map(({ signature }) => [keyOf(signature), signature])).values()];
  const types = new Map(signatures.map((signature, index) => [keyOf(signature), index]));
  const typeOf = (signature: Signature): readonly number[] => unsigned(types.get(keyOf(signature)) ?? 0);
  const exported = functions.filter(({ isExported }) => isExported);
  const limits = [0x01, ...unsigned(memory.pages), ...unsigned(memory.pages)];
  const out = growing();
  out.addAll([0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00]);
  addSection(out, 1, signatures, (one, { params, result }) => {
    one.addAll([0x60, ...unsigned(params.length), ...params.map(typeByte)]);
    one.addAll(result === null ? [0] : [1, typeByte(result)]);
  });
  addSection(out, 2, [memory], (one, { module, name }) =>
    one.addAll([...text(module), ...text(name), 0x02, ...limits]),
  );
  addSection(out, 3, functions, (one, { signature }) => one.addAll(typeOf(signature)));
  addSection(out, 7, exported, (one, { name }) =>
    one.addAll([...text(name), 0x00, ...unsigned(indices.get(name) ?? 0)]),
  );
  addSection(out, 10, functions, (one, written) => addSized(one, functionBytes(written, indices)));
  return out.done();
}

function addSection<T>(
  out: Bytes,
  id: number,
  items: readonly T[],
  add: (one: Bytes, item: T) => void,
): void {
  const section = growing();
  section.addAll(unsigned(items.length));
  for (const item of items) add(section, item);
  out.add(id);
  addSized(out, section.done());
}

function addSized(out: Bytes, bytes: Uint8Array): void {
  out.addAll(unsigned(bytes.length));
  out.addAll(bytes);
}

function keyOf({ params, result }: Signature): string {
  return `${params.join()}:${result}`;
}

function text(word: string): readonly number[] {
  return [...unsigned(word.length), ...[...word].map((letter) => letter.charCodeAt(0))];
}

function typeByte(type: Type): number {
  return { i32: 0x7f, i64: 0x7e, v128: 0x7b }[type];
}

const end = 0x0b;

function functionBytes(
  { name, signature, locals: declared, body }: WrittenFunction,
  indices: ReadonlyMap<string, number>,
): Uint8Array {
  const { statements, locals, numbers } = compacted(body, declared, signature.params.length);
  const runs: { readonly type: Type; readonly count: number }[] = [];
  for (const type of locals) {
    const last = runs.at(-1);
    if (last?.type === type) runs[runs.length - 1] = { type, count: last.count + 1 };
    else runs.push({ type, count: 1 });
  }
  const out = growing();
  out.addAll(unsigned(runs.length));
  for (const { type, count } of runs) out.addAll([...unsigned(count), typeByte(type)]);
  const numberOf = (local: number): readonly number[] => unsigned(numbers.get(local) ?? local);
  const open: (string | null)[] = []; // labels of blocks around this place; null: no one jumps there
  // Children stand before what takes them. Trees may be deeper than a stack, so what is left to do is kept here.
  const left: (Code | (() => void))[] = statements.toReversed();
  const leave = (): void => {
    open.pop();
    out.add(end);
  };
  const after = (last: () => void, children: readonly Code[]): void => {
    left.push(last, ...children.toReversed());
  };
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (typeof next === "function") next();
    else write(next);
  }
  out.add(end);
  return out.done();

  function write(code: Code): void {
    switch (code.kind) {
      case "plain":
        return after(() => out.addAll(code.bytes), code.operands);
      case "get":
        return out.addAll([0x20, ...numberOf(code.local)]);
      case "set":
        return after(() => out.addAll([0x21, ...numberOf(code.local)]), [code.value]);
      case "sequence":
        return void left.push(...operandsOf(code).toReversed());
      case "loop":
        out.addAll([0x03, noValue]);
        open.push(code.label);
        return after(leave, [code.body]);
      case "if": {
        const enter = (): void => {
          out.addAll([0x04, noValue]);
          open.push(null);
          after(leave, [code.body]);
        };
        return after(enter, [code.condition]);
      }
      case "branch": {
        const jump = code.condition === null ? 0x0c : 0x0d;
        const to = (): void => out.addAll([jump, ...unsigned(depthOf(code.label))]);
        return after(to, operandsOf(code));
      }
      case "call": {
        const index = indices.get(code.name) ?? bug(`${name} calls ${code.name}, which is not there`);
        return after(() => out.addAll([0x10, ...unsigned(index)]), code.operands);
      }
    }
  }

  function depthOf(label: string): number {
    const at = open.lastIndexOf(label);
    return at < 0 ? bug(`no loop ${label} around this place`) : open.length - 1 - at;
  }
}

const noValue = 0x40;
