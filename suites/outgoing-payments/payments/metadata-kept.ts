import { payIn } from '../../../src/check/circumstances/costly.ts'
import { sessionIn } from '../../../src/check/circumstances/explore.ts'
import { otherToken } from '../../../src/check/circumstances/identities.ts'
import { applicable, inCircumstances, type Row } from '../../../src/check/circumstances/table.ts'
import { expectAccepted, expectThat } from '../../../src/check/expect-answer.ts'
import { scenario, upTo } from '../../../src/check/kinds/scenario.ts'
import { receiver } from '../../../src/check/needs/need.ts'
import { nothingIfUnmetHere } from '../../../src/check/needs/prerequisites.ts'
import type { Session } from '../../../src/check/session.ts'
import { pause } from '../../../src/check/watch.ts'
import type { Amount } from '../../../src/core/amount.ts'
import type { Receiver } from '../../../src/core/receiver.ts'
import { type Answer, isAccepted } from '../../../src/http/answers/answer.ts'
import { fieldOf } from '../../../src/http/answers/shown.ts'
import { keepsMembers, metadataInWords } from '../../support/metadata-in-words.ts'
import { amountEndingIn, nearControl } from '../../support/near-control.ts'
import { creatingPayment, creatingQuote, readingIncomingPayment } from '../../support/operations.ts'
import { payAbroad, receiverAbroad } from '../../support/pay-abroad.ts'
import { seeReceiver } from '../../support/receiving.ts'
import { createPayment, payDirectly, withFields } from '../../support/requests.ts'
import { longTexts, many, sendRichest, short, texts } from '../../support/rich-metadata.ts'
import { quoteToPay } from './quote-to-pay.ts'

const acceptsMetadata = 'create-outgoing-payment.accepts.metadata'

/** Every kind of JSON value, at different depths. */
const metadata = {
  text: 'Order 17',
  number: 12.5,
  whole: 9007199254740991,
  yes: true,
  nothing: null,
  list: [1, 'two', [3], { four: null }],
  // A store of sets keeps each value once, and in an order of its own.
  repeated: ['b', 'a', 'b', null, null],
  fraction: 0.30000000000000004,
  nested: { deep: { deeperStill: [] }, empty: {} },
  '': 'an empty key',
  Capital: 'a key that is not in lower case',
  capital: 'the same key in lower case',
  ' padded ': 'a key with white space around it',
  // Serializers rename keys from one style to another.
  order_id: 'O-17',
  lineItems: [{ unit_price: 1, 'tax-rate': 0.2 }],
  'due date': 'a key with a space',
  // Stores and forms read such keys as paths, references and lists, and such texts as values of other types.
  'order.id': 'a key with a dot',
  $ref: 'a key with a dollar sign',
  'items[0]': 'a key with brackets',
  numbered: { 0: 'first', 1: 'second' },
  marks: `a < b & "c" > 'd', <b>e</b>`,
  // Stores and serializers have members of their own by these names.
  id: 'O-17',
  _id: 'O-18',
  '@type': 'order',
  __v: 1,
  // A server that merges the metadata into the payment would show them in place of its own fields.
  receiver: 'a key that the payment has too',
  failed: 'another one',
  texts: ['007', '1e3', 'true', 'null', '2026-01-02', '2026-01-02T03:04:05+01:00', ' padded '],
  // Templates and formatted messages fill in something for these.
  templates: ['{{name}}', '\u0024{name}', '#{name}', '{0}', '%s', ':name', '<%= name %>'],
  // Decoders of HTML, URLs, forms and escapes read other texts in these.
  escaped: ['a &lt; b', '100%25', '1+1', 'C:\\new'],
}

export const withMetadata = scenario({
  id: 'payments/metadata',
  title: 'Metadata of a payment is accepted and, if it is shown, returned as the same JSON value',
  detects: 'metadata-altered',
  requests: [upTo(6, creatingPayment)],
  needs: { open: receiver('open') },
  claims: [acceptsMetadata, 'create-outgoing-payment.metadata.kept'],
  leaves: { payments: 1 },
  run: async (session, { open }) => {
    const { paid, sent } = await sendRichest(
      [{ ...metadata, ...longTexts, ...many }, metadata, short],
      (metadata) =>
        nearControl(session, 4, async (amount) => {
          const draft = payDirectly(session, open.url, amount)
          const form = withFields(draft, { metadata })
          const under = await payIn(session, {
            requirement: acceptsMetadata,
            form,
            other: async () => draft,
          })
          return { paid: under ?? (await session.send(form)) }
        }),
    )
    await expectMetadata(session, paid, sent)
  },
})

