/** What a person asks of a kernel's circuits: `--objective` and `--within`. */
import { blockRamsOf, type Part } from "../../device/part.ts";
import { closest } from "../../diagnostics/closest.ts";
import { Failure } from "../../diagnostics/failure.ts";
import { type Limit, limitsOf, type ObjectiveName, objectiveNames } from "../../explore/kernel/evaluate.ts";

export function objectivesOf(text = "cycles"): readonly ObjectiveName[] {
  const names = text.split(",").map((name) => name.trim());
  if (names.includes(""))
    throw new Failure("--objective needs names with commas between", {
      help: "such as --objective cycles,luts",
    });
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new Failure(`--objective: ${twice} is named twice`);
  return names.map(
    (name) => objectiveNames.find((one) => one === name) ?? unknownObjective("--objective", name),
  );
}

function unknownObjective(option: string, name: string): never {
  const near = closest(name, objectiveNames);
  throw new Failure(`${option}: there is no ${name}; there is ${objectiveNames.join(", ")}`, {
    help:
      near !== null
        ? `did you mean ${near}?`
        : option === "--within"
          ? "such as --within luts=50%,dsps=200"
          : `such as ${option} cycles,luts`,
  });
}

/** `luts=50%,dsps=200`: what is not named is what the part has. */
export function limitsWithin(text: string | undefined, part: Part): readonly Limit[] {
  const has: Readonly<Record<ObjectiveName, number | null>> = {
    cycles: null,
    interval: null,
    luts: part.luts,
    dsps: part.dsps,
    brams: blockRamsOf(part),
  };
  const said = (text === undefined ? [] : text.split(",")).map((one): Limit => {
    const [, word = "", number = "", percent] = /^\s*(\w+)\s*=\s*(\d+(?:\.\d+)?)(%?)\s*$/.exec(one) ?? [];
    if (word === "")
      throw new Failure(`--within ${one}: expected NAME=NUMBER`, {
        help: "such as --within luts=50%,dsps=200",
      });
    const name = objectiveNames.find((known) => known === word) ?? unknownObjective("--within", word);
    const all = has[name];
    if (percent === "%" && all === null)
      throw new Failure(`--within ${one}: a part has no ${name} to take a share of`, {
        help: `such as ${name}=1000`,
      });
    return { name, most: percent === "%" ? Math.floor((Number(number) / 100) * (all ?? 0)) : Number(number) };
  });
  const twice = said.find(({ name }, at) => said.findIndex((one) => one.name === name) !== at);
  if (twice !== undefined) throw new Failure(`--within: ${twice.name} is named twice`);
  return [...limitsOf(part).filter(({ name }) => !said.some((one) => one.name === name)), ...said];
}
