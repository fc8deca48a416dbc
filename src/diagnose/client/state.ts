import type { Asset } from '../../core/amount.ts'
import { asText, isObject } from '../../core/json.ts'
import { operationIds } from '../../core/operations.ts'
import { isSameUrl } from '../../core/urls.ts'
import { assetIn } from '../../core/wallet-document.ts'
import { broken, type ClaimJudging, type ClaimOutcome, held, isRefusal, undecided } from './claim.ts'
import { type Facts, isInAsset, type ServerFact } from './facts.ts'
import type { ReadRequest } from './request.ts'

type BodyFields = Record<string, unknown>

/** The flaw of a request, `fine`, or undefined if neither the request nor the traffic before it decides that. */
type Decided = { flaw?: string | undefined } | undefined

const fine: Decided = {}

/** A duty in the body of a request that may depend on the state of the server. */
interface Duty {
  /** The request that shows something about the duty, after the name of its operation. */
  with: string
  applies: (body: BodyFields, facts: Facts, request: ReadRequest) => boolean
  want: string
  decide: (body: BodyFields, facts: Facts, request: ReadRequest) => Decided
}

const decidedBy = (isFine: boolean | undefined, flaw: string): Decided =>
  isFine === undefined ? undefined : isFine ? fine : { flaw }

const having = (field: string) => ({
  with: ` with ${field}`,
  applies: (body: BodyFields) => Object.hasOwn(body, field),
})

/** The field names something of this kind that the server has. Only what it has shown is known to be there. */
const known = (field: string, kind: ServerFact['kind'], what: string): Duty => ({
  ...having(field),
  want: `a ${field} that names ${what} of this server`,
  decide: (body, facts) => {
    const fact = facts.at(body[field])
    return fact && decidedBy(fact.kind === kind, `one that names a resource of another kind (${fact.kind})`)
  },
})

const knownWallet = known('walletAddress', 'wallet', 'a wallet address')

/** The amount is in the asset of what another field names, or in one part of that asset. */
const inAsset = (
  field: string,
  of: 'walletAddress' | 'receiver',
  parts: ReadonlyArray<keyof Asset> = ['assetCode', 'assetScale'],
): Duty => ({
  ...having(field),
  want: `a ${field} with the ${parts.join(' and ')} of the ${of === 'receiver' ? 'receiver' : 'wallet address'}`,
  decide: (body, facts) => {
    const [own, asset] = [assetIn(body[field]), facts.at(body[of])?.asset]
    if (!own || !asset) return undefined
    const isFine = isInAsset({ ...asset, ...only(own, parts) }, asset)
    return decidedBy(
      isFine,
      `${own.assetCode} with scale ${own.assetScale}, not ${asset.assetCode} with scale ${asset.assetScale}`,
    )
  },
})

const only = (asset: Asset, parts: ReadonlyArray<keyof Asset>): Partial<Asset> =>
  Object.fromEntries(parts.map((part) => [part, asset[part]]))

/** A separate requirement judges the form of an amount. So here a malformed one counts only for a receiver with an incomingAmount. */
const amountOnFixed = (field: string): Duty => ({
  ...having(field),
  want: `an Amount in ${field}`,
  decide: (body, facts) => {
    if (isAmount(body[field])) return fine
    return facts.at(body['receiver'])?.isFixed ? { flaw: 'something else' } : undefined
  },
})

const isAmount = (value: unknown): boolean =>
  assetIn(value) !== undefined && isObject(value) && /^\d+$/.test(asText(value['value']))

const amountsIn = (body: BodyFields): number =>
  ['debitAmount', 'receiveAmount'].filter((field) => Object.hasOwn(body, field)).length

const exclusiveOnFixed = 'create-quote.amounts.exclusive-fixed'

/** Exactly one amount is the rule. The exception, a receiver with an incomingAmount, has to be known. */
const isOnFixed: Duty['applies'] = (body, facts, { refusal, accepted }) =>
  facts.at(body['receiver'])?.isFixed ??
  (refusal?.requirement === exclusiveOnFixed || (accepted && amountsIn(body) === 0))

const exclusive = {
  want: 'debitAmount or receiveAmount, not both',
  decide: (body: BodyFields) => decidedBy(amountsIn(body) < 2, 'both amounts'),
}

