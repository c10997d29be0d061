/** What tells a name that Python does not know from those of a source: the local of a tuple's item, `s_0@item`. */
export const itemMark = "@item";
