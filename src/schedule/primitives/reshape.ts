import { arrayNamed } from "../../loops/find.ts";
import { changeArray } from "../declare.ts";
import { arrayName, done, integer, keyword, primitive } from "../primitive.ts";
import { refuse } from "../refusal.ts";

/** One word an array: packing a second dimension is refused. What runs is the same. */
export const reshape = primitive({
  name: "reshape",
  description: "Packs neighbours along a dimension of an array into one word, which is accessed as a whole.",
  params: { array: arrayName(), dim: keyword(integer({ min: 0 })), factor: integer({ min: 2 }) },
  apply(loops, { array, dim, factor }) {
    const decl = arrayNamed(loops, array);
    const size = decl.shape[dim];
    if (size === undefined) return refuse("no-dimension", { array, dim, rank: decl.shape.length }, { array });
    if (factor > size) return refuse("word-too-long", { array, dim, size, factor }, { array });
    if (decl.words !== undefined) return refuse("already-packed", { array, ...decl.words }, { array });
    const bank = decl.banks?.find((one) => one.dim === dim);
    if (bank !== undefined) return refuse("already-partitioned", { array, dim, as: bank }, { array });
    return done(changeArray(loops, array, (one) => ({ ...one, words: { dim, factor } })));
  },
});
