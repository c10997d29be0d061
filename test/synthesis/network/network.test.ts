import { expect, test } from "vitest";
import { ran } from "./run.ts";

const H = 32;
const image = `
def kernel(img: "uint8[${H},${H}]", out: "uint8[${H - 8},${H - 8}]"):
    blur = np.zeros((${H - 4}, ${H - 4}), dtype=np.int32)
    for i in range(${H - 4}):
        for j in range(${H - 4}):
            acc = np.int32(0)
            for r in range(5):
                for c in range(5):
                    acc += np.int32(img[i + r, j + c]) * (r + c + 1)
            blur[i, j] = acc // 128
    mag = np.zeros((${H - 6}, ${H - 6}), dtype=np.int32)
    for y in range(${H - 6}):
        for x in range(${H - 6}):
            gx = blur[y, x + 2] + 2 * blur[y + 1, x + 2] + blur[y + 2, x + 2] - blur[y, x] - 2 * blur[y + 1, x] - blur[y + 2, x]
            gy = blur[y + 2, x] + 2 * blur[y + 2, x + 1] + blur[y + 2, x + 2] - blur[y, x] - 2 * blur[y, x + 1] - blur[y, x + 2]
            mag[y, x] = abs(gx) + abs(gy)
    edge = np.zeros((${H - 6}, ${H - 6}), dtype=np.int32)
    for v in range(${H - 6}):
        for u in range(${H - 6}):
            edge[v, u] = mag[v, u] if mag[v, u] > 20 else 0
    for p in range(${H - 8}):
        for q in range(${H - 8}):
            most = edge[p, q]
            for r2 in range(3):
                for c2 in range(3):
                    most = max(most, edge[p + r2, q + c2])
            out[p, q] = np.uint8(255 if edge[p + 1, q + 1] == most and most > 0 else 0)
`;

test("x", async () => {
  for (const steps of ["reuse_at img i\nreuse_at img_reuse j\nfuse_loops img_reuse.1 j\npipeline img_reuse.1\nreuse_at blur y\nreuse_at blur_reuse x\nfuse_loops blur_reuse.1 x\npipeline blur_reuse.1\npipeline u\nreuse_at edge p\nreuse_at edge_reuse q\nfuse_loops edge_reuse.1 q\npipeline edge_reuse.1\ndataflow"]) {
    try {
  const flow = await ran(image, steps);
  const { processes, channels } = flow.made.network!;
  console.log(flow.cycles, processes.map((p) => `${p.name} ${p.cycles.most} ${p.start}..${p.end} waited ${p.waited}`).join("\n"), channels.map((c) => `${c.by} ${c.kind} ${c.depth} ${c.why?.why}`).join("\n"));
  } catch (e) { console.log(String(e).slice(0, 600)); }
  }
});
