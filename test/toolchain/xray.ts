/** A database in the format of Project X-Ray's, with a part of three tiles that nobody makes. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

export function madeUpDatabase(folder: string): void {
  const lut = Array.from({ length: 64 }, (_, at) => {
    return `CLB.SLICE_X0.LUT[${String(at).padStart(2, "0")}] 02_${String(at).padStart(2, "0")}`;
  });
  const files: Readonly<Record<string, string>> = {
    "mapping/devices.yaml": '"xc7a50t":\n  fabric: "xc7a50t"\n"xc7a35t":\n  fabric: "xc7a50t"\n',
    "xc7a35tcsg324-1/part.yaml": "part\n",
    "xc7a50t/tilegrid.json": JSON.stringify({
      CLB_X1Y0: {
        type: "CLB",
        bits: { CLB_IO_CLK: { baseaddr: "0x00000100", frames: 36, offset: 2, words: 2 } },
      },
      RAM_X0Y0: {
        type: "RAM",
        bits: { BLOCK_RAM: { baseaddr: "0x00C00000", frames: 128, offset: 10, words: 10 } },
      },
      HALF_X0Y0: {
        type: "HALF",
        bits: {
          CLB_IO_CLK: {
            ...{ baseaddr: "0x00000200", frames: 36, offset: 5, words: 1 },
            alias: { type: "CLB", sites: { SITE_Y1: "SLICE_X0" }, start_offset: 1 },
          },
        },
      },
    }),
    "segbits_clb.db": ["CLB.SLICE_X0.USED 01_03", "CLB.SLICE_X0.UNUSED !01_03 01_04", ...lut, ""].join("\n"),
    "segbits_ram.block_ram.db": "RAM.INIT[000] 03_00\nRAM.INIT[001] 03_16\n",
    "ppips_clb.db": "CLB.WIRE.THROUGH always\n",
    "ppips_half.db": "HALF.WIRE.OWN hint\n",
  };
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, "artix7", name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
}
