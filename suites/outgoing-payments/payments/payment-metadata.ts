import { each } from '../../../src/check/cases/given.ts'
import { expectNoServerError, expectOpen, expectThat } from '../../../src/check/expect-answer.ts'
import { leftOpen, noServerError } from '../../../src/check/expectation.ts'
import { scenario, upTo } from '../../../src/check/kinds/scenario.ts'
import { receiver } from '../../../src/check/needs/need.ts'
import type { Session } from '../../../src/check/session.ts'
import type { Amount } from '../../../src/core/amount.ts'
import { parseJson, sameJson } from '../../../src/core/json.ts'
import { withField } from '../../../src/generate/extra-field.ts'
import { isAccepted } from '../../../src/http/answers/answer.ts'
import { fieldOf } from '../../../src/http/answers/shown.ts'
import { fieldsIn, type RequestDraft } from '../../../src/http/draft.ts'
import { amountKept } from '../../support/amount-shown.ts'
import { creatingPayment } from '../../support/operations.ts'
import { payAbroad } from '../../support/pay-abroad.ts'
import { controlAmount, payDirectly, withFields } from '../../support/requests.ts'
import { unicode } from '../../support/rich-metadata.ts'

const oddKept = 'create-outgoing-payment.metadata.odd-kept'
const digitsKept = 'create-outgoing-payment.metadata.digits-kept'
const debitKept = 'create-outgoing-payment.direct.debit-amount-kept'

/** Members with names that have a special meaning in many languages. */
const reservedNames =
  '{"__proto__":{"admin":true},"constructor":{"prototype":1},"toString":"x","hasOwnProperty":null,"$where":"1","a.b":[]}'

/** Numbers that no double can hold. */
const longNumbers =
  '{"whole":9007199254740993,"below":-9007199254740993,"long":123456789012345678901234567890,' +
  '"small":[0.12345678901234567890],"large":{"exponent":1e400}}'

const nested = (depth: number): string => `{"a":${'['.repeat(depth - 1)}1${']'.repeat(depth - 1)}}`

interface OddKind {
  text: string
  requirement: string
  value: 'one' | 'control' | 'most'
  /** The place of a receiver in another asset, which is paid into. Undefined for the receiver in the wallet's asset. */
  abroad?: number
}

/**
 * The JSON text of the metadata, the requirement that is claimed, and the amount that is paid: from one unit to the
 * most allowed.
 */
const kinds = {
  'every plane of Unicode': { text: JSON.stringify(unicode), requirement: oddKept, value: 'one' },
  'names of the language': { text: reservedNames, requirement: oddKept, value: 'control', abroad: 0 },
  'the character U+0000': {
    text: '{"\\u0000":"a\\u0000b"}',
    requirement: oddKept,
    value: 'control',
    abroad: 1,
  },
  'numbers of many digits': { text: longNumbers, requirement: digitsKept, value: 'most' },
  'lists in lists': { text: nested(300), requirement: oddKept, value: 'control', abroad: 2 },
} as const

type MetadataKind = keyof typeof kinds

/** The server may refuse a payment that it will not make (a minimum, a limit of its own). It may not alter one. */
export const oddMetadata = scenario({
  id: 'payments/odd-metadata',
  title: 'Metadata of any kind and amounts of any size are returned as they were sent, or refused',
  detects: 'metadata-planes-mangled',
  requests: [upTo(3, creatingPayment)],
  needs: { open: receiver('open') },
  claims: [oddKept, digitsKept, debitKept, noServerError],
  cases: each(...(Object.keys(kinds) as MetadataKind[])),
  leaves: { payments: 1 },
  run: async (session, { open }, kind) => {
    const { text, requirement, value, abroad }: OddKind = kinds[kind]
    const amount = amountOf(session, value)
    const pay = async (url: string) => ({
      paid: await session.send(withMetadata(payDirectly(session, url, amount), text)),
    })
    const { paid } = abroad === undefined ? await pay(open.url) : await payAbroad(session, abroad, open, pay)
    await expectNoServerError(session, paid)
    if (!isAccepted(paid)) return
    expectThat(session, paid, debitKept, amountKept(paid, 'debitAmount', amount))
    const came = fieldOf(paid, 'metadata')
    if (came === undefined) return
    expectThat(session, paid, requirement, {
      held: sameJson(came, parseJson(text)),
      want: `metadata ${text}`,
      got: `metadata ${JSON.stringify(came)}`,
    })
  },
})

