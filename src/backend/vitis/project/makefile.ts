import { makeWord, recipeWord } from "./words.ts";

/** How make checks a kernel with g++ alone: the headers in simulation/ stand for the vendor's. */
export function csimRules(sources: readonly string[]): string {
  const files = ["testbench.cpp", ...sources];
  return `CSIM = -std=c++14 -O2 -fwrapv -ffp-contract=off -Wno-unknown-pragmas -DLUTRA_STACK_BYTES=1073741824 -pthread

csim: testbench
\tmkdir -p out
\t./testbench data out data/expected

testbench: ${files.map(makeWord).join(" ")}
\tg++ $(CSIM) -I. -Isimulation ${files.map(recipeWord).join(" ")} -o $@
`;
}
