import { alternatives, type Variant } from '../changes/change.ts'
import { type FunctionOf, type Instead, replacing } from '../changes/replacing.ts'
import { answer, forbidden, notFound, type RefusalAnswer } from '../core/answer.ts'
import { showWhole } from '../incoming-payments/create.ts'
import type { Behaviour, NamedRefusal } from '../state/world.ts'

/** Makes a variant that changes the status of certain refusals, where more than one status is acceptable. */
const restated = (
  id: string,
  says: string,
  status: number,
  meant: (refusal: NamedRefusal) => boolean,
  departs?: string,
): Variant => ({
  id,
  says,
  ...(departs !== undefined && { departs: { requirement: departs, grade: 'warning' } }),
  override: replacing('answers', 'refused', {
    takes: (refusal) => (meant(refusal) ? { ...refusal, status } : refusal),
  }),
})

/** Returns true for a 400 whose status the interface leaves open. It names the status of only one refusal of a body. */
const isOpen = ({ guard, status }: NamedRefusal): boolean =>
  status === 400 && guard !== 'amount-given-or-inferable'

const badBodies = (status: number, name: string): Variant =>
  restated(`bad-bodies-${name}`, `An invalid request gets a ${status}`, status, isOpen)

const statuses: readonly Variant[] = [
  restated('digest-refused-by-400', 'A body that does not match its digest gets a 400', 400, ({ guard }) =>
    guard.startsWith('digest-'),
  ),
  restated(
    'unreadable-signature-refused-by-400',
    'A missing or malformed signature gets a 400',
    400,
    ({ guard }) => guard === 'signature-present' || guard === 'signature-readable',
  ),
  restated(
    'other-wallets-not-found',
    'A token of another wallet gets a 404, as if the resource did not exist',
    404,
    ({ guard }) => guard.startsWith('right-wallet-') && guard !== 'right-wallet-list',
  ),
  restated(
    'no-token-no-signature-refused-by-400',
    'A request with neither token nor signature gets a 400',
    400,
    ({ guard, context }) => guard === 'token-present' && !context?.request.headers.has('signature-input'),
    'errors.401.token-missing',
  ),
  restated(
    'other-forms-refused-by-400',
    'An id that does not have the form of the ids of the server gets a 400',
    400,
    ({ guard }) => guard.endsWith('id-form'),
    'errors.404.other-form',
  ),
  // The variants of bad bodies come last, so that they see what was originally refused with a 400.
  ...alternatives(badBodies(422, 'unprocessable'), badBodies(409, 'conflict'), badBodies(404, 'not-found')),
]

/**
 * Makes a variant that never shows the public form to strangers. Checks of the authorization server that it names are
 * skipped.
 */
const toStrangers = (id: string, says: string, refusal: RefusalAnswer): Variant => ({
  id,
  says,
  hides: true,
  override: replacing('incomingPayments', 'showToStranger', {
    by: (_showToStranger, world) => () =>
      world.behaviour.answers.refused({ ...refusal, guard: 'incoming-payment-of-wallet' }),
  }),
})

const strangers: readonly Variant[] = [
  ...alternatives(
    toStrangers(
      'strangers-forbidden',
      'A token of another wallet gets a 403 for an incoming payment',
      forbidden('The access token does not cover the wallet address of the incoming payment'),
    ),
    toStrangers(
      'strangers-not-found',
      'A token of another wallet gets a 404 for an incoming payment',
      notFound('Incoming payment not found'),
    ),
    {
      id: 'strangers-see-all',
      says: 'A token of another wallet gets the full form of an incoming payment',
      hides: true,
      override: replacing('incomingPayments', 'showToStranger', {
        by: (_showToStranger, world) => (payment) => answer(200, showWhole(world, payment)),
      }),
    },
  ),
  {
    id: 'public-form-without-right',
    says: 'A token without the right to read gets the public form of an incoming payment',
    override: replacing('answers', 'refused', {
      by: (refused, world) => (refusal) => {
        const { operation, subject } = refusal.context ?? {}
        const isSingleGet = refusal.guard === 'right-read' && operation === 'get-incoming-payment'
        return isSingleGet && subject?.incomingPayment
          ? answer(200, world.behaviour.incomingPayments.showPublicForm(subject.incomingPayment))
          : refused(refusal)
      },
    }),
  },
  {
    id: 'other-wallets-lists-empty',
    says: 'A list of another wallet than the token covers has no items',
    without: ['right-wallet-list'],
    override: replacing('lists', 'items', {
      gives: (items, _store, wallet, token) => (token?.wallets.includes(wallet) ? items : []),
    }),
  },
]

type Challenge = Behaviour['answers']['challenge']

const challenge = (id: string, says: string, swapped: Challenge): Variant => ({
  id,
  says,
  override: () => ({ answers: { challenge: swapped } }),
})

/** RFC 9635, section 9.1: a reference to the refused access follows the address, and is new in each response. */
const withAccessReference = (): Challenge => {
  let count = 0
  return (authServer) => `GNAP as_uri=${authServer};access=REFERENCE${++count}`
}

const challenges = alternatives(
  challenge('as-uri-quoted', 'as_uri is a quoted string', (authServer) => `GNAP as_uri="${authServer}"`),
  challenge(
    'challenge-among-others',
    'as_uri comes after another parameter and another challenge, and its name is in upper case',
    (authServer) =>
      `Bearer realm="a, \\"b\\"", gnap error="invalid_token" , AS_URI = "${authServer}", Basic realm=x`,
  ),
  {
    id: 'as-uri-with-an-access-reference',
    says: 'as_uri is followed by a reference to the refused access that is new in each response',
    override: () => ({ answers: { challenge: withAccessReference() } }),
  },
)

const errorBody = (
  id: string,
  says: string,
  gives: Instead<FunctionOf<'answers', 'refused'>>['gives'],
  further: Pick<Variant, 'profiles' | 'departs'>,
): Variant => ({
  id,
  says,
  ...further,
  override: replacing('answers', 'refused', { gives }),
})

/** The published specification defines the content of an error body. */
const asDescribed = { profiles: ['interface'] } as const

const errorBodies = alternatives(
  errorBody('errors-without-body', 'A refusal has no body', (whole) => ({ ...whole, text: '' }), asDescribed),
  errorBody(
    'errors-as-problems',
    'The body of a refusal is that of RFC 9457',
    ({ status, headers }, refusal) => {
      const type = { 'content-type': 'application/problem+json' }
      const body = { type: 'about:blank', status, title: refusal.guard, detail: refusal.description }
      return { status, headers: { ...headers, ...type }, body }
    },
    asDescribed,
  ),
  errorBody(
    'bad-requests-in-plain-text',
    'The body of a 400 is plain text',
    (whole, refusal) => {
      if (whole.status !== 400) return whole
      const headers = { ...whole.headers, 'content-type': 'text/plain' }
      return { ...whole, headers, text: refusal.description }
    },
    { departs: { requirement: 'errors.body-json', grade: 'warning' } },
  ),
)

/** All variants of refusals. Each may replace the answer of those before it. */
export const refusalVariants: readonly Variant[] = [...errorBodies, ...challenges, ...statuses, ...strangers]
