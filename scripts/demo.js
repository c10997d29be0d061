// `npm run demo`, after a build.
import { demo } from "../dist/cli/demo.js";
import { processTerminal } from "../dist/cli/terminal.js";

await demo(processTerminal());
