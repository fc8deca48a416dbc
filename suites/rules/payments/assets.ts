import {
  jsonSent,
  type PassiveCheck,
  type RunFacts,
  type Seen,
  type TestedClaim,
} from '../../../src/check/kinds/passive.ts'
import { createMemory, type Memory } from '../../../src/check/memory.ts'
import { type Observed, resourcesIn } from '../../../src/check/resource.ts'
import { type Asset, inWords, sameAsset } from '../../../src/core/amount.ts'
import { asText, isObject } from '../../../src/core/json.ts'
import { isSameUrl, urlKey } from '../../../src/core/urls.ts'
import { asAmount } from '../../support/fields.ts'
import { creatingPayment } from '../../support/operations.ts'

interface Measured {
  field: 'debitAmount' | 'receiveAmount'
  /** Returns the owner of the asset that the amount is in, a wallet address or a receiver, or undefined. */
  ownerOf: (resource: Observed, facts: RunFacts) => string | undefined
  /** Returns the assets of owners that an exchange shows. */
  learn: (seen: Seen, facts: RunFacts) => ReadonlyArray<readonly [owner: string, asset: Asset]>
}

/** The asset of an owner if it is known, and the assets that were shown before, one for each asset. */
interface AssetOwner {
  known?: { asset: Asset; exchange: number }
  waiting: readonly ShownAsset[]
}

interface ShownAsset {
  requirement: string
  resource: string
  asset: Asset
  got: string
  exchange: number
}

/** The most assets that wait for the asset of one owner. Further assets would add nothing. */
const mostWaiting = 8

/**
 * Creates the rule that an amount of quotes and payments is in the asset of its owner, which an exchange of this run
 * has shown. Skips an amount that is shown in the other asset in which it was requested. Another rule judges whether
 * the server has to refuse such a request.
 */
const inAssetOf = (
  { field, ownerOf, learn }: Measured,
  requirements: Record<'quote' | 'outgoing-payment', string>,
  head: Omit<PassiveCheck, 'claims' | 'start'>,
): PassiveCheck => ({
  ...head,
  claims: () => Object.values(requirements),
  start: (facts) => {
    const known: KnownAssets = { field, owners: createMemory(), asked: createMemory() }
    return (seen) => {
      const { number } = seen.exchange
      rememberAsked(known.asked, seen, field, facts)
      return [
        ...learn(seen, facts).flatMap(([owner, asset]) => learned(known, owner, asset, number)),
        ...(['quote', 'outgoing-payment'] as const).flatMap((kind) =>
          resourcesIn(seen, kind).flatMap((resource) => {
            const owner = ownerOf(resource, facts)
            const place = { requirement: requirements[kind], exchange: number }
            return owner === undefined ? [] : shownOf(known, owner, resource, place)
          }),
        ),
      ]
    }
  },
})

/** Facts that a rule about the asset of an amount has learned. */
interface KnownAssets {
  field: string
  owners: Memory<AssetOwner>
  /** The asset that the amount was requested in, by the id of the resource. */
  asked: Memory<Asset>
}

/** Remembers the asset of an owner, and compares it with the assets that waited for it. */
const learned = (
  { field, owners }: KnownAssets,
  owner: string,
  asset: Asset,
  exchange: number,
): TestedClaim[] => {
  const { known, waiting = [] } = owners.get(owner) ?? {}
  if (known) return []
  owners.set(owner, { known: { asset, exchange }, waiting: [] })
  return waiting.map((shown) => compared(shown, { asset, exchange }, field))
}

const shownOf = (
  { field, owners, asked }: KnownAssets,
  owner: string,
  resource: Observed,
  place: Pick<ShownAsset, 'requirement' | 'exchange'>,
): TestedClaim[] => {
  const amount = asAmount(resource.fields[field])
  if (!amount) return []
  const { known, waiting = [] } = owners.get(owner) ?? {}
  const shown = { ...place, resource: resource.id, asset: amount, got: `${field} ${inWords(amount)}` }
  if (known && sameAsset(known.asset, amount)) return [compared(shown, known, field)]
  const wanted = asked.get(resource.id)
  if (wanted && sameAsset(wanted, amount)) return []
  if (known) return [compared(shown, known, field)]
  const isNew = !waiting.some(
    (other) => other.requirement === place.requirement && sameAsset(other.asset, amount),
  )
  if (isNew && waiting.length < mostWaiting) owners.set(owner, { waiting: [...waiting, shown] })
  return []
}

