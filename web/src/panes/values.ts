/** Values as people look at them: pictures, numbers, a histogram. */
import { element, show, svg } from "../dom.ts";
import type { Value } from "../protocol.ts";
import { inThousands } from "./numbers.ts";

export function valueCard(value: Value, download: (name: string, bytes: Uint8Array) => void): HTMLElement {
  const { name, type, role, shape, npy } = value;
  const numbers = numbersOf(value);
  return element(
    "section",
    { class: "value", "data-value": name },
    element(
      "header",
      {},
      element("strong", {}, name),
      element("code", {}, type),
      element("span", { class: "muted" }, roles[role]),
      element("span", { class: "spring" }),
      shape.length === 0
        ? null
        : element("button", { type: "button", onclick: () => download(`${name}.npy`, npy) }, ".npy"),
    ),
    shape.length === 0
      ? element("p", { class: "scalar" }, numberText(value.data[0]))
      : element(
          "div",
          { class: "looks" },
          isPicture(shape) ? picture(numbers, shape, name) : null,
          histogram(numbers, name),
          numberTable(value),
        ),
  );
}

const roles = { given: "given", written: "after the call", returned: "returned" } as const;

function numbersOf({ data }: Value): Float64Array {
  const numbers = new Float64Array(data.length);
  for (let i = 0; i < data.length; i++) numbers[i] = Number(data[i]);
  return numbers;
}

export function isPicture(shape: readonly number[]): boolean {
  const [height = 0, width = 0, samples = 3] = shape;
  return (
    height >= 8 && width >= 8 && (shape.length === 2 || (shape.length === 3 && samples >= 3 && samples <= 4))
  );
}

/** From the least value, black, to the greatest, white; bytes as they are. */
function picture(numbers: Float64Array, shape: readonly number[], name: string): HTMLElement {
  const [height = 1, width = 1, samples = 1] = shape;
  const canvas = element("canvas", {
    ...{ width, height, class: "picture", role: "img" },
    "aria-label": `${name} as a picture of ${width} by ${height}`,
  });
  const context = canvas.getContext("2d");
  if (context === null) return canvas;
  const image = context.createImageData(width, height);
  const [least, most] = rangeOf(numbers);
  const [from, span] = least >= 0 && most <= 255 && most > 1 ? [0, 255] : [least, most - least || 1];
  for (let pixel = 0; pixel < width * height; pixel++) {
    for (let c = 0; c < 3; c++)
      image.data[pixel * 4 + c] =
        (((numbers[pixel * samples + (samples >= 3 ? c : 0)] ?? 0) - from) / span) * 255;
    image.data[pixel * 4 + 3] = 255;
  }
  context.putImageData(image, 0, 0);
  return canvas;
}

function rangeOf(numbers: Float64Array): readonly [number, number] {
  let [least, most] = [Infinity, -Infinity];
  for (const one of numbers) {
    if (one < least) least = one;
    if (one > most) most = one;
  }
  return least <= most ? [least, most] : [0, 0];
}

const bins = 32;

function histogram(numbers: Float64Array, name: string): SVGElement {
  const [least, most] = rangeOf(numbers.filter(Number.isFinite));
  const counts = new Array<number>(bins).fill(0);
  for (const one of numbers) {
    if (!Number.isFinite(one)) continue;
    const bin = most === least ? 0 : Math.min(bins - 1, Math.floor(((one - least) / (most - least)) * bins));
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  const top = Math.max(1, ...counts);
  return svg(
    "svg",
    {
      ...{ viewBox: "0 0 256 110", class: "histogram", role: "img" },
      "aria-label": `how often ${name} has which values, from ${numberText(least)} to ${numberText(most)}`,
    },
    counts.map((count, bin) =>
      svg("rect", { x: bin * 8, y: 88 - (count / top) * 84, width: 7, height: (count / top) * 84 }),
    ),
    svg("text", { x: 0, y: 104 }, numberText(least)),
    svg("text", { x: 256, y: 104, "text-anchor": "end" }, numberText(most)),
  );
}

const mostRows = 12;
const mostColumns = 8;

function numberTable({ shape, data, name }: Value): HTMLElement {
  const columns = shape.at(-1) ?? 1;
  const rows = columns === 0 ? 0 : data.length / columns;
  const isLong = shape.length === 1;
  const [shownRows, shownColumns] = isLong
    ? [Math.min(mostRows, Math.ceil(columns / mostColumns)), mostColumns]
    : [Math.min(mostRows, rows), Math.min(mostColumns, columns)];
  const cells = element("div", {
    class: "numbers",
    tabindex: "0", // it scrolls where it is wider than a phone
    role: "img",
    "aria-label": `the first values of ${name}`,
  });
  cells.style.setProperty("--columns", String(shownColumns));
  show(
    cells,
    Array.from({ length: shownRows }, (_, row) =>
      element(
        "div",
        {},
        Array.from({ length: shownColumns }, (_, column) => {
          const at = isLong ? row * mostColumns + column : row * columns + column;
          return at < data.length ? element("span", {}, numberText(data[at])) : null;
        }),
      ),
    ),
  );
  const all = data.length <= shownRows * shownColumns && (isLong || columns <= mostColumns);
  return element(
    "div",
    {},
    cells,
    all ? null : element("p", { class: "muted" }, `the first of ${inThousands(data.length)}`),
  );
}

function numberText(value: unknown): string {
  if (typeof value === "number")
    return Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(6)));
  return String(value);
}
