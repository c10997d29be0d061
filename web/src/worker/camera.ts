/**
 * A picture as from a camera, of any size: a house on a hill under an evening sky, with the noise of a sensor. It is made here, so
 * that nobody needs a file to see what a kernel does to a picture. The same seed gives the same noise.
 *
 *     cameraPicture(64, 64, 1, 7) // uint8[64,64,1]
 */
import type { NpyArray } from "../../../src/call/npy.ts";
import { randomFrom, uniform } from "../../../src/types/random.ts";

type Colour = readonly [number, number, number];

/** `samples`: 1 is grey, 3 are red, green and blue, a fourth says that nothing shines through. */
export function cameraPicture(rows: number, columns: number, samples: number, seed: number): NpyArray {
  const data = new Uint8Array(rows * columns * samples);
  const random = randomFrom(seed, "camera");
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const [y, x] = [(row + 0.5) / rows, (column + 0.5) / columns];
      const noise = (uniform(random) + uniform(random) - 1) * 9;
      const colour = sceneAt(x, y);
      const grey = 0.299 * colour[0] + 0.587 * colour[1] + 0.114 * colour[2];
      for (let sample = 0; sample < samples; sample++) {
        const value = sample === 3 ? 255 : (samples >= 3 ? (colour[sample] ?? grey) : grey) + noise;
        data[(row * columns + column) * samples + sample] = Math.max(0, Math.min(255, Math.round(value)));
      }
    }
  return { dtype: "uint8", shape: [rows, columns, samples], data };
}

/** From what is nearest to what is far; places go from 0 to 1. */
function sceneAt(x: number, y: number): Colour {
  const inside = (left: number, right: number, top: number, bottom: number): boolean =>
    x > left && x < right && y > top && y < bottom;
  const ground = 0.74 + 0.05 * Math.sin(x * 5 + 1);
  if (inside(0.4, 0.47, 0.62, 0.78)) return [70, 45, 35]; // the door
  if (inside(0.27, 0.35, 0.55, 0.64) || inside(0.53, 0.61, 0.55, 0.64)) return [255, 226, 140];
  if (inside(0.22, 0.66, 0.5, 0.78)) return [196, 178, 158];
  if (y > 0.32 && y < 0.5 && Math.abs(x - 0.44) < (y - 0.32) * 1.5) return [142, 62, 48]; // the roof
  if (inside(0.815, 0.845, 0.55, 0.8)) return [80, 58, 44]; // a tree
  if (Math.hypot(x - 0.83, (y - 0.47) * 1.1) < 0.12) return leaves(x, y);
  if (y > ground) return [96 + 40 * (1 - y), 132 + 60 * (y - ground), 66];
  const hill = 0.6 + 0.09 * Math.sin(x * 3.1 + 2.4);
  if (y > hill) return [88, 106, 122];
  if (Math.hypot(x - 0.76, y - 0.18) < 0.07) return [255, 240, 200]; // the sun
  return [120 + 130 * y, 150 + 60 * y, 205 - 20 * y];
}

function leaves(x: number, y: number): Colour {
  const light = 18 * Math.sin(x * 90) * Math.cos(y * 80);
  return [52 + light, 98 + light, 50 + light];
}
