/** What bin/lutra.js starts. `npm run build` makes one file of it: seven hundred take half a second to load. */
export { main } from "./main.ts";
export { processTerminal } from "./terminal.ts";