const duties: Readonly<Record<string, Duty>> = {
  'client.quote.amount-on-open-receiver': {
    with: '',
    applies: () => true,
    want: 'a debitAmount or a receiveAmount, if the receiver has no incomingAmount',
    decide: (body, facts) =>
      amountsIn(body) > 0 ? fine : decidedBy(facts.at(body['receiver'])?.isFixed, 'neither amount'),
  },
  'create-quote.amounts.exclusive': {
    ...exclusive,
    with: ' with an amount',
    applies: (...all) => amountsIn(all[0]) > 0 && !isOnFixed(...all),
  },
  [exclusiveOnFixed]: { ...exclusive, with: ' for a receiver with an incomingAmount', applies: isOnFixed },
  'create-quote.wallet-address.known': knownWallet,
  'create-quote.receiver.known': known('receiver', 'incoming-payment', 'an incoming payment'),
  'create-quote.method.unknown': {
    ...having('method'),
    want: 'the method ilp',
    decide: ({ method }) => decidedBy(method === 'ilp', JSON.stringify(method)),
  },
  'create-quote.debit-amount.amount-on-fixed': amountOnFixed('debitAmount'),
  'create-quote.receive-amount.amount-on-fixed': amountOnFixed('receiveAmount'),
  'create-quote.debit-amount.asset': inAsset('debitAmount', 'walletAddress'),
  'create-quote.receive-amount.asset': inAsset('receiveAmount', 'receiver'),
  'create-outgoing-payment.wallet-address.known': knownWallet,
  'create-outgoing-payment.quote-id.unknown': {
    ...having('quoteId'),
    want: 'a quoteId of a quote that this server has',
    decide: ({ quoteId }, facts) => (facts.at(quoteId)?.kind === 'quote' ? fine : undefined),
  },
  'create-outgoing-payment.quote-id.no-quote': known('quoteId', 'quote', 'a quote'),
  'create-outgoing-payment.quote-id.other-wallet': {
    ...having('quoteId'),
    want: 'a quote of the same wallet address',
    decide: ({ quoteId, walletAddress }, facts) => {
      const { wallet } = facts.at(quoteId) ?? {}
      return wallet === undefined
        ? undefined
        : decidedBy(isSameUrl(wallet, asText(walletAddress)), `a quote of ${wallet}`)
    },
  },
  'create-outgoing-payment.direct.incoming-payment.known': known(
    'incomingPayment',
    'incoming-payment',
    'an incoming payment',
  ),
  'create-outgoing-payment.direct.asset-code': inAsset('debitAmount', 'walletAddress', ['assetCode']),
  'create-outgoing-payment.direct.asset-scale': inAsset('debitAmount', 'walletAddress', ['assetScale']),
  'create-outgoing-payment.variants.quote-and-debit-amount': {
    ...having('quoteId'),
    want: 'a quoteId without debitAmount',
    decide: (body) =>
      decidedBy(
        !Object.hasOwn(body, 'debitAmount') || Object.hasOwn(body, 'incomingPayment'),
        'quoteId and debitAmount',
      ),
  },
  'create-incoming-payment.wallet-address.known': knownWallet,
  'create-incoming-payment.incoming-amount.asset': inAsset('incomingAmount', 'walletAddress'),
  'create-incoming-payment.expires-at.passed': {
    ...having('expiresAt'),
    want: 'an expiresAt in the future',
    // A server that accepts the time has a clock of its own.
    decide: ({ expiresAt }, _, { at, accepted }) => {
      const time = Date.parse(asText(expiresAt))
      return Number.isNaN(time) ? undefined : decidedBy(accepted || time > at.getTime(), asText(expiresAt))
    },
  },
}

/** The ids by which a server names the refusal of a breach, where they differ from the duty's own. */
const refusedAs: Readonly<Record<string, string>> = {
  'client.quote.amount-on-open-receiver': 'create-quote.amounts.none',
}

/**
 * Says how each duty that may depend on the state of the server is judged, by requirement. The request and what the
 * traffic has shown come first, then the reason that the server gives for a refusal. A request that was served kept the
 * duty. If a request was refused for a reason that nobody knows, the duty is undecided.
 */
export const stateJudgings: Readonly<Record<string, ClaimJudging>> = Object.fromEntries(
  Object.entries(duties).map(([id, duty]): [string, ClaimJudging] => {
    const operation = operationIds.find((name) => id.startsWith(`${name}.`)) ?? 'create-quote'
    return [
      id,
      {
        shownBy: `${operation}${duty.with} by the client`,
        on: () => [operation],
        judge: (request, { facts }) => judgeDuty(id, duty, request, facts),
      },
    ]
  }),
)

const nothingShown: Facts = { at: () => undefined }

const judgeDuty = (
  id: string,
  { applies, want, decide }: Duty,
  request: ReadRequest,
  facts: Facts,
): ClaimOutcome | undefined => {
  const { json, refusal, accepted, status } = request
  if (!isObject(json) || !applies(json, facts, request)) return undefined
  // A server that serves a request against what it has shown before contradicts itself. That is not the client's mistake.
  const decided = decide(json, accepted ? nothingShown : facts, request)
  if (decided?.flaw !== undefined) return broken(want, decided.flaw)
  if (refusal?.requirement === (refusedAs[id] ?? id)) return broken(want, refusal.description)
  if (decided || accepted) return held(want)
  // 401 speaks of the token and the signature.
  return refusal || !isRefusal(status) || status === 401 ? undefined : undecided(want)
}
