/** All of PyLog's programs; test/python/systems.long.test.ts calls the same circuits in a simulation, and compares them with NumPy. */
import { test } from "vitest";
import { icarusAvailable } from "../hardware/icarus.ts";
import { packagedForPynq } from "./pynq.ts";
import { systems } from "./systems.ts";

test.skipIf(!icarusAvailable()).each(systems)("$name is packaged for a PYNQ-Z2", (program) =>
  packagedForPynq(program),
);
