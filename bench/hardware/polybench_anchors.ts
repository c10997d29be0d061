/**
 * What other compilers reach on PolyBench, MEDIUM sizes, float32: cycles, and DSPs where they are known.
 *
 * Stream-HLS: as its authors report, with a budget of 2,560 DSPs. Allo, ScaleHLS, and Vitis HLS without directives: as
 * the authors of Allo and Stream-HLS report.
 */
export interface Reported {
  readonly who: string;
  readonly cycles: number;
  readonly dsps: number | null;
}

export const polybench: Readonly<Record<string, readonly Reported[]>> = {
  gemm: reported([24_051, 2552], [239_025], [176_964, 324], [10_609_802]),
  "2mm": reported([36_352, 1942], [194_006], [245_524, 967], [117_648_026]),
  "3mm": reported([49_092, 2507], [222_987], [266_068, 637], [127_680_022]),
  atax: reported([2_180, 1502], [3_224, 243], [19_300, 110], [1_288_583]),
  bicg: reported([1_112, 1501], [1_651], [14_446, 116], [1_279_602]),
  gesummv: reported([673, 922], [1_521], [6_324, 141], [500_020]),
  mvt: reported([667, 2306], [3_207], [15_076, 112], [2_560_019]),
  "jacobi-2d": reported(null, [58_801, 801], [10_800_000, 83], [64_600_000]),
  trmm: reported(null, [486_011, 83], [38_400_000, 7], [412_800_000]),
  syrk: reported(null, [293_543], [433_900_000], [243_000_000]),
  symm: reported(null, [508_005, 1208], [182_400_000, 8], [71_500_000]),
  correlation: reported(null, [498_690, 1308], [144_900_000], [106_600_000]),
};

type Figures = readonly [cycles: number, dsps?: number] | null;

function reported(
  ...figures: readonly [streamHls: Figures, allo: Figures, scaleHls: Figures, vitis: Figures]
): readonly Reported[] {
  const who = ["Stream-HLS", "Allo", "ScaleHLS", "Vitis HLS"];
  return figures.flatMap((one, index) =>
    one === null ? [] : [{ who: who[index] ?? "", cycles: one[0], dsps: one[1] ?? null }],
  );
}
