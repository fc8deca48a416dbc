import { numberOf, sameAsset } from '../../core/amount.ts'
import { valueAt } from '../../core/json.ts'
import type { Receiver } from '../../core/receiver.ts'
import { isAccepted } from '../../http/answers/answer.ts'
import { receiverOf } from '../../probe/first-quote.ts'
import { lookAtReceiver } from '../../probe/look-at-receiver.ts'
import { amountIn } from '../../probe/wallet-document.ts'
import { debitsOtherAsset, whyQuoteRefused } from '../../probe/why-quote-refused.ts'
import { generationLimits } from '../../run/session/run.ts'
import { whyUnmet } from '../../run/session/supervise.ts'
import { controlAmount, type DoctorContext } from './context.ts'
import { asFinding, type DoctorFinding, fails, warns } from './finding.ts'
import { quoteTo } from './requests.ts'
import { type DraftFor, proberOf, type TriedAnswer } from './trials.ts'
import { answerOf } from './words.ts'

/**
 * Makes a quote to a fixed receiver for the amount that it asks for. The quote shows the wallet's asset, and whether
 * its price is within the limits.
 */
export async function lookAtFixedQuote(context: DoctorContext): Promise<void> {
  const { target, trials, report } = context
  const fixed = await receiverOfKind(context, 'fixed')
  if (!fixed) return
  const tried = await trials.ask(quoteTo(fixed.url))
  const amount = amountIn(valueAt(tried.response?.json, 'debitAmount'))
  if (!isAccepted(tried) || !amount) return
  const { asset, document } = context
  // The finding about the wallet address document covers it if the document names the same asset as the quote.
  const isTold = document?.asset !== undefined && sameAsset(document.asset, amount)
  if (asset && !sameAsset(asset, amount) && !isTold) report.note(asFinding(debitsOtherAsset(amount)))
  // All later requests use the asset that the server debits.
  context.asset = { assetCode: amount.assetCode, assetScale: amount.assetScale }
  if (numberOf(amount) > target.limits.maxDebitValue) {
    report.note(
      fails({
        fact: `A quote to the first of receivers.fixed debits ${amount.value}, which is more than limits.maxDebitValue (${target.limits.maxDebitValue}), so it is never paid`,
        place: ['limits', 'maxDebitValue'],
        next: 'raise the limit, or give fixed receivers with smaller amounts',
      }),
    )
  }
}

/** Returns a receiver of that kind, or undefined if none can be made. `lookAtReceivers` reports why. */
const receiverOfKind = async (
  { target, receivers }: DoctorContext,
  kind: 'open' | 'fixed',
): Promise<Receiver | undefined> => {
  if (!target.receivers.sources[kind]) return undefined
  return receivers.shared(kind).catch((error: unknown) => {
    if (whyUnmet(error) === undefined) throw error
    return undefined
  })
}

/** Returns the request for the quote that every run makes first, or undefined if it cannot be made. */
export async function aQuote(context: DoctorContext): Promise<DraftFor | undefined> {
  const { asset, target } = context
  const open = asset && (await receiverOfKind(context, 'open'))
  return open && quoteTo(open.url, controlAmount(target, asset))
}

/** Finds out why a server that accepts a list refuses a quote. */
export async function whyRefusedQuote(
  context: DoctorContext,
  { ask, made }: NonNullable<DoctorContext['quote']>,
): Promise<DoctorFinding | undefined> {
  const { trials, target, asset, document } = context
  const { signing } = target
  const digest = signing.digest === 'sha-512' ? 'sha-256' : 'sha-512'
  const components = [...signing.components, 'content-type', 'content-length']
  const otherDigest = await trials.ask(ask, { target: { ...target, signing: { ...signing, digest } } })
  // A run finds that out by itself and adapts to it.
  if (isAccepted(otherDigest)) return undefined
  const covered = await trials.ask(ask, { target: { ...target, signing: { ...signing, components } } })
  if (isAccepted(covered)) return coversMore(components)
  if (made.response?.status === 401 || !asset) return refusedFor(made)
  const prober = proberOf(trials)
  const quote = { draft: ask(target), answer: made }
  const why = await whyQuoteRefused(prober, {
    quote,
    limits: generationLimits({ target, walletAsset: asset }),
    view: await lookAtReceiver(prober, receiverOf(quote)),
    isAssetKnown: document?.asset !== undefined,
    // The fixed receiver was asked for a quote before, and `asset` is the asset that this quote debits.
    debited: async () => (target.receivers.sources.fixed ? asset : undefined),
  })
  if (!why) return refusedFor(made)
  return 'contradiction' in why ? asFinding(why.contradiction) : debitsMore(why.controlValue, made)
}

const coversMore = (components: readonly string[]): DoctorFinding =>
  warns({
    fact: 'The server accepts a signed body only if content-type and content-length are covered too',
    place: ['signing', 'components'],
    next: `write signing.components: [${components.map((name) => `"${name}"`).join(', ')}] to sign like this from the start; a run finds it out by itself, with a warning`,
  })

const debitsMore = (controlValue: bigint, refused: TriedAnswer): DoctorFinding =>
  warns({
    fact: `The server does not create a quote for the amount that controls debit (${answerOf(refused)}), but creates a quote for ${controlValue}, which a run then uses`,
    place: ['limits', 'controlValue'],
    next: `write limits.controlValue: "${controlValue}"`,
  })

/** Returns the finding for a refusal that nothing in the target file explains. */
const refusedFor = (refused: TriedAnswer): DoctorFinding => {
  const fact = `The server accepts a list request, but refuses a quote to the first of receivers.open (${answerOf(refused)})`
  const isUnsigned = refused.response?.status === 401
  return isUnsigned
    ? fails({
        fact,
        place: ['signing'],
        next: 'key and token work for a list, so check how the server verifies the Content-Digest of a body; or give a token that may also create quotes',
      })
    : fails({
        fact,
        place: ['receivers'],
        next: 'everything that the quote uses is as the file says, so look for the reason in the log of the server',
      })
}
