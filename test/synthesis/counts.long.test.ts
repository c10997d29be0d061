/** The exact counts of counts.ts: schedules of Lutra's own of other days, and those that take long to find. */
import { areasAreTodays, areasOfToday, countsAreExact, others } from "./counts.ts";

countsAreExact(others);
areasAreTodays(areasOfToday("large", 1));
