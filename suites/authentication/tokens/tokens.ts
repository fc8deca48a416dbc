import type { Forgery } from '../../../src/catalogue/forgeries.ts'
import { each } from '../../../src/check/cases/given.ts'
import { leftOpen, refusedAs } from '../../../src/check/expectation.ts'
import { refusal } from '../../../src/check/kinds/refusal.ts'
import { otherWallet, receiver, type Supplied, token } from '../../../src/check/needs/need.ts'
import type { Session } from '../../../src/check/session.ts'
import { forged } from '../../../src/generate/forged.ts'
import type { RequestDraft } from '../../../src/http/draft.ts'
import type { Credential, Target } from '../../../src/target-file/target.ts'
import {
  completingIncomingPayment,
  creatingIncomingPayment,
  creatingPayment,
  creatingQuote,
  everyOperation,
  listingIncomingPayments,
  listingOutgoingPayments,
  readingIncomingPayment,
  readingOutgoingPayment,
  readingQuote,
} from '../../support/operations.ts'
import { controlAmount, createQuote } from '../../support/requests.ts'
import { formInWords, showsNothingOf } from '../../support/shown-in-words.ts'
import { listFirst } from '../../support/walk.ts'
import { forgeriesOf, forgeryOf } from '../forgeries.ts'
import { paidToItself } from './paid-to-itself.ts'

const withToken = (draft: RequestDraft, credential: Credential): RequestDraft => ({
  ...draft,
  token: credential,
})

/**
 * A check that forgeries of the full token are refused. White space around the value of a header means nothing in HTTP.
 * A good token beside an unknown one, in one header or in two, identifies the client, so a server may serve that.
 */
const forgedToken = (id: string, title: string, detects: string, classes: readonly string[]) =>
  refusal({
    id,
    title,
    detects,
    on: everyOperation,
    needs: { full: token('full') },
    ...forgeriesOf('token', classes),
    mutate: (draft, forgery, { full }, { target }) =>
      withToken(draft, forgedCredential(full, forgeryOf('token', forgery), target)),
  })

/** A forgery of a token. What is left of the token in it is as secret as the token itself. */
function forgedCredential(
  full: Credential,
  forgery: Forgery,
  { secrets }: Pick<Target, 'secrets'>,
): Credential {
  const isMadeOfIt = forgery.value === undefined
  const name = `${isMadeOfIt ? full.name : 'a token never issued'}, ${forgery.id}`
  return {
    name,
    value: async () => {
      const value = forged(forgery, await full.value())
      if (isMadeOfIt && !secrets.some((secret) => secret.value === value)) secrets.push({ name, value })
      return value
    },
  }
}

export const unknown = forgedToken(
  'tokens/unknown',
  'A token that was never issued is refused',
  'without-token-known',
  ['unknown', 'constant', 'another form'],
)

export const altered = forgedToken(
  'tokens/altered',
  'A token that differs from the full token in a part, in case or in an escape is refused',
  'token-compared-without-case',
  ['part'],
)

/** A check that a token which was valid once is refused. */
const formerToken = (kind: 'expired' | 'revoked' | 'rotated', id: string, title: string) =>
  refusal({
    id,
    title,
    detects: `without-token-not-${kind}`,
    on: everyOperation,
    needs: { former: token(kind) },
    mutate: (draft, _, { former }) => withToken(draft, former),
    expect: refusedAs('token-invalid', `token.${kind}`),
  })

export const expired = formerToken('expired', 'tokens/expired', 'An expired token is refused')
export const revoked = formerToken('revoked', 'tokens/revoked', 'A revoked token is refused')
export const rotated = formerToken(
  'rotated',
  'tokens/rotated',
  'The earlier value of a rotated token is refused',
)

export const otherScheme = refusal({
  id: 'tokens/other-scheme',
  title: 'How the server treats the full token under another authorization scheme',
  detects: 'other-scheme-answered-500',
  on: everyOperation,
  cases: each('Bearer', 'DPoP'),
  mutate: (draft, scheme) => ({ ...draft, scheme }),
  expect: refusedAs('token-scheme', 'token.scheme'),
})

export const readOnlyCreates = refusal({
  id: 'tokens/read-only-creates',
  title: 'A token that may only read cannot create anything',
  detects: 'without-right-create',
  on: [creatingQuote, creatingPayment, creatingIncomingPayment, completingIncomingPayment],
  needs: { readOnly: token('readOnly') },
  mutate: (draft, _, { readOnly }) => withToken(draft, readOnly),
  alsoControl: ({ readOnly }, session) => listFirst(session, 'list-outgoing-payments', { token: readOnly }),
  expect: refusedAs('right', 'right.create'),
})

export const writeOnlyReads = refusal({
  id: 'tokens/write-only-reads',
  title: 'A token that may only create cannot read anything',
  detects: 'without-right-read',
  on: [
    readingQuote,
    readingOutgoingPayment,
    listingOutgoingPayments,
    listingIncomingPayments,
    readingIncomingPayment,
  ],
  needs: { writeOnly: token('writeOnly'), receiver: receiver('open') },
  mutate: (draft, _, { writeOnly }) => withToken(draft, writeOnly),
  alsoControl: ({ writeOnly, receiver }, session) =>
    withToken(
      createQuote(session, { receiver: receiver.url, debitAmount: controlAmount(session) }),
      writeOnly,
    ),
  expect: refusedAs('right', 'right.read'),
})

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
    mutate: (draft, _, needs) => withToken(draft, needs.otherWallet.token),
    alsoControl: listsItsOwn,
  })

export const otherWalletCreates = refusal<OtherWallet, 'anybody' | 'the other wallet'>({
  id: 'tokens/other-wallet-creates',
  title: 'A token of another wallet cannot create anything on this wallet, not even to be paid itself',
  detects: 'without-right-wallet-create',
  on: [creatingQuote, creatingPayment, creatingIncomingPayment],
  needs: { otherWallet },
  cases: each('anybody', 'the other wallet'),
  sends: 1,
  mutate: async (draft, payee, needs, session) => {
    const asked = withToken(draft, needs.otherWallet.token)
    return payee === 'anybody' ? asked : paidToItself(asked, needs.otherWallet, session)
  },
  alsoControl: listsItsOwn,
  expect: refusedAs('wallet', 'right.wallet.create'),
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
      ...withToken(draft, needs.otherWallet.token),
      query: named[beside],
      ...(beside === 'nothing' ? {} : { anyRefusal: true }),
    }
  },
  alsoControl: listsItsOwn,
  expect: refusedAs('wallet-list', 'right.wallet.list', showsNothingOf),
})
