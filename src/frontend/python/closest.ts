export { closest } from "../../diagnostics/closest.ts";
