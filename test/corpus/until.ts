/** Set up before each file of long tests: no test begins after LUTRA_UNTIL, in seconds of Unix time. Those that did not begin are told as skipped. */
import { beforeEach } from "vitest";

const until = Number(process.env.LUTRA_UNTIL ?? Number.POSITIVE_INFINITY);

beforeEach(({ skip }) => {
  if (Date.now() / 1000 > until) skip("its turn is another day");
});
