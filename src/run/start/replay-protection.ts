import type { Session } from '../../check/session.ts'
import { isAccepted, isRefused } from '../../http/answers/answer.ts'
import { answerInFull } from '../../http/answers/answer-in-full.ts'
import type { Signing } from '../../target-file/target.ts'
import type { Run } from '../session/run.ts'
import type { FirstRequest } from './start.ts'

/** The most requests: the first request and the first quote again, and each for each way to make signatures differ. */
export const mostOfReplay = 6

export interface FoundReplay {
  /** A sentence that says how the requests of this run are signed. */
  told?: string
  /** The reason why nothing can be judged. */
  cause?: string
}

/**
 * Finds out whether the server protects against replay. Equal requests within one second have equal signatures, and a
 * server may accept each signature only once (RFC 9421, 7.2.2), perhaps only of requests that create something. So a request
 * that was accepted is sent again under its own signature. If the server refuses it but accepts it with a different
 * signature, all further requests are signed in that way.
 */
export async function learnReplay(run: Run, session: Session, first: FirstRequest): Promise<FoundReplay> {
  const { draft, answer } = first
  const { parameters = run.facts.target.signing.parameters } = run.facts.signing
  if (!answer.signedAt || parameters.includes('nonce')) return {}
  const twin = await session.send({ ...draft, signedAt: answer.signedAt })
  if (!isRefused(twin)) return {}
  for (const { signing, how } of waysFor(parameters)) {
    // The creation time stays the same, so that nothing else changes the signature.
    if (!isAccepted(await session.send({ ...draft, signing, signedAt: answer.signedAt }))) continue
    run.facts.signing = { ...run.facts.signing, ...signing }
    return { told: `The server accepts each signature once (${answerInFull(twin)}), so ${how}.` }
  }
  return {
    cause: `The server accepted ${draft.method} ${draft.path} once and refuses the same request since then (${answerInFull(twin)}), also with a nonce, and with another \`created\` and \`expires\`. Check in its log whether it protects against replay, and what it tells requests apart by, or whether it repeats the answer to the request without a token that came in between.`,
  }
}

const waysFor = (parameters: Signing['parameters']): Array<{ signing: Partial<Signing>; how: string }> => [
  {
    signing: { parameters: [...parameters, 'nonce'] },
    how: 'every request of this run has a nonce in its signature',
  },
  {
    signing: { parameters: [...new Set([...parameters, 'expires'] as const)], distinct: true },
    how: '`created` and `expires` differ in every signature of this run, by some seconds',
  },
]
