/** Kernels of any size, and what a schedule makes of them. */

export const shapes = ["straight", "stores", "nests", "wide", "sums", "chain", "flat"] as const;
export type Shape = (typeof shapes)[number];

export const elements = ["int32", "float32"] as const;
export type Element = (typeof elements)[number];

export interface Source {
  readonly text: string;
  readonly steps: string; // a schedule
}

/** With about so many operations: computed, loaded, stored. */
export function sourceOf(shape: Shape, element: Element, size: number): Source {
  switch (shape) {
    case "straight":
      return straight(element, Math.ceil(size / 2));
    case "stores":
      return stores(element, Math.ceil(size / 5));
    case "nests":
      return nests(element, Math.ceil(size / 8));
    case "wide":
      return wide(element, Math.ceil(size / 6));
    case "sums":
      return sums(element, Math.ceil(size / 4));
    case "chain":
      return chain(element, Math.ceil(size / 100));
    case "flat":
      return flat(element, Math.max(2, Math.round(Math.sqrt(size / 20))));
  }
}

function kernel(
  params: Readonly<Record<string, string>>,
  body: readonly string[],
  steps: readonly string[] = [],
): Source {
  const list = Object.entries(params).map(([name, type]) => `${name}: "${type}"`);
  const head = [
    "from pylog import *",
    "import numpy as np",
    "",
    "",
    "@pylog",
    `def grown(${list.join(", ")}):`,
  ];
  return { text: `${[...head, ...body].join("\n")}\n`, steps: `${steps.join("\n")}\n` };
}

function times<T>(count: number, make: (k: number) => T): T[] {
  return Array.from({ length: count }, (_, k) => make(k));
}

/** One long body of statements over a few variables. */
function straight(element: Element, statements: number): Source {
  const factor = (k: number): string => (element === "float32" ? "np.float32(0.5)" : String(3 + (k % 5)));
  return kernel({ a: `${element}[8]` }, [
    ...times(8, (k) => `    t${k} = a[${k}]`),
    ...times(statements, (k) => `    t${k % 8} = t${(7 * k + 1) % 8} * ${factor(k)} + t${(5 * k + 3) % 8}`),
    ...times(8, (k) => `    a[${k}] = t${k}`),
  ]);
}

/** One loop whose body loads and stores many elements of two arrays. */
function stores(element: Element, statements: number): Source {
  const type = `${element}[${8 * statements}]`;
  return kernel({ a: type, b: type }, [
    "    for i in range(8):",
    ...times(statements, (k) => {
      const at = (place: number): string => `a[${statements} * i + ${place % statements}]`;
      return `        b[${statements} * i + ${k}] = ${at(k)} * 3 + ${at(7 * k)}`;
    }),
  ]);
}

/** Many loops, one after another, over the same arrays. */
function nests(element: Element, count: number): Source {
  const type = `${element}[16]`;
  return kernel({ a: type, b: type, c: type }, [
    ...times(count, (k) => {
      const [x, y, z] = [0, 1, 2].map((n) => "abc"[(k + n) % 3]);
      return `    for i in range(16):\n        ${x}[i] = ${y}[i] * ${z}[i] + ${x}[i] - ${y}[15 - i]`;
    }),
  ]);
}

/** One loop written out wide, over arrays that are spread over as many memories. */
function wide(element: Element, lanes: number): Source {
  const type = `${element}[${8 * lanes}]`;
  return kernel(
    { a: type, b: type, c: type },
    [`    for i in range(${8 * lanes}):`, "        c[i] = a[i] * b[i] + c[i]"],
    [
      `split i ${lanes}`,
      "unroll i.inner",
      ...["a", "b", "c"].map((name) => `partition ${name} dim=0 cyclic ${lanes}`),
      "pipeline i.outer",
    ],
  );
}

/** Rows summed in one pipeline, all of a row at once: as deep as it is wide. */
function sums(element: Element, lanes: number): Source {
  const type = `${element}[8,${lanes}]`;
  return kernel(
    { a: type, b: type, c: `${element}[8]` },
    [
      "    for i in range(8):",
      `        total = np.${element}(0)`,
      `        for j in range(${lanes}):`,
      "            total += a[i, j] * b[i, j]",
      "        c[i] = total",
    ],
    ["unroll j", "partition a dim=1 complete", "partition b dim=1 complete", "pipeline i"],
  );
}

/** Expressions a hundred operations deep, each on what the one before gives. */
function chain(element: Element, statements: number): Source {
  const deep = times(50, (k) => k).reduce((text, k) => `(${text} * y + ${k % 2 === 0 ? "x" : "z"})`, "x");
  return kernel({ x: element, y: element, z: element }, [
    ...times(statements, () => `    x = ${deep}`),
    "    return x",
  ]);
}

/** A convolution as one graph, whose operations take turns at units for a hundred cycles. */
function flat(element: Element, side: number): Source {
  const units = Math.ceil((9 * side * side) / 100);
  const complete = (array: string): readonly string[] =>
    [0, 1].map((dim) => `partition ${array} dim=${dim} complete`);
  return kernel(
    {
      a: `${element}[${side + 2},${side + 2}]`,
      w: `${element}[3,3]`,
      b: `${element}[${side},${side}]`,
    },
    [
      `    for i in range(${side}):`,
      `        for j in range(${side}):`,
      `            total = np.${element}(0)`,
      "            for r in range(3):",
      "                for s in range(3):",
      "                    total += a[i + r, j + s] * w[r, s]",
      "            b[i, j] = total",
    ],
    ["flatten", `limit mul ${units}`, `limit add ${units}`, ...["a", "w", "b"].flatMap(complete)],
  );
}
