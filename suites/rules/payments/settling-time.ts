import type { Seen } from '../../../src/check/kinds/passive.ts'
import { resourcesIn } from '../../../src/check/resource.ts'
import { sameAmount } from '../../../src/core/amount.ts'
import { asAmount, asMoment } from '../../support/fields.ts'
import { createRange } from '../noting.ts'

export const settlingTime = 'outgoing-payment.time-to-settle'

/**
 * Notes how long payments take to settle, by the server's own times, so that it does not matter how often a run polls.
 */
export function notesOfSettlingTime() {
  const told = createRange()
  return (seen: Seen): Array<{ requirement: string; got: string }> => {
    const spans = resourcesIn(seen, 'outgoing-payment').flatMap(({ fields }) => {
      const [begins, ends] = [asMoment(fields['createdAt']), asMoment(fields['updatedAt'])]
      const [sent, debit] = [asAmount(fields['sentAmount']), asAmount(fields['debitAmount'])]
      const isOver = fields['failed'] === true || (sent && debit && sameAmount(sent, debit))
      return isOver && begins !== undefined && ends !== undefined ? [ends - begins] : []
    })
    const got = told(spans)
    return got === undefined ? [] : [{ requirement: settlingTime, got: `updatedAt ${got} after createdAt` }]
  }
}
