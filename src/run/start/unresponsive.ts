import type { Suite } from '../../check/suite.ts'
import { likeliestCause } from '../../probe/likeliest-cause.ts'
import type { Run } from '../session/run.ts'
import { sessionOf } from '../session/session.ts'
import { whyUnmet } from '../session/supervise.ts'

/**
 * Why a server that answered at first answers no more, or what else was given up, in sentences; undefined where it does. It is asked once more
 * only if the last request of the run got no answer.
 */
export async function whySilent({ start }: Suite, run: Run): Promise<string | undefined> {
  const given = run.liveness.sentence()
  if (given !== undefined || !run.memory.latest?.failure) return given
  const session = sessionOf(run, { check: start.id, seed: 0 })
  try {
    const answer = await session.send(await run.start.whole(session))
    return answer.failure
      ? `The server answered at first, but then stopped. ${likeliestCause(answer, run.facts.target)}`
      : undefined
  } catch (error) {
    if (whyUnmet(error) === undefined) throw error
    return undefined
  }
}
