/** The gallery: kernels with a schedule each, and a sentence that says what there is to see. */
import conv2d from "../../../examples/conv2d.py?raw";
import edges from "../../../examples/edges.py?raw";
import edgesSchedule from "../../../examples/edges.schedule?raw";
import fft from "../../../examples/fft.py?raw";
import fir from "../../../examples/fir_fixed.py?raw";
import popcountTs from "../../../examples/heterocl/popcount.ts?raw";
import histogram from "../../../examples/histogram.py?raw";
import kmeans from "../../../examples/kmeans.py?raw";
import matmul from "../../../examples/matmul.py?raw";
import popcount from "../../../examples/popcount.py?raw";
import smithWaterman from "../../../examples/smith_waterman.py?raw";
import sobel from "../../../examples/sobel.py?raw";
import checksum from "./checksum.py?raw";
import filter from "./filter.py?raw";
import first from "./first.py?raw";
import gcd from "./gcd.py?raw";
import life from "./life.py?raw";
import mandelbrot from "./mandelbrot.py?raw";
import neuron from "./neuron.py?raw";
import sort from "./sort.py?raw";
import systolic from "./systolic.py?raw";
import taps from "./taps.ts?raw";
import threshold from "./threshold.py?raw";

export interface Example {
  readonly id: string;
  readonly title: string;
  readonly sentence: string;
  readonly source: string;
  readonly schedule: string;
  readonly language?: "typescript"; // else Python
  readonly camera?: string; // the argument that gets a picture; where not said, all come from the seed
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
    camera: "image",
  },
  {
    id: "sobel",
    title: "Sobel edges",
    sentence:
      "Two gradients of a picture in one pass. Run it on the camera picture, or drop a PNG of your own.",
    source: sobel,
    schedule: "",
    camera: "image",
  },
  {
    id: "edges",
    title: "Two stages at once",
    sentence: "Smoothing and edges as processes joined by a stream: a pixel a cycle through both.",
    source: edges,
    schedule: edgesSchedule,
    camera: "image",
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
  {
    id: "threshold",
    title: "Contrast of a picture",
    sentence:
      "No pixel needs another, so a cycle may take two: memories have two ports, and that is where it ends.",
    source: threshold,
    schedule: "split x 2\nunroll x.inner\npipeline x.outer\n",
    camera: "image",
  },
  {
    id: "life",
    title: "Game of life",
    sentence: "A map that looks around: a generation of cells, one each cycle.",
    source: life,
    schedule: "",
  },
  {
    id: "systolic",
    title: "Systolic array",
    sentence: "A grid of 64 multipliers that hand words to their neighbours, from one line of schedule.",
    source: systolic,
    schedule: "systolic i rows=i columns=j\n",
  },
  {
    id: "smith_waterman",
    title: "Matching sequences",
    sentence: "Dynamic programming on a row of elements: a whole anti-diagonal of the table in each cycle.",
    source: smithWaterman,
    schedule: "systolic i rows=i\n",
  },
  {
    id: "sort",
    title: "Sorting in rounds",
    sentence: "Every number in a register of its own, every pair compared in every round.",
    source: sort,
    schedule: "systolic t rows=i\n",
  },
  {
    id: "fft",
    title: "Fast Fourier transform",
    sentence: "Butterflies in place, with tables that became memories. Ask what bounds the innermost loop.",
    source: fft,
    schedule: "pipeline top\n",
  },
  {
    id: "filter",
    title: "A filter that feeds back",
    sentence: "Each sample waits for the two before it: a recurrence sets the pace, whatever the clock.",
    source: filter,
    schedule: "pipeline n\n",
  },
  {
    id: "checksum",
    title: "CRC-32",
    sentence: "Eight steps in a row of exclusive ors: so little logic that a byte takes one cycle.",
    source: checksum,
    schedule: "unroll bit\npipeline i\n",
  },
  {
    id: "mandelbrot",
    title: "Mandelbrot set",
    sentence: "Fixed point, and a loop that data end. Run it to see the picture.",
    source: mandelbrot,
    schedule: "",
  },
  {
    id: "gcd",
    title: "Common divisors",
    sentence: "A remainder takes many cycles, and the next step needs it: latency is all there is.",
    source: gcd,
    schedule: "",
  },
  {
    id: "kmeans",
    title: "K-means",
    sentence: "Several nests, floats, a minimum: the schedule is Lutra's own business here. Press Choose.",
    source: kmeans,
    schedule: "",
  },
  {
    id: "neuron",
    title: "A layer of a network",
    sentence: "Weights are constants of the program, so multipliers become sums of shifts.",
    source: neuron,
    schedule: "unroll k\npipeline n\n",
  },
  {
    id: "taps",
    title: "TypeScript: an adder tree",
    sentence:
      "The language is the macro language: a recursive function of TypeScript writes the circuit down.",
    source: taps,
    schedule: "pipeline y.0\n",
    language: "typescript",
  },
  {
    id: "popcount_ts",
    title: "TypeScript: HeteroCL's popcount",
    sentence:
      "A tensor by formula, with statements in it, as in the HeteroCL paper; the schedule makes its sum four bits wide.",
    source: popcountTs,
    schedule: "downsize out to=uint<4>\nunroll loop1\npipeline B.0\n",
    language: "typescript",
  },
];
