import type { Session } from '../../src/check/session.ts'
import type { Here } from './service.ts'

/** Takes the steps one after the other. Stops after the first step that shows something wrong. */
export async function inOrder<S extends { do: string }>(
  session: Session,
  steps: readonly S[],
  take: (at: Pick<Here, 'session' | 'step'>, step: S, place: number) => Promise<void>,
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
