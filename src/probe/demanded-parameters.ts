import { isAccepted } from '../http/answers/answer.ts'
import type { RequestDraft } from '../http/draft.ts'
import type { Signing } from '../target-file/target.ts'
import type { Contradiction } from './contradiction.ts'
import type { Prober } from './prober.ts'

type Parameters = Signing['parameters']

/** Signature parameters that a server may demand although the interface does not, the fewest first. */
const further: readonly Parameters[] = [
  ['alg'],
  ['nonce'],
  ['expires'],
  ['tag'],
  ['expires', 'nonce'],
  ['alg', 'expires', 'nonce'],
  ['alg', 'expires', 'nonce', 'tag'],
]

/** Proposes further signature parameters if the server refuses a request without them and accepts it with them. */
export async function demandedParameters(
  prober: Prober,
  refused: RequestDraft,
): Promise<Contradiction | undefined> {
  const { parameters: given } = prober.target.signing
  for (const more of further.filter((names) => names.some((name) => !given.includes(name)))) {
    const parameters = [...new Set([...given, ...more])]
    const answer = await prober.send({ ...refused, signing: { parameters }, invalid: true })
    if (!isAccepted(answer)) continue
    return {
      place: ['signing'],
      fact: `the server refuses a signature with the parameters ${given.join(', ')}, but accepts one with ${parameters.join(', ')}`,
      next: `set signing: { parameters: [${parameters.join(', ')}] }`,
    }
  }
  return undefined
}