const compared = (
  { requirement, resource, asset, got, exchange }: ShownAsset,
  known: NonNullable<AssetOwner['known']>,
  field: string,
): TestedClaim => ({
  requirement,
  resource,
  held: sameAsset(known.asset, asset),
  want: `${field} in ${known.asset.assetCode}/${known.asset.assetScale}`,
  got,
  exchange,
  earlier: known.exchange,
})

/**
 * Remembers the asset that an amount was requested in, for a quote, a direct payment, or a payment from such a quote.
 */
const rememberAsked = (
  asked: Memory<Asset>,
  seen: Seen,
  field: Measured['field'],
  { profile }: RunFacts,
): void => {
  const { operation } = seen.exchange
  if (operation !== 'create-quote' && operation !== 'create-outgoing-payment') return
  const [made] = resourcesIn(seen, operation === 'create-quote' ? 'quote' : 'outgoing-payment')
  const body = jsonSent(seen)
  if (!made || !isObject(body)) return
  const name =
    operation === 'create-quote' || field === 'receiveAmount' ? field : profile.directPayment[field]
  const wanted = asAmount(body[name]) ?? asked.get(asText(body['quoteId']))
  if (wanted) asked.set(made.id, wanted)
}

/** Learns the wallet's asset from an accepted direct payment, because its debitAmount has to be in that asset. */
const walletAsset: Measured['learn'] = (seen, facts) => {
  const { incomingPayment, debitAmount } = facts.profile.directPayment
  if (!seen.accepted || seen.exchange.operation !== 'create-outgoing-payment') return []
  const body = jsonSent(seen)
  if (!isObject(body) || body['quoteId'] !== undefined || body[incomingPayment] === undefined) return []
  const amount = asAmount(body[debitAmount])
  if (!amount || !isSameUrl(asText(body['walletAddress']), facts.walletAddress)) return []
  return !facts.walletAsset || sameAsset(amount, facts.walletAsset) ? [[facts.walletAddress, amount]] : []
}

export const debitAmountIsInTheAssetOfTheWallet = inAssetOf(
  {
    field: 'debitAmount',
    ownerOf: ({ fields }, { walletAddress }) =>
      isSameUrl(asText(fields['walletAddress']), walletAddress) ? walletAddress : undefined,
    learn: walletAsset,
  },
  { quote: 'quote.debit-amount.asset', 'outgoing-payment': 'outgoing-payment.debit-amount.asset' },
  {
    id: 'rules/debit-amount-in-the-asset-of-the-wallet',
    title: 'The debit amount of every quote and payment is in the asset of the wallet address',
    detects: 'quote-debit-in-another-asset',
    operations: ['create-quote', 'get-quote', 'create-outgoing-payment', 'list-outgoing-payments'],
    needs: creatingPayment.needs,
    shownBy: ['payments/direct', 'payments/from-quote', 'quotes/inferred-amount'],
  },
)

export const receiveAmountIsInTheAssetOfTheReceiver = inAssetOf(
  {
    field: 'receiveAmount',
    ownerOf: ({ fields: { receiver } }) => (typeof receiver === 'string' ? urlKey(receiver) : undefined),
    learn: (seen) =>
      resourcesIn(seen, 'incoming-payment').flatMap(({ id, fields }) => {
        const amount = asAmount(fields['incomingAmount']) ?? asAmount(fields['receivedAmount'])
        return amount ? [[urlKey(id), amount] as const] : []
      }),
  },
  { quote: 'quote.receive-amount.asset', 'outgoing-payment': 'outgoing-payment.receive-amount.asset' },
  {
    id: 'rules/receive-amount-in-the-asset-of-the-receiver',
    title: 'The receive amount of every quote and payment is in the asset that the receiver shows',
    detects: 'quote-receive-in-another-asset',
    operations: [
      'create-quote',
      'get-quote',
      'create-outgoing-payment',
      'list-outgoing-payments',
      'get-incoming-payment',
    ],
    needs: creatingPayment.needs,
    otherwise: 'receivers.access in the target file: a token that may read the receivers',
    shownBy: ['quotes/inferred-amount', 'settling/moves-and-arrives'],
  },
)
