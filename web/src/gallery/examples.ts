/** The gallery: kernels with a schedule each, and a sentence that says what there is to see. */
import conv2d from "../../../examples/conv2d.py?raw";
import edges from "../../../examples/edges.py?raw";
import edgesSchedule from "../../../examples/edges.schedule?raw";
import fir from "../../../examples/fir_fixed.py?raw";
import histogram from "../../../examples/histogram.py?raw";
import matmul from "../../../examples/matmul.py?raw";
import popcount from "../../../examples/popcount.py?raw";
import sobel from "../../../examples/sobel.py?raw";
import first from "./first.py?raw";

export interface Example {
  readonly id: string;
  readonly title: string;
  readonly sentence: string;
  readonly source: string;
  readonly schedule: string;
  readonly try?: string; // what to change first
}

export const examples: readonly Example[] = [
  {
    id: "first",
    title: "A sum of products",
    sentence: "Where to begin: one loop, one multiplier. Pipelining it changes everything.",
    source: first,
    schedule: "",
  },
  {
    id: "matmul",
    title: "Matrix multiply",
    sentence:
      "Floats wait for each other: with the loops in another order, sums of one element are far apart.",
    source: matmul,
    schedule: "pipeline j\n",
  },
  {
    id: "conv2d",
    title: "Convolution",
    sentence:
      "A window over an image: each pixel is read once, and kept in line buffers for as long as it is needed.",
    source: conv2d,
    schedule: "stencil out.0\n",
  },
  {
    id: "sobel",
    title: "Sobel edges",
    sentence: "Two gradients of a picture in one pass. Drop a PNG of your own in Run.",
    source: sobel,
    schedule: "",
  },
  {
    id: "edges",
    title: "Two stages at once",
    sentence: "Smoothing and edges as processes joined by a stream: a pixel a cycle through both.",
    source: edges,
    schedule: edgesSchedule,
  },
  {
    id: "fir",
    title: "FIR filter in fixed point",
    sentence: "Products are exact; the type of the accumulator says when anything is rounded.",
    source: fir,
    schedule: "unroll k\npipeline n\n",
  },
  {
    id: "histogram",
    title: "Histogram",
    sentence: "Data decide which element is written, so an iteration may need what the one before it wrote.",
    source: histogram,
    schedule: "pipeline i\n",
  },
  {
    id: "popcount",
    title: "Bits in words of 100",
    sentence: "Integers of any width: sums that are as wide as they must be, and no wider.",
    source: popcount,
    schedule: "unroll b\npipeline i\n",
  },
];
