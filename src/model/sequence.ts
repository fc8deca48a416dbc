import fc from 'fast-check'

/** How choices become the steps of a sequence. A step may name an earlier one, by its place. */
export interface Grammar<Choice, Step> {
  /** The step that a choice makes behind these; undefined where it makes none. */
  stepOf: (choice: Choice, before: readonly Step[]) => Step | undefined
  /** A choice that makes this step behind these, so that a sequence can be shrunk that was not generated. */
  choiceOf: (step: Step, before: readonly Step[]) => Choice
}

/**
 * Sequences of at least one and at most `longest` steps. They shrink to fewer steps and smaller choices; whatever is left
 * out, steps name what is still there.
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
  // No choice at all is what each choice shrinks to first: so that a step can be left out wherever it stands.
  const orNone = fc.option(choices, { nil: undefined, freq: 9 })
  return fc
    .array(orNone, { minLength: 1, maxLength: longest, size: 'max' })
    .map(stepsOf, choicesOf)
    .filter((steps) => steps.length > 0)
}
