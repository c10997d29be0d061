/** The part of the platform's WebAssembly that is used here; TypeScript declares it only together with a browser. */
interface Engine {
  readonly Module: new (binary: Uint8Array) => object;
  readonly Instance: new (module: object, imports: Imports) => { readonly exports: unknown };
}

export type Imports = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

const { WebAssembly: engine } = globalThis as unknown as { readonly WebAssembly: Engine };

/** A module that can be started several times. */
export function compiled(binary: Uint8Array): object {
  return new engine.Module(binary);
}

/** What the module exports. */
export function started(module: object, imports: Imports): unknown {
  return new engine.Instance(module, imports).exports;
}
