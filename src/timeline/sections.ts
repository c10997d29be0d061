/** Going through sections. */
import type { Section } from "./nodes.ts";

export function insideOf(section: Section): readonly Section[] {
  switch (section.kind) {
    case "block":
    case "pipeline":
      return [];
    case "repeat":
      return section.body;
    case "branch":
      return [...section.then, ...section.else];
  }
}

/** Every section, outermost first. */
export function* sectionsIn(sections: readonly Section[]): Generator<Section> {
  for (const section of sections) {
    yield section;
    yield* sectionsIn(insideOf(section));
  }
}
