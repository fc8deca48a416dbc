import { type Amount, numberOf, sameAsset } from '../../core/amount.ts'
import { isObject } from '../../core/json.ts'
import type { Receiver } from '../../core/receiver.ts'
import { isAccepted } from '../../http/answer.ts'
import { largerAmounts } from '../../probe/first-quote.ts'
import { amountIn } from '../../probe/wallet-asset.ts'
import { whyUnmet } from '../../run/session/supervise.ts'
import type { KeyPath } from '../../target-file/problem.ts'
import { controlAmount, type DoctorContext } from './context.ts'
import type { DoctorFinding } from './finding.ts'
import { quoteTo } from './requests.ts'
import type { Ask, Trials, TriedAnswer } from './trials.ts'
import { answerOf } from './words.ts'

/** A quote for what a fixed receiver asks for: shows the wallet's asset, and whether its price may be paid. */
export async function lookAtFixedQuote(context: DoctorContext): Promise<void> {
  const { target, trials, report } = context
  const fixed = await receiverOf(context, 'fixed')
  if (!fixed) return
  const tried = await trials.ask(quoteTo(fixed.url))
  const amount = debitAmountIn(tried)
  if (!isAccepted(tried) || !amount) return
  const { asset, document } = context
  // Where the wallet address document says so too, that is told of it.
  const isTold = document?.asset !== undefined && sameAsset(document.asset, amount)
  if (asset && !sameAsset(asset, amount) && !isTold) report.note(otherAsset(amount))
  // The server's word counts for what is asked from here on.
  context.asset = { assetCode: amount.assetCode, assetScale: amount.assetScale }
  if (numberOf(amount) > target.limits.maxDebitValue) {
    report.note({
      area: 'receivers',
      weight: 'fails',
      fact: `A quote to the first of receivers.fixed debits ${amount.value}, which is more than limits.maxDebitValue (${target.limits.maxDebitValue}), so it is never paid`,
      place: ['limits', 'maxDebitValue'],
      next: 'raise the limit, or give fixed receivers with smaller amounts',
    })
  }
}

const otherAsset = ({ assetCode, assetScale }: Amount): DoctorFinding => ({
  area: 'wallet',
  weight: 'fails',
  fact: `The server debits walletAddress in ${assetCode} with scale ${assetScale}, not in walletAsset`,
  place: ['walletAsset'],
  next: `set walletAsset: { assetCode: ${assetCode}, assetScale: ${assetScale} }`,
})

const debitAmountIn = ({ response }: TriedAnswer): Amount | undefined => debitIn(response?.json)

const debitIn = (json: unknown): Amount | undefined =>
  isObject(json) ? amountIn(json['debitAmount']) : undefined

/** A receiver of that kind, if there is one: why it cannot be made is told of the receivers. */
const receiverOf = async (
  { target, receivers }: DoctorContext,
  kind: 'open' | 'fixed',
): Promise<Receiver | undefined> => {
  if (!target.receivers.sources[kind]) return undefined
  return receivers.shared(kind).catch((error: unknown) => {
    if (whyUnmet(error) === undefined) throw error
    return undefined
  })
}

/** The quote that every run makes first, if it can be made. */
export async function aQuote(context: DoctorContext): Promise<Ask | undefined> {
  const { asset, target } = context
  const open = asset && (await receiverOf(context, 'open'))
  return open && quoteTo(open.url, controlAmount(target, asset))
}

/** Why a quote is refused by a server that takes a list. */
export async function whyQuoteRefused(
  ask: Ask,
  refused: TriedAnswer,
  trials: Trials,
): Promise<DoctorFinding | undefined> {
  const { signing } = trials.target
  const digest = signing.digest === 'sha-512' ? 'sha-256' : 'sha-512'
  const components = [...signing.components, 'content-type', 'content-length']
  const otherDigest = await trials.ask(ask, { target: { ...trials.target, signing: { ...signing, digest } } })
  // A run finds that out by itself, and goes on with it.
  if (isAccepted(otherDigest)) return undefined
  const covered = await trials.ask(ask, { target: { ...trials.target, signing: { ...signing, components } } })
  if (isAccepted(covered)) {
    return {
      area: 'key',
      weight: 'warns',
      fact: 'The server accepts a signed body only if content-type and content-length are covered too',
      place: ['signing', 'components'],
      next: `write signing.components: [${components.map((name) => `"${name}"`).join(', ')}] to sign like this from the start; a run finds it out by itself, with a warning`,
    }
  }
  const larger = await pricedAmount(ask, trials)
  if (larger === undefined) return { weight: 'fails', ...refusedFor(refused, trials) }
  return {
    area: 'receivers',
    weight: 'warns',
    fact: `The server does not create a quote for the amount that controls debit (${answerOf(refused)}), but creates a quote for ${larger}, which a run then uses`,
    place: ['limits', 'controlValue'],
    next: `write limits.controlValue: "${larger}"`,
  }
}

/** The smallest of some larger amounts that the server makes a quote for. */
const pricedAmount = async (ask: Ask, trials: Trials): Promise<bigint | undefined> => {
  const asked = debitIn(ask(trials.target).body)
  for (const value of asked ? largerAmounts(numberOf(asked), trials.target.limits.maxDebitValue) : []) {
    const other: Ask = (target) => {
      const draft = ask(target)
      const debitAmount = { ...asked, value: String(value) }
      return { ...draft, body: { ...(isObject(draft.body) ? draft.body : {}), debitAmount } }
    }
    if (isAccepted(await trials.ask(other))) return value
  }
  return undefined
}

const refusedFor = (refused: TriedAnswer, { target }: Trials): Omit<DoctorFinding, 'weight'> => {
  const status = refused.response?.status ?? 0
  const fact = `The server accepts a list request, but refuses a quote to the first of receivers.open (${answerOf(refused)})`
  const next = 'give a token that may also create quotes'
  if (status === 403) return { area: 'token', fact, place: ['tokens', 'full'], next }
  if (status === 401) {
    const body =
      'key and token work for a list, so check how the server verifies the Content-Digest of a body'
    return { area: 'key', fact, place: ['signing'], next: `${body}; or ${next}` }
  }
  const place: KeyPath =
    target.receivers.sources.open?.kind === 'list' ? ['receivers', 'open', 0] : ['receivers']
  return {
    area: 'receivers',
    fact,
    place,
    next: 'give an incoming payment that this server can pay into, or check that limits.controlValue and walletAsset are right for the wallet',
  }
}
