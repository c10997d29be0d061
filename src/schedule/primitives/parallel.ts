import { canParallel } from "../../loops/depend/index.ts";
import { loopNamed, replaceLoop } from "../../loops/find.ts";
import { clashPlace, clashText } from "../clash.ts";
import { done, loop, primitive } from "../primitive.ts";
import { refuse } from "../refusal.ts";

/**
 * An attribute: what runs is the same. Legal when no iteration needs another one. Accumulations may stay: those of
 * integers that wrap give the same bits in any order, and sums of operators are unordered by definition.
 */
export const parallel = primitive({
  name: "parallel",
  description: "Says that the iterations of a loop may run at the same time.",
  reshapes: false,
  params: { loop: loop() },
  apply(loops, { loop: name }) {
    const loop = loopNamed(loops, name);
    const clash = canParallel(loops, name);
    if (clash !== null) {
      const facts = { loop: name, clash: clashText(loops, clash) };
      return refuse("not-parallel", facts, clashPlace(loop, clash));
    }
    return done(replaceLoop(loops, name, () => [{ ...loop, attrs: { ...loop.attrs, parallel: true } }]));
  },
});
