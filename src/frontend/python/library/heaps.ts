/**
 * Heaps as CPython's `heapq` keeps them, and `bisect`: the same comparisons in the same order, so that a list is left as Python leaves it.
 * The numbers of a tuple lie in lists of their own (columns.ts), and are compared from the first on.
 */
const widths = [1, 2, 3, 4, 5, 6] as const;

export const widestHeap = widths.length;

export const heaps = `${widths.map(heapOf).join("")}
def bisect_left(a, x):
    lo = 0
    hi = len(a)
    while lo < hi:
        mid = (lo + hi) // 2
        if a[mid] < x:
            lo = mid + 1
        else:
            hi = mid
    return lo

def bisect_right(a, x):
    lo = 0
    hi = len(a)
    while lo < hi:
        mid = (lo + hi) // 2
        if x < a[mid]:
            hi = mid
        else:
            lo = mid + 1
    return lo
`;

function heapOf(width: number): string {
  const columns = Array.from({ length: width }, (_, k) => k);
  const params = columns.map((k) => `h${k}`).join(", ");
  const each = (indent: number, one: (k: number) => string): string =>
    columns.map((k) => `${" ".repeat(indent)}${one(k)}\n`).join("");
  const less = (one: (k: number) => string, other: (k: number) => string): string =>
    `(${columns.map((k) => one(k)).join(", ")}) < (${columns.map((k) => other(k)).join(", ")})`;
  const fresh = (k: number): string => `n${k}`;
  const inHeap = (place: string) => (k: number) => `h${k}[${place}]`;
  return `
def heap_up_${width}(${params}):
    k = len(h0) - 1
${each(4, (k) => `n${k} = h${k}[k]`)}    while k > 0:
        p = (k - 1) // 2
        if ${less(fresh, inHeap("p"))}:
${each(12, (k) => `h${k}[k] = h${k}[p]`)}            k = p
        else:
            break
${each(4, (k) => `h${k}[k] = n${k}`)}
def heap_down_from_${width}(${params}, start):
    end = len(h0)
    k = start
    c = 2 * k + 1
${each(4, (k) => `n${k} = h${k}[k]`)}    while c < end:
        if c + 1 < end and not ${less(inHeap("c"), inHeap("c + 1"))}:
            c += 1
${each(8, (k) => `h${k}[k] = h${k}[c]`)}        k = c
        c = 2 * k + 1
    while k > start:
        p = (k - 1) // 2
        if ${less(fresh, inHeap("p"))}:
${each(12, (k) => `h${k}[k] = h${k}[p]`)}            k = p
        else:
            break
${each(4, (k) => `h${k}[k] = n${k}`)}
def heap_down_${width}(${params}):
    if len(h0) > 0:
        heap_down_from_${width}(${params}, 0)

def heap_of_${width}(${params}):
    for i in range(len(h0) // 2):
        heap_down_from_${width}(${params}, len(h0) // 2 - 1 - i)
`;
}