export const fromQuoteWithMetadata = scenario({
  id: 'payments/from-quote-with-metadata',
  title: 'A payment from a quote accepts metadata, even empty metadata, and returns it',
  detects: 'empty-metadata-refused-from-quote',
  requests: [upTo(19, creatingQuote), upTo(18, creatingPayment), readingIncomingPayment],
  needs: { open: receiver('open') },
  claims: [acceptsMetadata, 'create-outgoing-payment.metadata.kept'],
  leaves: { payments: 2 },
  run: async (session, { open }) => {
    const rich = { ...some, ...texts }
    // The quotes go to receivers in two assets, so that the payments from quotes in a run are in several assets.
    const [abroad, further] = [await receiverAbroad(session, 0), await receiverAbroad(session, 1)]
    const quoted = [
      (abroad && (await quoteOfReceiveAmount(session, abroad))) ??
        (await quoteIfAny(session, { receiver: open.url, debitAmount: amountEndingIn(session, 9) })),
      await quoteIfAny(session, { receiver: further ?? open.url, debitAmount: amountEndingIn(session, 8) }),
    ]
    await pause(session, Math.min(aged, session.target.limits.settleTimeout))
    // All quotes are paid at once, so that two payments with metadata may be created at the same instant.
    const [withEmpty, withSome] = await Promise.all([
      quoted[0] && payQuote(session, quoted[0], {}),
      quoted[1] && payQuote(session, quoted[1], rich, [otherToken]),
    ])
    if (withSome && isAccepted(withSome)) await expectMetadata(session, withSome, rich)
    else await payWithSome(session, open)
    if (withEmpty && isAccepted(withEmpty)) await expectMetadata(session, withEmpty, {})
    else await payWithEmpty(session, open)
  },
})

/** Milliseconds after which the price of another asset has moved. A quote still defines the amounts of its payment. */
const aged = 2500

const some = { description: 'Order 17', lines: [1, 'two'], nothing: null }

const payWithSome = async (session: Session, open: Receiver): Promise<void> => {
  const { paid, sent } = await sendRichest([{ ...some, ...texts }, some], (metadata) =>
    nearControl(session, 8, (amount) => payQuoted(session, open.url, amount, metadata)),
  )
  await expectMetadata(session, paid, sent)
}

const payWithEmpty = async (session: Session, open: Receiver): Promise<void> => {
  const { paid } = await nearControl(session, 9, (amount) =>
    payAbroad(session, 0, open, (url) => payQuoted(session, url, amount, {})),
  )
  await expectMetadata(session, paid, {})
}

const payQuoted = async (
  session: Session,
  receiver: string,
  debitAmount: Amount,
  metadata: Record<string, unknown>,
): Promise<{ paid: Answer }> => {
  const quote = await quoteToPay(session, { receiver, debitAmount })
  return { paid: await payQuote(session, quote, metadata) }
}

const payQuote = (
  session: Session,
  { id, debits }: { id: string; debits: bigint },
  metadata: Record<string, unknown>,
  under: Row = [],
): Promise<Answer> => {
  const draft = createPayment(session, { quoteId: id, metadata }, debits)
  const row = applicable(under, draft, session)
  return sessionIn(session, row).send(inCircumstances(row, draft, session))
}

/** The quote, or undefined if the server creates none for that amount. */
const quoteIfAny = (session: Session, asked: Record<string, unknown>) =>
  quoteToPay(session, asked).catch(nothingIfUnmetHere)

/**
 * A quote that fixes what a receiver in another asset gets: a few units, which often have no whole price in the wallet's
 * asset. Undefined if they cost more than other payments.
 */
const quoteOfReceiveAmount = async (session: Session, receiver: string) => {
  const asset = (await seeReceiver(session, receiver))?.receivedAmount
  const quote = asset && (await quoteIfAny(session, { receiver, receiveAmount: { ...asset, value: '11' } }))
  return quote && quote.debits <= session.money.limits().controlValue ? quote : undefined
}

/** Metadata is optional in a response, so a payment that shows none is not judged. */
const expectMetadata = async (session: Session, paid: Answer, sent: unknown): Promise<void> => {
  if (!(await expectAccepted(session, paid, acceptsMetadata))) return
  const came = fieldOf(paid, 'metadata')
  if (came === undefined) return
  expectThat(session, paid, 'create-outgoing-payment.metadata.kept', {
    held: keepsMembers(sent, came),
    ...metadataInWords(sent, came),
  })
}
