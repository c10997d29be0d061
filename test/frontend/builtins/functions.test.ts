/** Every builtin, called on several types: today's. */
import { ofToday } from "../../corpus/day.ts";
import { callBuiltins, groupsADay } from "./called.ts";
import { groups } from "./cases.ts";

await callBuiltins(ofToday(groups, groupsADay));
