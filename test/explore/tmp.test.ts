import { test } from "vitest";
import { parts } from "../../src/device/part.ts";
import { effortFor } from "../../src/explore/goal.ts";
import { scheduleFor } from "../../src/explore/index.ts";
import { synthesize } from "../../src/synthesis/index.ts";
import { resourcesOf } from "../../src/synthesis/report/resources.ts";
import { writtenLoops } from "../synthesis/written.ts";

const layers = `def kernel(a: "int8[3,14,14]", w: "int8[4,3,3,3]", v: "int8[2,4,3,3]", c: "int32[2,10,10]"):
    b = np.zeros((4, 12, 12), dtype=np.int8)
    for o in range(4):
        for i in range(12):
            for j in range(12):
                s = np.int32(0)
                for k in range(3):
                    for y in range(3):
                        for x in range(3):
                            s += np.int32(a[k, i + y, j + x]) * np.int32(w[o, k, y, x])
                b[o, i, j] = np.int8(s >> 8)
    for p in range(2):
        for q in range(10):
            for r in range(10):
                t = np.int32(0)
                for m in range(4):
                    for e in range(3):
                        for f in range(3):
                            t += np.int32(b[m, q + e, r + f]) * np.int32(v[p, m, e, f])
                c[p, q, r] = t`;
const products = `def kernel(a: "int16[8,8]", b: "int16[8,8]", c: "int16[8,8]"):
    e = a @ b
    return e @ c`;
for (const [name, src] of [
  ["products", products],
  ["layers", layers],
] as const)
  for (const goal of ["balance", "speed"] as const)
    for (const p of ["ice40up5k-sg48", "lfe5u-12f-6bg381c"] as const)
      test(`${name} ${goal} ${p}`, { timeout: 0 }, () => {
        const part = parts[p];
        const target = { family: part.family, periodNs: 50 };
        const loops = writtenLoops(src);
        const t = process.cpuUsage().user;
        const f = scheduleFor(loops, target, part, effortFor(goal, loops, target));
        const cpu = (process.cpuUsage().user - t) / 1e6;
        const m = synthesize(f.loops, { target });
        console.log(
          name,
          goal,
          p,
          m.ok ? m.prediction.most : "-",
          JSON.stringify(m.ok ? resourcesOf(m) : null),
          cpu.toFixed(1),
        );
      });
