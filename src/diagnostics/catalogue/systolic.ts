import type { Family } from "./entry.ts";

/** Why a nest is no systolic array. */
export const systolic = {
  "systolic-nest": ({ nest, why }: { nest: string; why: SystolicNest }) => systolicNest(nest, why),
  "systolic-scalar": ({ nest, scalar }: { nest: string; scalar: string }) => ({
    message: `\`${scalar}\` goes from iteration to iteration of \`${nest}\`, or out of it, and elements keep their scalars to themselves`,
    help: "set it inside of the loops over rows and columns before it is used, or make it a sum, `max` or `min` of integers and nothing else",
  }),
  "systolic-array": ({ array }: { array: string }) => ({
    message: `elements would see what others store into \`${array}\`, or store it more than once in a sum`,
    help: "each element may store one element of an array, at an index of the loops over rows and columns alone, and read that one only; what other elements read is stored in every iteration, under no condition",
  }),
  "systolic-start": (facts: { array: string; access: string; isArgument: boolean }) => ({
    message: `the sum in \`${facts.access}\` goes on from what ${facts.isArgument ? "the caller left there" : "was there before"}, which no element has`,
    help: `set \`${facts.access}\` to zero inside of the loops over rows and columns, or sum in a scalar`,
  }),
  "systolic-read": ({ access, isOwn }: { access: string; isOwn: boolean }) => ({
    message: isOwn
      ? `\`${access}\` is another element in every row and column, so it cannot come from a neighbour`
      : `\`${access}\` may be outside of the array, or its index is no sum of loop variables, so it cannot be read ahead`,
    help: isOwn
      ? "operands of an element follow its row or its column; take other loops for `rows` and `columns`"
      : "use indices such as `i` and `k + 1` that are always inside",
  }),
  "systolic-distance": ({ access, distance }: { access: string; distance: SystolicDistance | null }) => ({
    message:
      distance === null
        ? `\`${access}\` is not at the same distance from what is stored in every iteration`
        : `\`${access}\` is ${apart(distance.space, "row")} and ${apart(distance.time, "step")}, and an element sees what it or the row before it has computed already`,
    help: "elements can read `[i - 1, j + n]` and `[i, j - n]` of what they store at `[i, j]`, with a constant n, and the loop over `i` for `rows`",
  }),
  "systolic-place": ({ access, why }: { access: string; why: "index" | "outside" }) => ({
    message:
      why === "index"
        ? `\`${access}\` is no place that an element or its neighbours keep`
        : `\`${access}\` may be outside of the array in some iteration`,
    help:
      why === "index"
        ? "in a loop over places, an index is its variable and a constant, such as `i` and `i + 1`, and indices of other dimensions are the same everywhere; what follows the steps alone may be read as well"
        : "use bounds that keep `i`, `i - 1` and `i + 1` inside, or put the access under a condition on `i`",
  }),
  "systolic-apart": ({ load, store, distance }: { load: string; store: string; distance: number }) => ({
    message: `\`${load}\` is read where \`${store}\` is stored, ${distance} places away, and an element sees its neighbours alone`,
    help: "elements can read the places beside what they store, `i - 1`, `i` and `i + 1`",
  }),
  "systolic-route": ({ access, why, instead }: SystolicRouteFacts) => ({
    message: {
      vector: `\`${access}\` is of an array of one dimension, and elements pass on words of matrices`,
      index: `\`${access}\` comes neither down a column of elements nor along a row of them`,
      store: `\`${access}\` is not the word of the column in which its statement runs`,
      outside: `\`${access}\` may be outside of the array in some iteration`,
      order: `\`${access}\` would not have the value that it has in the program when it passes`,
      later: `\`${access}\` is of a line that passes the elements after the one that it updates, which has left by then`,
    }[why],
    help: why === "vector" ? vectorHelp : (insteadHelp(instead) ?? (why === "later" ? laterHelp : routeHelp)),
  }),
  "systolic-order": ({ loop, clash }: { loop: string; clash: string }) => ({
    message: `elements take a step at the same time, and iterations of \`${loop}\` depend on each other: ${clash}`,
    help: "let a step change every other place, as with `range(t % 2, n, 2)`, or store into another array and copy it back",
  }),
} satisfies Family;

/** In iterations of the loop over rows, and of the other. */
export interface SystolicDistance {
  readonly space: number;
  readonly time: number;
}

function apart(count: number, what: string): string {
  if (count === 0) return `in the same ${what}`;
  const many = Math.abs(count) === 1 ? `1 ${what}` : `${Math.abs(count)} ${what}s`;
  return `${many} ${count > 0 ? "before" : "after"}`;
}

export type SystolicRoute = "vector" | "index" | "store" | "outside" | "order" | "later";

export interface SystolicRouteFacts {
  readonly access: string;
  readonly why: SystolicRoute;
  readonly instead: string | null; // a step that can be done
}

const routeHelp =
  "with a loop `k` for `rows` and `j` for `columns`, a statement that stores `a[i, j]` can read `a[i, j]`, `a[i, k]`, and what lines before `i` left in `a[k, j]` or `a[j, k]`; try the other loops for `rows` and `columns`";
