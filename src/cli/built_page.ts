/** Where `npm run build` has put the explorer's page: told from this folder, which is as deep in src/ as in dist/ and in the bundle. */
import { fileURLToPath } from "node:url";

export const builtPage = fileURLToPath(new URL("../../dist/web", import.meta.url));
