import { valueAt } from '../core/json.ts'
import { isAccepted } from '../http/answers/answer.ts'
import { answerInFull } from '../http/answers/answer-in-full.ts'
import { itemsIn } from '../http/answers/shown.ts'
import { lookAtIncomingPayment } from './look-at-receiver.ts'
import type { Contradiction, Prober } from './prober.ts'

/**
 * Returns a contradiction if the first of the target file's incomingPayments does not exist and the wallet's list does
 * not show it.
 */
export async function absentIncomingPayment(prober: Prober): Promise<Contradiction | undefined> {
  const [url] = prober.target.incomingPayments
  if (url === undefined) return undefined
  const view = await lookAtIncomingPayment(prober, url)
  if (!view.isAbsent || (await idsListed(prober)).includes(url)) return undefined
  return {
    place: ['incomingPayments', 0],
    fact: `${url} cannot be read (${answerInFull(view.answer)}), and the list of walletAddress does not begin with it`,
    next: 'give an incoming payment on walletAddress, or remove the key to use the list',
  }
}

const idsListed = async (prober: Prober): Promise<unknown[]> => {
  const { profile, walletAddress, tokens } = prober.target
  const answer = await prober.send({
    operation: 'list-incoming-payments',
    method: 'GET',
    path: '/incoming-payments',
    query: [[profile.query.walletAddress, walletAddress]],
    token: tokens.full,
  })
  const items = (isAccepted(answer) && itemsIn(answer)) || []
  return items.map((item) => valueAt(item, 'id'))
}
