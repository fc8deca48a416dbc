import { each, eachInTurn } from '../../../src/check/cases/given.ts'
import { leftOpen, refusedAs } from '../../../src/check/expectation.ts'
import { refusal } from '../../../src/check/kinds/refusal.ts'
import { otherWallet, type Supplied } from '../../../src/check/needs/need.ts'
import { serverNow } from '../../../src/check/server-date.ts'
import type { Session } from '../../../src/check/session.ts'
import { onceFor } from '../../../src/core/once.ts'
import { isSameUrl } from '../../../src/core/urls.ts'
import { writtenWith } from '../../../src/generate/written-json.ts'
import { textIn } from '../../../src/http/answers/shown.ts'
import { fieldsIn, type RequestDraft } from '../../../src/http/draft.ts'
import { asMoment } from '../../support/fields.ts'
import {
  completingIncomingPayment,
  creatingIncomingPayment,
  creatingPayment,
  creatingQuote,
  listingIncomingPayments,
  listingOutgoingPayments,
  readingIncomingPayment,
  readingOutgoingPayment,
  readingQuote,
} from '../../support/operations.ts'
import { withFields } from '../../support/requests.ts'
import { formInWords, showsNothingOf } from '../../support/shown-in-words.ts'
import { listFirst, pageIn } from '../../support/walk.ts'

type OtherWallet = { otherWallet: typeof otherWallet }

/** A control that shows that the token of the other wallet is good: it lists the payments of that wallet. */
const listsItsOwn = (needs: Supplied<OtherWallet>, session: Session): RequestDraft =>
  listFirst(session, 'list-outgoing-payments', needs.otherWallet)

/** Sends the request with the token of another wallet. */
const asOtherWallet = (
  check: Pick<Parameters<typeof refusal>[0], 'id' | 'title' | 'detects' | 'on' | 'expect' | 'exercises'>,
) =>
  refusal({
    ...check,
    needs: { otherWallet },
    mutate: (draft, _, needs) => ({ ...draft, token: needs.otherWallet.token }),
    alsoControl: listsItsOwn,
  })

/** The incoming payment of the other wallet that is asked to be paid, for each run. */
const payees = onceFor((_: Session['target']): { found?: Promise<string | undefined> } => ({}))

/**
 * Makes the other wallet the payee, if the server lists an open incoming payment of that wallet. A server may confuse the
 * right to be paid with the right to pay. It may also refuse the payee first, with another status.
 */
