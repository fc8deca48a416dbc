import { isAccepted } from '../http/answers/answer.ts'
import type { RequestDraft } from '../http/draft.ts'
import type { Signing } from '../target-file/target.ts'
import type { Contradiction, Prober } from './prober.ts'

type Parameters = Signing['parameters']

/** Signature parameters that a server may demand although the interface does not. */
const further: Parameters = ['alg', 'nonce', 'expires', 'tag']

/** Sets to begin with: everything, and everything but `tag`, whose values are agreed between applications. */
const widest: readonly Parameters[] = [further, further.filter((name) => name !== 'tag')]

/**
 * Proposes further signature parameters if the server refuses a request without them and accepts it with them:
 * no more of them than it demands.
 */
export async function demandedParameters(
  prober: Prober,
  refused: RequestDraft,
): Promise<Contradiction | undefined> {
  const { parameters: given } = prober.target.signing
  const isAcceptedWith = async (more: Parameters) => {
    const parameters = [...given, ...more]
    return isAccepted(await prober.send({ ...refused, signing: { parameters }, invalid: true }))
  }
  for (const set of widest) {
    let more = set.filter((name) => !given.includes(name))
    if (more.length === 0 || !(await isAcceptedWith(more))) continue
    for (const name of more) {
      const fewer = more.filter((other) => other !== name)
      if (fewer.length > 0 && (await isAcceptedWith(fewer))) more = fewer
    }
    const parameters = [...given, ...more].join(', ')
    return {
      place: ['signing'],
      fact: `the server refuses a signature with the parameters ${given.join(', ')}, but accepts one with ${parameters}`,
      next: `set signing: { parameters: [${parameters}] }`,
    }
  }
  return undefined
}
