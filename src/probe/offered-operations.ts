import { defaultProfile } from '../catalogue/profile.ts'
import { loadProfile } from '../catalogue/profiles.ts'
import type { OperationId } from '../core/operations.ts'
import type { Answer } from '../http/answers/answer.ts'
import { answerInFull } from '../http/answers/answer-in-full.ts'
import type { RequestDraft } from '../http/draft.ts'
import type { Contradiction, Prober } from './prober.ts'

/** Requests that create nothing, to operations that only some profiles have. */
const probes: ReadonlyArray<readonly [OperationId, Pick<RequestDraft, 'method' | 'path' | 'body'>]> = [
  ['create-incoming-payment', { method: 'POST', path: '/incoming-payments', body: {} }],
  ['get-outgoing-payment-grant', { method: 'GET', path: '/outgoing-payment-grant' }],
]

/**
 * Looks for a profile whose additional operations the server does not know at all. A single one that it knows is
 * enough.
 */
export async function unofferedProfile(prober: Prober): Promise<Contradiction | undefined> {
  const { profile, tokens } = prober.target
  const usual = loadProfile(defaultProfile).operations
  const further = probes.filter(
    ([operation]) => profile.operations.includes(operation) && !usual.includes(operation),
  )
  const unknown: string[] = []
  for (const [operation, request] of further) {
    const answer = await prober.send({ operation, ...request, token: tokens.full, invalid: true })
    if (!isUnknown(answer)) return undefined
    unknown.push(`${request.method} ${request.path} (${answerInFull(answer)})`)
  }
  if (unknown.length === 0) return undefined
  return {
    place: ['profile'],
    fact: `the server does not have the operations that profile ${profile.name} adds to profile ${defaultProfile}: ${unknown.join(', ')}`,
    next: `set profile: ${defaultProfile}`,
  }
}

const isUnknown = ({ response }: Answer): boolean => [404, 405, 501].includes(response?.status ?? 0)
