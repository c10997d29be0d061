/** Every builtin, called on several types: those that are not today's. */
import { ofOtherDays } from "../../corpus/day.ts";
import { callBuiltins, groupsADay } from "./called.ts";
import { groups } from "./cases.ts";

await callBuiltins(ofOtherDays(groups, groupsADay));
