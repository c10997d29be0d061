/** Kernels that are hard on one road or another, and what `lutra verify` found for each. */

interface Report {
  readonly ok: boolean;
  readonly roads: readonly { readonly name: string; readonly kind: string; readonly message?: string }[];
}

/** Of each road, from --json. */
export function endings(json: string): Record<string, string> {
  const { roads } = JSON.parse(json) as Report;
  return Object.fromEntries(roads.map(({ name, kind }) => [name, kind]));
}

/** NumPy adds in another order: the last bits of a sum may differ. */
export const halves = `from pylog import *
import numpy as np

@pylog
def halves(x: "float16[2000]"):
    return np.sum(x)
`;

/** NumPy's elementary functions are its own, of complex numbers too. */
export const turns = `from pylog import *
import numpy as np

@pylog
def turns(x: "float64[500]"):
    return np.exp(2j * np.pi * x), np.abs(x + 1j)
`;

/** Numbers that no NumPy type holds. */
export const wide = `from pylog import *

@pylog
def wide(a: "uint<128>[4]", s: "int<100>[2,2]", f: "fixed<80,40>[4]", g: "ufixed<60,30>[4]"):
    for i in range(4):
        a[i] = (a[i] << 60) + 3
        s[i // 2, i % 2] = -(s[i // 2, i % 2] << 40)
        f[i] = f[i] * 0.5
        g[i] = g[i] * 0.5
    return a[0], f[2]
`;

/** The same with a type that CPython does not know. */
export const small = wide.replace("uint<128>", "float<5,4>").replace("(a[i] << 60) + 3", "a[i] + a[i]");

/** Names that Python has already, and a scalar of two words. */
export const named = `from pylog import *

@pylog
def abs(a: "int32[4]", max: "int32", wide: "int<80>"):
    a[:] = a * max
    return wide + 1
`;
