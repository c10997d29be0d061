// One file of the command line, after tsc: dist/cli/lutra.js. What we depend on stays outside.
import { rolldown } from "rolldown";

const program = await rolldown({ input: "dist/cli/program.js", platform: "node", external: [/^[^./]/] });
await program.write({ file: "dist/cli/lutra.js", format: "esm" });