/** The budget has to be enough for this many payments of the largest amount. */
const share = 20n

const amountOf = (session: Session, value: 'one' | 'control' | 'most'): Amount => {
  const control = controlAmount(session)
  if (value === 'control') return control
  if (value === 'one') return { ...control, value: '1' }
  const { maxDebitValue } = session.money.limits()
  const fair = session.target.limits.debitBudget / share
  const most = maxDebitValue < fair ? maxDebitValue : fair
  return most > BigInt(control.value) ? { ...control, value: String(most) } : control
}

/** Appends the metadata as text, because JavaScript values cannot express every JSON value. */
const withMetadata = (draft: RequestDraft, text: string): RequestDraft => ({
  ...draft,
  body: Buffer.from(`${JSON.stringify(fieldsIn(draft)).slice(0, -1)},"metadata":${text}}`),
})

/**
 * A check that sends a direct payment which is odd in a way that the interface leaves open. The server may make or
 * refuse it, but must not answer with a 5xx.
 */
const odd = (check: {
  id: string
  title: string
  requirement: string
  fault: string
  /** The odd part of the request, as notes in the report name it. */
  tried: string
  vary: (draft: RequestDraft) => RequestDraft
}) =>
  scenario({
    id: check.id,
    title: check.title,
    detects: check.fault,
    requests: [upTo(2, creatingPayment)],
    leaves: { payments: 1 },
    needs: { open: receiver('open') },
    claims: [check.requirement, noServerError],
    cases: each(check.tried),
    run: async (session, { open }) => {
      const draft = check.vary(payDirectly(session, open.url, controlAmount(session)))
      await expectOpen(session, draft, leftOpen(check.requirement))
    },
  })

/**
 * Fields of a payment that a request does not have. A server that stores the whole body would show them, and rules judge
 * what it shows.
 */
const setByTheServer = {
  sentAmount: { value: '18446744073709551615', assetCode: 'XTS', assetScale: 0 },
  failed: true,
  createdAt: '2001-02-03T04:05:06Z',
  updatedAt: '2001-02-03T04:05:06Z',
}

export const unknownField = odd({
  id: 'payments/unknown-field',
  title: 'How the server treats a payment with fields that the interface does not name',
  requirement: 'service.request-body.unknown-fields',
  fault: 'unknown-payment-field-answered-500',
  tried: 'note, __proto__ and fields that only the server sets',
  vary: (draft) => ({
    ...draft,
    body: withField(
      withField({ ...fieldsIn(draft), ...setByTheServer }, { name: 'note', value: { a: [1] } }),
      { name: '__proto__', value: { admin: true } },
    ),
  }),
})

export const nullMetadata = odd({
  id: 'payments/null-metadata',
  title: 'How the server treats a payment whose metadata is null',
  requirement: 'service.request-body.null-for-optional',
  fault: 'null-metadata-answered-500',
  tried: 'metadata',
  vary: (draft) => ({ ...withFields(draft, { metadata: null }), invalid: true }),
})

/** The white space means nothing, so nothing large is stored that later lists would have to show. */
export const largeBody = odd({
  id: 'payments/a-megabyte-body',
  title: 'How the server treats a payment whose body has a megabyte of white space',
  requirement: 'service.body-sizes',
  fault: 'large-body-answered-500',
  tried: 'a megabyte of white space',
  vary: (draft) => ({ ...draft, padding: 2 ** 20 }),
})
