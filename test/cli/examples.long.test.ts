/** The circuits of the examples that are not today's. */
import { it } from "vitest";
import { ofOtherDays } from "../corpus/day.ts";
import { becomesCircuit, circuitsADay, examples } from "./example-circuits.ts";

it.each(ofOtherDays(examples, circuitsADay))("%s becomes a circuit, without a warning", becomesCircuit);
