/**
 * PyLog's programs as systems: cycles of the kernel, cycles with memory, milliseconds beside those that PyLog and HeteroCL publish, and the share of the
 * roofline.
 *
 *     npm run bench:systems                   all of them; a smaller size of each is simulated and compared with the reference
 *     npm run bench:systems -- Jacobi         one of them
 */
import { built, clockMHz, gigabytes, modelled, simulated } from "./measure.ts";
import { programs } from "./programs.ts";

const wanted = process.argv[2];
const rows: (readonly string[])[] = [
  [
    ...["program", "kernel", "with memory", "ms", "PyLog", "HeteroCL", "roofline", "streams", "copies"],
    ...["simulated", "model", "bits", "what differs"],
  ],
];
const thousands = (value: number): string => Math.round(value).toLocaleString("en");
const told = (ms: number | null): string => (ms === null ? "–" : String(ms));
for (const program of programs) {
  if (wanted !== undefined && program.name !== wanted) continue;
  const small = built(program, program.simulated);
  const ran = await simulated(small);
  const isData = !Number.isFinite(small.circuit.made.prediction.most);
  const smaller = modelled(program, program.simulated, small, ran.kernel);
  const full = program.full === program.simulated ? small : built(program, program.full);
  const { kernel, withMemory, roofline, streamed, copied } = modelled(
    program,
    program.full,
    full,
    isData ? ran.kernel : undefined,
  );
  const isPredicted = isData || ran.kernel === small.circuit.made.prediction.most;
  if (!ran.same || !isPredicted) process.exitCode = 1;
  rows.push([
    ...[program.name, thousands(kernel), thousands(withMemory)],
    (withMemory / (clockMHz * 1000)).toPrecision(3),
    ...[told(program.pylog), told(program.heterocl), `${(100 * roofline).toFixed(1)} %`],
    ...[streamed.join(" ") || "–", copied.join(" ") || "–"],
    ...[thousands(ran.withMemory), thousands(smaller.withMemory)],
    ...[`${ran.same ? "same" : "OTHER"}${isPredicted ? "" : `, ran ${ran.kernel}`}`, program.differs],
  ]);
  process.stderr.write(`${program.name}\n`);
}
const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
process.stdout.write(
  `A card at ${clockMHz} MHz, memory of ${gigabytes} GB/s for reads and writes together, 200 ns; cycles of a call\n`,
);
for (const row of rows)
  process.stdout.write(
    `${row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join("  ")
      .trimEnd()}\n`,
  );
