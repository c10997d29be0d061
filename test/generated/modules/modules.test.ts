/**
 * Random modules: every table that is known has the value that CPython gives it.
 *
 *     LUTRA_MODULES=20000 LUTRA_SEED=7 npx vitest run test/generated/modules     as many as wanted
 */
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { findNumpy, type NumpyServer } from "../../numpy/server.ts";
import { choiceLists } from "../choices.ts";
import { judgeModule } from "./verdict.ts";
import { moduleLength, writeModule } from "./writer.ts";

const modules = Number(process.env.LUTRA_MODULES ?? 300);
const seed = Number(process.env.LUTRA_SEED ?? 1);
const asked = process.env.LUTRA_MODULES !== undefined;

const numpy = await findNumpy();
afterAll(() => numpy?.close());

describe.skipIf(numpy === null)("generated modules", () => {
  test(
    `${modules} from seed ${seed}: every known value is CPython's`,
    async () => {
      if (numpy === null) return;
      const report = await run(numpy);
      if (asked)
        process.stderr.write(`${JSON.stringify({ ...report, failures: report.failures.length }, null, 1)}\n`);
      expect(report.failures.join("\n\n")).toBe("");
      expect(report.raised / Math.max(modules, 100)).toBeLessThan(0.1);
      expect(report.unknown / Math.max(report.known + report.unknown, 100)).toBeLessThan(0.02);
    },
    12 * 3_600_000,
  );
});

interface Report {
  known: number; // names of modules that call nothing the compiler does not read
  unknown: number;
  opaque: { known: number; unknown: number }; // of those that do
  raised: number;
  readonly exceptions: Record<string, number>;
  readonly reasons: Record<string, number>;
  readonly failures: string[];
}

async function run(server: NumpyServer): Promise<Report> {
  const report: Report = {
    known: 0,
    unknown: 0,
    opaque: { known: 0, unknown: 0 },
    raised: 0,
    exceptions: {},
    reasons: {},
    failures: [],
  };
  for (let i = 0; i < modules && report.failures.length < 5; i++) {
    const [numbers = []] = fc.sample(lists(), { seed: seed + i, numRuns: 1 });
    const module = writeModule(numbers);
    const verdict = await judgeModule(server, module);
    if (verdict.kind === "differs") report.failures.push(await shrunk(server, seed + i));
    else if (verdict.kind === "raises") {
      report.raised++;
      const name = verdict.exception.slice(0, 80);
      report.exceptions[name] = (report.exceptions[name] ?? 0) + 1;
    } else {
      const counts = module.opaque ? report.opaque : report;
      counts.known += verdict.known;
      counts.unknown += verdict.unknown.length;
      if (!module.opaque)
        for (const why of verdict.unknown) report.reasons[why] = (report.reasons[why] ?? 0) + 1;
    }
    if (asked && i % 500 === 499) process.stderr.write(`${i + 1} of ${modules}\n`);
  }
  return report;
}

function lists(): fc.Arbitrary<readonly number[]> {
  return choiceLists(moduleLength, writeModule);
}

/** The simplest module near this one that still differs. */
async function shrunk(server: NumpyServer, at: number): Promise<string> {
  let simplest = `seed ${at}: it agreed when it ran again`;
  const agrees = async (numbers: readonly number[]): Promise<boolean> => {
    const module = writeModule(numbers);
    const verdict = await judgeModule(server, module);
    if (verdict.kind !== "differs") return true;
    simplest = `seed ${at}:\n${module.text}\n${verdict.lines.join("\n")}`;
    return false;
  };
  await fc.check(fc.asyncProperty(lists(), agrees), {
    seed: at,
    numRuns: 1,
    interruptAfterTimeLimit: 30_000,
  });
  return simplest;
}
