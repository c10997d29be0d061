import { test } from "vitest";
import { icarusAvailable } from "../hardware/icarus.ts";
import { packagedForPynq } from "./pynq.ts";
import { systems } from "./systems.ts";

test.skipIf(!icarusAvailable()).each(systems.filter(({ name }) => name === "histogram"))(
  "$name is packaged for a PYNQ-Z2",
  (program) => packagedForPynq(program),
);
