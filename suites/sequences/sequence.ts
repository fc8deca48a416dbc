import fc from 'fast-check'
import type { Session } from '../../src/check/session.ts'

/** Rules for turning choices into the steps of a sequence. A step may refer to an earlier one by its place. */
export interface Grammar<Choice, Step> {
  /** Returns the step that a choice makes after these, or undefined if it makes none. */
  stepOf: (choice: Choice, before: readonly Step[]) => Step | undefined
  /** Returns a choice that makes this step after these. It allows shrinking of sequences that were not generated. */
  choiceOf: (step: Step, before: readonly Step[]) => Choice
}

export function placesOf<Step extends { do: string }>(command: Step['do'], steps: readonly Step[]): number[] {
  return steps.flatMap((step, place) => (step.do === command ? [place] : []))
}

/** Picks a place, counted back from the last one. The first one stands for any before it. */
export function pickedFrom(places: readonly number[], pick: number): number | undefined {
  return places.at(-1 - pick) ?? places[0]
}

/** Returns the count by which `pickedFrom` picks the place. */
export function pickOf(places: readonly number[], place: number): number {
  return places.length - 1 - places.indexOf(place)
}

/**
 * Repeats each command by the number beside it, which is how often it is drawn. A command shrinks to an earlier one, so
 * commands that create something come last.
 */
export function oftenAs<Command extends string>(times: ReadonlyArray<readonly [Command, number]>): Command[] {
  return times.flatMap(([command, count]) => Array<Command>(count).fill(command))
}

/**
 * Generates sequences of one to `longest` steps. They shrink to fewer steps and smaller choices. If a step is left out,
 * the remaining ones still refer to existing steps.
 */
export function sequences<Choice, Step>(
  choices: fc.Arbitrary<Choice>,
  { stepOf, choiceOf }: Grammar<Choice, Step>,
  longest: number,
): fc.Arbitrary<Step[]> {
  const stepsOf = (chosen: ReadonlyArray<Choice | undefined>): Step[] => {
    const steps: Step[] = []
    for (const choice of chosen) {
      const step = choice === undefined ? undefined : stepOf(choice, steps)
      if (step !== undefined) steps.push(step)
    }
    return steps
  }
  const choicesOf = (steps: unknown): Choice[] => {
    if (!Array.isArray(steps)) throw new Error('not a sequence')
    return steps.map((step: Step, place) => choiceOf(step, steps.slice(0, place)))
  }
  // Each choice shrinks first to no choice at all, so that a step can be left out at any place.
  const orNone = fc.option(choices, { nil: undefined, freq: 9 })
  return fc
    .array(orNone, { minLength: 1, maxLength: longest, size: 'max' })
    .map(stepsOf, choicesOf)
    .filter((steps) => steps.length > 0)
}

/** A step that is under way, and the session that records its observations. */
export interface StepUnderWay {
  session: Session
  /** The place of the step and what it does, in words. */
  step: string
}

/** Takes the steps one after the other. Stops after the first step that shows something wrong. */
export async function inOrder<S extends { do: string }>(
  session: Session,
  steps: readonly S[],
  take: (at: StepUnderWay, step: S, place: number) => Promise<void>,
): Promise<void> {
  let isBroken = false
  for (const [place, step] of steps.entries()) {
    // Later steps have no part in what this step shows, so the finding leaves them out.
    const upTo = session.of({ given: steps.slice(0, place + 1) })
    const observe: Session['observe'] = (observation) => {
      if (observation.outcome === 'broken') isBroken = true
      upTo.observe(observation)
    }
    await take({ session: { ...upTo, observe }, step: `step ${place}, ${step.do}` }, step, place)
    if (isBroken) return
  }
}