async function paidToItself(
  draft: RequestDraft,
  other: Supplied<OtherWallet>['otherWallet'],
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
  { walletAddress, token }: Supplied<OtherWallet>['otherWallet'],
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

export const otherWalletCreates = refusal<OtherWallet, 'anybody' | 'the other wallet'>({
  id: 'tokens/other-wallet-creates',
  title: 'A token of another wallet cannot create anything on this wallet, not even to be paid itself',
  detects: 'without-right-wallet-create',
  on: [creatingQuote, creatingPayment, creatingIncomingPayment],
  needs: { otherWallet },
  cases: each('anybody', 'the other wallet'),
  sends: 1,
  mutate: async (draft, payee, needs, session) => {
    const asked = { ...draft, token: needs.otherWallet.token }
    return payee === 'anybody' ? asked : paidToItself(asked, needs.otherWallet, session)
  },
  alsoControl: listsItsOwn,
  expect: refusedAs('wallet', 'right.wallet.create'),
})

type Place = 'before its own' | 'after its own'

/**
 * JSON leaves open which of two members of one name counts (RFC 8259, section 4), so a server may create something on
 * the wallet of the token, or refuse the body for any reason.
 */
export const otherWalletTwice = refusal<OtherWallet, Place>({
  id: 'tokens/other-wallet-creates-beside-its-own',
  title:
    'A token of another wallet cannot create anything on this wallet with a body that names both wallets',
  detects: 'first-wallet-address-authorized',
  on: [creatingQuote, creatingIncomingPayment],
  needs: { otherWallet },
  cases: eachInTurn<Place>('before its own', 'after its own'),
  mutate: (draft, place, needs, { target }) => {
    const own = needs.otherWallet.walletAddress
    const both = place === 'before its own' ? [target.walletAddress, own] : [own, target.walletAddress]
    const text = writtenWith(fieldsIn(draft), ['walletAddress'], (name) =>
      both.map((url) => `${JSON.stringify(name)}:${JSON.stringify(url)}`).join(','),
    )
    return { ...draft, token: needs.otherWallet.token, body: Buffer.from(text), anyRefusal: true }
  },
  alsoControl: listsItsOwn,
  expect: refusedAs('wallet', 'right.wallet.create', (answer, { target }) => {
    const shown = textIn(answer, 'walletAddress')
    return shown !== undefined && !isSameUrl(shown, target.walletAddress)
  }),
})

export const otherWalletQuotes = asOtherWallet({
  id: 'tokens/other-wallet-quotes',
  title: 'What a token of another wallet can do with the quotes of this wallet',
  detects: 'quote-of-another-wallet-answered-500',
  on: [creatingQuote, readingQuote],
  expect: refusedAs('wallet-quotes', 'right.quotes.any-wallet'),
})

export const otherWalletReadsQuote = asOtherWallet({
  id: 'tokens/other-wallet-reads-quote',
  title: 'A token of another wallet cannot read the quotes of this wallet',
  detects: 'without-right-wallet-get-quote',
  on: [readingQuote],
  expect: refusedAs('wallet', 'right.wallet.get-quote'),
})

export const otherWalletReadsOutgoingPayment = asOtherWallet({
  id: 'tokens/other-wallet-reads-outgoing-payment',
  title: 'A token of another wallet cannot read the outgoing payments of this wallet',
  detects: 'without-right-wallet-get-outgoing-payment',
  on: [readingOutgoingPayment],
  expect: refusedAs('wallet', 'right.wallet.get-outgoing-payment'),
})

export const otherWalletCompletes = asOtherWallet({
  id: 'tokens/other-wallet-completes',
  title: 'A token of another wallet cannot complete the incoming payments of this wallet',
  detects: 'without-right-wallet-complete',
  on: [completingIncomingPayment],
  expect: refusedAs('wallet', 'right.wallet.complete-incoming-payment'),
})

export const otherWalletReadsIncomingPayment = asOtherWallet({
  id: 'tokens/other-wallet-reads-incoming-payment',
  title: 'What a token of another wallet can read of an incoming payment',
  detects: 'stranger-reading-answered-500',
  on: [readingIncomingPayment],
  expect: leftOpen('get-incoming-payment.strangers', formInWords),
  exercises: true,
})

/**
 * A list request may name a second wallet besides the one under test: that of its token. Or it names none, or an empty
 * text, which code easily takes for every wallet. A server may then list the payments of the token's wallet, and may
 * refuse with any status.
 */
type Beside = 'nothing' | 'before its own' | 'after its own' | 'no wallet named' | 'an empty text named'

export const otherWalletLists = refusal<OtherWallet, Beside>({
  id: 'tokens/other-wallet-lists',
  title:
    'A token of another wallet cannot list the payments of this wallet, not even beside those of its own',
  detects: 'without-right-wallet-list',
  on: [listingOutgoingPayments, listingIncomingPayments],
  needs: { otherWallet },
  cases: each('nothing', 'before its own', 'after its own', 'no wallet named', 'an empty text named'),
  mutate: (draft, beside, needs, { target }) => {
    const parameter = target.profile.query.walletAddress
    const own = [parameter, needs.otherWallet.walletAddress] as const
    const { query = [] } = draft
    const unnamed = query.filter(([name]) => name !== parameter)
    const named = {
      nothing: query,
      'before its own': [...query, own],
      'after its own': [own, ...query],
      'no wallet named': unnamed,
      'an empty text named': [[parameter, ''] as const, ...unnamed],
    }
    return {
      ...draft,
      token: needs.otherWallet.token,
      query: named[beside],
      ...(beside === 'nothing' ? {} : { anyRefusal: true }),
    }
  },
  alsoControl: listsItsOwn,
  expect: refusedAs('wallet-list', 'right.wallet.list', showsNothingOf),
})
