import { expectThat } from '../../src/check/expect-answer.ts'
import { scenario, upTo } from '../../src/check/kinds/scenario.ts'
import { namedIncomingPayments } from '../../src/check/needs/need.ts'
import { MissingPrerequisite, type Session } from '../../src/check/session.ts'
import { isSameUrl } from '../../src/core/urls.ts'
import { isAccepted } from '../../src/http/answers/answer.ts'
import { textIn } from '../../src/http/answers/shown.ts'
import { lastSegment } from '../../src/http/path-segment.ts'
import { listingIncomingPayments, readingIncomingPayment } from '../support/operations.ts'
import { getIncomingPayment } from '../support/requests.ts'
import { idsIn } from '../support/walk.ts'
import { allPages } from '../support/walk-claims.ts'

/** The most named incoming payments that are read one by one. */
const most = 10

export const namedAreListed = scenario({
  id: 'lists/named-incoming-payments',
  title: 'A walk over the incoming payments finds every payment that the target file names',
  detects: 'incoming-list-leaves-out-the-oldest',
  requests: [upTo(most, readingIncomingPayment), upTo(20, listingIncomingPayments)],
  needs: { named: namedIncomingPayments },
  quiet: true,
  claims: ['list-incoming-payments.complete'],
  run: async (session, { named }) => {
    const own = await onTheWallet(session, named.slice(0, most))
    if (own.length === 0)
      throw new MissingPrerequisite(
        'incomingPayments in the target file: an incoming payment on walletAddress that tokens.full can read in the full form',
      )
    const pages = await allPages(session, 'list-incoming-payments')
    const shown = new Set(pages.flatMap(idsIn))
    const missing = own.find((id) => !shown.has(id))
    expectThat(session, pages[0].answer, 'list-incoming-payments.complete', {
      held: missing === undefined,
      want: `all ${own.length} readable incoming payments from incomingPayments in the target file`,
      got: missing === undefined ? 'all of them' : `${missing} missing`,
    })
  },
})

/**
 * Returns the named incoming payments that are on the wallet address. The server itself has to say so, because the
 * target file may be wrong.
 */
const onTheWallet = async (session: Session, named: readonly string[]): Promise<string[]> => {
  const found: string[] = []
  for (const id of named) {
    if (lastSegment(id) === '') continue
    const read = await session.send(getIncomingPayment(session, id))
    const wallet = textIn(read, 'walletAddress') ?? ''
    const isThere = isAccepted(read) && isSameUrl(wallet, session.target.walletAddress)
    const shown = textIn(read, 'id')
    if (isThere && shown !== undefined) found.push(shown)
  }
  return found
}
