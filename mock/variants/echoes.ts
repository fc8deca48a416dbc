import { alternatives, type Variant } from '../changes/change.ts'
import { replacing } from '../changes/replacing.ts'
import { amountOf } from '../core/amounts.ts'
import type { Answer, Shown } from '../core/answer.ts'
import { isCreation, type OperationId } from '../core/operations.ts'
import { isSentInFull } from '../state/resources.ts'

type Respell = (fields: Shown) => Shown

/** Applies `respell` to each resource in an answer, or to each item of its page. */
const eachResource = (answer: Answer, respell: Respell): Answer => {
  const body = answer.body as Shown & { result?: Shown[] }
  const respelled = Array.isArray(body.result) ? { ...body, result: body.result.map(respell) } : respell(body)
  return { ...answer, body: respelled }
}

const respelling = (
  id: string,
  says: string,
  respell: Respell,
  meant: (operation: OperationId) => boolean,
): Variant => ({
  id,
  says,
  override: replacing('answers', 'answered', {
    gives: (whole, _answer, operation) => (meant(operation) ? eachResource(whole, respell) : whole),
  }),
})

const withTimes =
  (change: (time: string) => string): Respell =>
  (fields) =>
    Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [
        name,
        /^(?:created|updated|expires)At$/.test(name) ? change(String(value)) : value,
      ]),
    )

/** Variants of a database that cuts or rounds times. The response to the creation still has the full precision. */
export const storedTimeVariants: readonly Variant[] = alternatives(
  respelling(
    'times-cut-when-stored',
    'The response to a creation shows times with milliseconds; later responses show whole seconds, cut',
    withTimes((time) => time.replace(/\.\d+/, '')),
    (operation) => !isCreation(operation),
  ),
  respelling(
    'times-rounded-when-stored',
    'The response to a creation shows times with milliseconds; later responses show whole seconds, rounded',
    withTimes((time) => {
      const rounded = new Date(Math.round(Date.parse(time) / 1000) * 1000)
      return Number.isNaN(rounded.getTime()) ? time : rounded.toISOString().replace('.000', '')
    }),
    (operation) => !isCreation(operation),
  ),
)

/** Percent-encodes the last letter or digit of a URL, unless an escape is at its end. */
const escapedAtItsEnd = (url: unknown): string =>
  String(url).replace(/(?:%[0-9A-F]{2}|[A-Z0-9])$/i, (last) =>
    last.startsWith('%') ? last : `%${last.charCodeAt(0).toString(16)}`,
  )

const echoedUrls: Respell = (fields) => ({
  ...fields,
  walletAddress: `${String(fields.walletAddress).replace(/\/$/, '')}/`,
  ...(fields.receiver === undefined ? {} : { receiver: escapedAtItsEnd(fields.receiver) }),
  ...(fields.quoteId === undefined ? {} : { quoteId: escapedAtItsEnd(fields.quoteId) }),
})

export const echoedUrlVariants: readonly Variant[] = [
  respelling(
    'urls-echoed-when-created',
    'The response to a creation spells walletAddress, receiver and quoteId in another way than later responses',
    echoedUrls,
    isCreation,
  ),
]

/** Variants for direct payments into another asset, whose rate is fixed only when the payment settles. */
export const estimateVariants: readonly Variant[] = [
  {
    id: 'estimated-until-settled',
    says: 'The receiveAmount of a direct payment into another asset is an estimate until the payment has settled',
    departs: { requirement: 'outgoing-payment.receive-amount.same', grade: 'warning' },
    // A quote fixes the amounts, so they are no estimate.
    excludes: ['direct-payments-with-quotes'],
    override: replacing('outgoingPayments', 'show', {
      takes: (payment) => {
        const { quote, receiveAmount, debitAmount } = payment
        const isFinal =
          quote !== undefined ||
          receiveAmount.assetCode === debitAmount.assetCode ||
          isSentInFull(payment) ||
          receiveAmount.value === 0n
        return isFinal
          ? payment
          : { ...payment, receiveAmount: amountOf(receiveAmount.value - 1n, receiveAmount) }
      },
    }),
  },
]
