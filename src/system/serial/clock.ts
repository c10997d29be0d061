/** Clocks that the PLL of a part can make of an oscillator. */
import type { Flow } from "../../device/board.ts";

export interface MadeClock {
  readonly mhz: number;
  readonly settings: Readonly<Record<string, number>> | null; // null: the oscillator itself
}

/** From the fastest down. The oscillator is one of them. */
export function clocksOf(tool: Flow["tool"], oscillatorMHz: number): readonly MadeClock[] {
  const made = plls[tool](oscillatorMHz);
  const best = new Map<string, MadeClock>([
    [oscillatorMHz.toFixed(4), { mhz: oscillatorMHz, settings: null }],
  ]);
  for (const one of made) if (!best.has(one.mhz.toFixed(4))) best.set(one.mhz.toFixed(4), one);
  return [...best.values()].sort((a, b) => b.mhz - a.mhz);
}

/** SB_PLL40 (iCE40 sysCLOCK PLL guide): reference / (DIVR + 1) is 10 to 133 MHz, the oscillator in it 533 to 1066 MHz. */
function icePll(reference: number): readonly MadeClock[] {
  const found: MadeClock[] = [];
  for (let divr = 0; divr < 16; divr++) {
    const compared = reference / (divr + 1);
    if (compared < 10 || compared > 133) continue;
    const filter = [17, 26, 44, 66, 101].filter((limit) => compared >= limit).length + 1;
    for (let divf = 0; divf < 128; divf++) {
      const vco = compared * (divf + 1);
      if (vco < 533 || vco > 1066) continue;
      for (let divq = 1; divq <= 6; divq++) {
        const mhz = vco / 2 ** divq;
        if (mhz < 16 || mhz > 275) continue;
        found.push({ mhz, settings: { DIVR: divr, DIVF: divf, DIVQ: divq, FILTER_RANGE: filter } });
      }
    }
  }
  return found;
}

/** EHXPLLL (ECP5 sysCLOCK PLL guide): compared at 3.125 to 400 MHz, the oscillator in it 400 to 800 MHz. */
function ecp5Pll(reference: number): readonly MadeClock[] {
  const found: MadeClock[] = [];
  for (let input = 1; input <= 8; input++) {
    const compared = reference / input;
    if (compared < 3.125 || compared > 400) continue;
    for (let feedback = 1; feedback <= 80; feedback++) {
      for (let output = 1; output <= 128; output++) {
        const mhz = compared * feedback;
        const vco = mhz * output;
        if (vco < 400 || vco > 800 || mhz < 10 || mhz > 400) continue;
        found.push({ mhz, settings: { CLKI_DIV: input, CLKFB_DIV: feedback, CLKOP_DIV: output } });
      }
    }
  }
  return found;
}

/** rPLL (UG286, GW1N-9C at speed C6): compared at 3 to 400 MHz, the oscillator in it 400 to 1200 MHz, 3.125 to 600 MHz out. */
function gowinPll(reference: number): readonly MadeClock[] {
  const found: MadeClock[] = [];
  for (let input = 0; input < 64; input++) {
    const compared = reference / (input + 1);
    if (compared < 3 || compared > 400) continue;
    for (let feedback = 0; feedback < 64; feedback++) {
      for (const output of [2, 4, 8, 16, 32, 48, 64, 80, 96, 112, 128]) {
        const mhz = compared * (feedback + 1);
        if (mhz * output < 400 || mhz * output > 1200 || mhz < 3.125 || mhz > 600) continue;
        found.push({ mhz, settings: { IDIV_SEL: input, FBDIV_SEL: feedback, ODIV_SEL: output } });
      }
    }
  }
  return found;
}

/** PLLE2 (UG472, DS181 at speed -1): compared at 19 to 450 MHz, the oscillator in it 800 to 1600 MHz. */
function xilinxPll(reference: number): readonly MadeClock[] {
  const found: MadeClock[] = [];
  for (let input = 1; input <= 56; input++) {
    const compared = reference / input;
    if (compared < 19 || compared > 450) continue;
    for (let feedback = 2; feedback <= 64; feedback++) {
      const vco = compared * feedback;
      if (vco < 800 || vco > 1600) continue;
      for (let output = 1; output <= 128; output++) {
        const mhz = vco / output;
        if (mhz < 6.25 || mhz > 464) continue;
        found.push({
          ...{ mhz, settings: { DIVCLK_DIVIDE: input, CLKFBOUT_MULT: feedback, CLKOUT0_DIVIDE: output } },
        });
      }
    }
  }
  return found;
}

const plls: Readonly<Record<Flow["tool"], (reference: number) => readonly MadeClock[]>> = {
  ...{ icestorm: icePll, trellis: ecp5Pll, apicula: gowinPll, prjxray: xilinxPll },
};
