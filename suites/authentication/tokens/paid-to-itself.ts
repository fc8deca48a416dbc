import { serverNow } from '../../../src/check/server-date.ts'
import type { Session } from '../../../src/check/session.ts'
import { onceFor } from '../../../src/core/once.ts'
import { fieldsIn, type RequestDraft } from '../../../src/http/draft.ts'
import type { Target } from '../../../src/target-file/target.ts'
import { asMoment } from '../../support/fields.ts'
import { withFields } from '../../support/requests.ts'
import { listFirst, pageIn } from '../../support/walk.ts'

type OtherWallet = NonNullable<Target['otherWallet']>

/** The incoming payment of the other wallet that is asked to be paid, for each run. */
const payees = onceFor((_: Session['target']): { found?: Promise<string | undefined> } => ({}))

/**
 * Makes the other wallet the payee, if the server lists an open incoming payment of that wallet. A server may confuse the
 * right to be paid with the right to pay. It may also refuse the payee first, with another status.
 */
export async function paidToItself(
  draft: RequestDraft,
  other: OtherWallet,
  session: Session,
): Promise<RequestDraft> {
  const { incomingPayment } = session.target.profile.directPayment
  const name = ['receiver', incomingPayment].find((each) => each in fieldsIn(draft))
  if (name === undefined) return draft
  const run = payees(session.target)
  run.found ??= payableOn(other, session)
  const url = await run.found
  return url === undefined ? draft : { ...withFields(draft, { [name]: url }), anyRefusal: true }
}

const payableOn = async (
  { walletAddress, token }: OtherWallet,
  session: Session,
): Promise<string | undefined> => {
  const draft = listFirst(session, 'list-incoming-payments', { walletAddress, token, first: 10 })
  const answer = await session.send(draft)
  const now = serverNow(session, answer)
  const payable = pageIn(answer)?.items.find(
    ({ completed, incomingAmount, expiresAt }) =>
      completed !== true &&
      incomingAmount === undefined &&
      (asMoment(expiresAt) ?? Number.POSITIVE_INFINITY) > now,
  )
  return typeof payable?.['id'] === 'string' ? payable['id'] : undefined
}
