import type { Forgery } from '../../../src/catalogue/forgeries.ts'
import { each } from '../../../src/check/cases/given.ts'
import { refusedAs } from '../../../src/check/expectation.ts'
import { refusal } from '../../../src/check/kinds/refusal.ts'
import { receiver, token } from '../../../src/check/needs/need.ts'
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
import { listFirst } from '../../support/walk.ts'
import { forgeriesOf, forgeryOf } from '../forgeries.ts'

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
