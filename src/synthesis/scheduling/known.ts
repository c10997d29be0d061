/** Pipelines that come again in another plan: their problems are the same to the letter, and so are their answers. */
import { type Asked, pipeline } from "../timing/index.ts";
import type { Problem } from "../timing/problem.ts";

export interface KnownPipelines {
  readonly answers: Map<string, Answer>; // by the problem's text, the oldest first
  characters: number; // of these texts
}

type Answer = ReturnType<typeof pipeline>;

export function noKnownPipelines(): KnownPipelines {
  return { answers: new Map(), characters: 0 };
}

/** A byte each; the problem of a small kernel has tens of thousands. */
const mostCharacters = 1 << 26;

/** As `pipeline`, which is a function of what is given. When there are many, the oldest are forgotten. */
export function pipelineOnce(problem: Problem, asked: Asked, known: KnownPipelines | undefined): Answer {
  if (known === undefined) return pipeline(problem, asked);
  const key = JSON.stringify([problem, asked]);
  const before = known.answers.get(key);
  if (before !== undefined) return before;
  const answer = pipeline(problem, asked);
  known.answers.set(key, answer);
  known.characters += key.length;
  for (const oldest of known.answers.keys()) {
    if (known.characters <= mostCharacters || oldest === key) break;
    known.answers.delete(oldest);
    known.characters -= oldest.length;
  }
  return answer;
}
