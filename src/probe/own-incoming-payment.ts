import type { Session } from '../check/session.ts'
import { isObject } from '../core/json.ts'
import { isAccepted } from '../http/answers/answer.ts'
import { answerInFull } from '../http/answers/answer-in-full.ts'
import type { Contradiction } from './contradiction.ts'
import { lookAtIncomingPayment } from './look-at-receiver.ts'

/** The first of the target file's incomingPayments, if there is no such thing and the wallet's list does not show it. */
export async function absentIncomingPayment(session: Session): Promise<Contradiction | undefined> {
  const [url] = session.target.incomingPayments
  if (url === undefined) return undefined
  const sight = await lookAtIncomingPayment(session, url)
  if (!sight.isAbsent || (await idsListed(session)).includes(url)) return undefined
  return {
    place: ['incomingPayments', 0],
    fact: `${url} cannot be read (${answerInFull(sight.answer)}), and the list of walletAddress does not begin with it`,
    next: 'give an incoming payment on walletAddress, or remove the key to use the list',
  }
}

const idsListed = async (session: Session): Promise<unknown[]> => {
  const { profile, walletAddress, tokens } = session.target
  const answer = await session.send({
    operation: 'list-incoming-payments',
    method: 'GET',
    path: '/incoming-payments',
    query: [[profile.query.walletAddress, walletAddress]],
    token: tokens.full,
  })
  const { json } = answer.response ?? {}
  const result = isAccepted(answer) && isObject(json) ? json['result'] : undefined
  return Array.isArray(result) ? result.map((item) => (isObject(item) ? item['id'] : undefined)) : []
}