const vectorHelp =
  "let it be one more column of the matrix, as right-hand sides are: `for j in range(k + 1, n + 1): a[i, j] -= ...`; or leave it to a nest of its own";
const laterHelp =
  "let a line update later ones alone, as in `for i in range(k + 1, n)`; what it does to the lines before it is a nest of its own, from the last line to the first";

export type SystolicNest =
  | { readonly problem: "shape"; readonly what: string }
  | { readonly problem: "space"; readonly loop: string; readonly where: "twice" | "outside" | "inside" }
  | { readonly problem: "bounds" | "unrolled" | "chain" | "extent" | "sums"; readonly loop: string }
  | { readonly problem: "lines"; readonly loop: string; readonly instead: string | null } // a step that can be done
  | { readonly problem: "whole"; readonly elements: number }
  | { readonly problem: "size" | "group"; readonly count: number; readonly dimensions: number }
  | { readonly problem: "simd"; readonly loop: string; readonly innermost: string }
  | { readonly problem: "several"; readonly option: "simd" | "group" }
  | { readonly problem: "long" }
  | { readonly problem: "steps" };

function insteadHelp(step: string | null): string | null {
  return step === null ? null : `\`${step}\` can be done`;
}

function systolicNest(nest: string, why: SystolicNest): { message: string; help: string } {
  switch (why.problem) {
    case "shape":
      return {
        message: `\`${nest}\` holds a \`${why.what}\`, which is no step of an element`,
        help: "a systolic array takes loops around assignments, with one loop over the terms of a sum among them",
      };
    case "space":
      return {
        message: {
          twice: `\`${why.loop}\` is named for \`rows\` and for \`columns\``,
          outside: `\`${why.loop}\` is no loop of the nest \`${nest}\``,
          inside: `some statements of \`${nest}\` are not inside \`${why.loop}\``,
        }[why.where],
        help: "`rows` and `columns` are two loops around everything that an element computes",
      };
    case "bounds":
      return {
        message: `\`${why.loop}\` has no constant bounds, or never runs`,
        help: "an array of elements needs loops of known length",
      };
    case "unrolled":
      return {
        message: `\`${why.loop}\` is unrolled already, and \`systolic\` says itself what runs at the same time`,
        help: "leave out that step; `simd=N` takes several steps of the innermost loop at once",
      };
    case "size":
      return {
        message: `\`size\` has ${why.count === 1 ? "1 number" : `${why.count} numbers`}, and the array ${why.dimensions === 1 ? "has rows alone" : "has rows and columns"}`,
        help: why.dimensions === 1 ? "say `size=R`, or name a loop for `columns`" : "say `size=R,C`",
      };
    case "group":
      return {
        message:
          why.dimensions === 1
            ? "`group` is for arrays of rows and columns, whose elements share what they read with both"
            : `\`group\` has ${why.count === 1 ? "1 number" : `${why.count} numbers`}, and is rows and columns of results`,
        help: why.dimensions === 1 ? "leave it out, or name a loop for `columns`" : "say `group=R,C`",
      };
    case "simd":
      return {
        message: `\`${why.loop}\` is not the innermost loop over the steps of an element, which is \`${why.innermost}\``,
        help: `say \`simd=${why.innermost}:K\`, or \`simd=K\`: the steps that are taken at once follow one another in the program`,
      };
    case "chain":
      return {
        message: `each step of \`${why.loop}\` needs what the step before it computed, so an element takes one at a time`,
        help: "leave out `simd`",
      };
    case "extent":
      return {
        message: `how far \`${why.loop}\` goes is only known when it runs`,
        help: "an array of elements needs bounds of known range, such as `range(t % 2, n - 1, 2)` with a constant n",
      };
    case "whole":
      return {
        message: `each element keeps one place of the array, and there are ${why.elements} places`,
        help: "leave out `size`",
      };
    case "sums":
      return {
        message: `\`${why.loop}\` has a step other than 1, or bounds that are no sums of loop variables of \`${nest}\``,
        help: "lines that are updated pass the elements one after another: write loops such as `range(k + 1, n)` with a constant n",
      };
    case "lines":
      return {
        message: `\`${why.loop}\` counts the lines that are updated, which pass the elements one after another`,
        help:
          insteadHelp(why.instead) ??
          "for `rows` name the loop over the lines that they are updated by: `rows=k columns=j` where `a[i, j]` is updated by `a[k, j]`",
      };
    case "several":
      return {
        message: `elements update a line of \`${nest}\` in each step, a word each, and \`${why.option}\` asks for several`,
        help: `leave out \`${why.option}\``,
      };
    case "long":
      return {
        message: `\`${nest}\` runs more statements than can be followed through an array of elements`,
        help: "decompose the matrix block by block",
      };
    case "steps":
      return {
        message: `\`${nest}\` has no loop over the steps of an element: each would work once`,
        help: "leave a loop that is neither `rows` nor `columns`, such as that of a sum; `parallel` and `unroll` do for the rest",
      };
  }
}
