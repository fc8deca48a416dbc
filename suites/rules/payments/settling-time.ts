import { resourcesIn } from '../../../src/check/resource.ts'
import { sameAmount } from '../../../src/core/amount.ts'
import { asAmount, asMoment } from '../../support/fields.ts'
import { ranging } from '../noting.ts'

/** The time that payments take to settle, by the server's own times, so that it does not matter how often a run polls. */
export const settlingTime = ranging(
  'outgoing-payment.time-to-settle',
  (seen) =>
    resourcesIn(seen, 'outgoing-payment').flatMap(({ fields }) => {
      const [begins, ends] = [asMoment(fields['createdAt']), asMoment(fields['updatedAt'])]
      const [sent, debit] = [asAmount(fields['sentAmount']), asAmount(fields['debitAmount'])]
      const isOver = fields['failed'] === true || (sent && debit && sameAmount(sent, debit))
      return isOver && begins !== undefined && ends !== undefined ? [ends - begins] : []
    }),
  (range) => `updatedAt ${range} after createdAt`,
)
