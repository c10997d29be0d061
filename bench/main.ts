/** `npm run bench`: every measurement, its ratio, and the bound it must keep. */

import { checkSpeed } from "./check.ts";
import { hlsLengths, hlsSpeed } from "./hls.ts";
import { loopsSpeed } from "./loops.ts";
import { referenceSpeed } from "./reference.ts";
import { simdSpeed } from "./simd.ts";
import type { Measurement } from "./table.ts";
import { printTable } from "./table.ts";
import { timingSpeed } from "./timing.ts";
import { wasmSpeed } from "./wasm.ts";

const check = checkSpeed();
const rows: Measurement[] = [
  ...referenceSpeed(),
  check,
  ...(await wasmSpeed()),
  ...(await simdSpeed()),
  ...loopsSpeed(),
  ...hlsSpeed(),
  ...timingSpeed(),
];
process.stdout.write(printTable(rows));
process.stdout.write(`\nPyLog's eight programs\n${hlsLengths()}`);
process.exitCode = rows.every((row) => row.holds) ? 0 : 1;
