import type { Override, Replacement } from '../../changes/change.ts'
import type { Among, Compared } from '../../state/compared.ts'
import type { Behaviour } from '../../state/world.ts'
import { type Defect, faultsBy } from '../fault.ts'
import { type Weaker, type WeakerName, weakerComparisons } from './weaker.ts'

/** A comparison of a guard or a lookup, with the weaker comparisons that let it accept invalid values. */
interface Attackable {
  compares: readonly Compared[]
  /** The guards that refuse a value that is not equal. */
  guards: readonly string[]
  /** The beginning of the ids of its faults. */
  id: string
  what: string
  /** The requirement that a weaker comparison breaks: one for all, or one for each comparison. */
  breaks: string | ((weaker: WeakerName) => string)
  by: readonly WeakerName[]
  /** The reasons why no answer differs with certain other comparisons. */
  equivalent?: Partial<Record<WeakerName, string>>
  /** Replacements that the mock also needs in order to reach the comparison at all. */
  override?: Replacement
}

type Find = Behaviour['requests']['find']

const parts = ['byFirstHalf', 'byLastHalf', 'cutAtEnd', 'cutAtBeginning', 'followed', 'preceded'] as const

/** Other forms of a secret or of a name that a lookup may accept in its place. */
const otherForms = ['encoded', 'quoted', 'wildcards', 'withoutPunctuation', 'asNothing', 'inherited'] as const

const ascii = 'the compared text is ASCII only, so normalization does not change it'

/**
 * No fault compares ids or the ends of URLs without case, decoded or trimmed, because a server may accept more than one
 * spelling of a resource's URL. Two access tokens in one header, of which one is valid, are also left open.
 */
const attackable: readonly Attackable[] = [
  {
    compares: ['token'],
    guards: ['token-known'],
    id: 'token',
    what: 'An access token',
    breaks: 'token.known',
    by: [...parts, 'withoutCase', 'decoded', ...otherForms, 'hashed', 'joined'],
    equivalent: {
      trimmed: 'HTTP removes the white space around the value of a header',
      normalised: ascii,
    },
  },
  {
    // A server that accepts an unknown key id also accepts it as the key of the token.
    compares: ['key-id', 'key-of-token'],
    guards: ['signature-keyid-known'],
    id: 'key-id',
    what: 'A key id',
    breaks: 'signature.keyid.known',
    by: [
      ...parts,
      'withoutCase',
      'trimmed',
      'padded',
      'decoded',
      ...otherForms,
      'hashed',
      'qualified',
      'listed',
      'joined',
    ],
    equivalent: { normalised: ascii },
  },
  {
    compares: ['key-of-token'],
    guards: ['key-bound-to-token'],
    id: 'key-of-token',
    what: "The key id of a token's client",
    breaks: 'signature.key.bound',
    by: ['byFirstHalf'],
    equivalent: {
      byLastHalf: 'the ids of the keys end in different digits',
      withoutCase: 'the ids of the keys differ in more than case',
    },
  },
  ...(
    [
      ['quote', 'get-quote'],
      ['incoming-payment', 'get-incoming-payment'],
      ['outgoing-payment', 'get-outgoing-payment'],
    ] as const
  ).map(
    ([what, operation]): Attackable => ({
      compares: [`id-of-${what}`],
      guards: [`${what}-known`],
      id: `id-of-${what}`,
      what: `The id of ${what === 'quote' ? 'a quote' : `an ${what.replace('-', ' ')}`} in a path`,
      breaks: (weaker) =>
        weaker === 'byFirstHalf' || weaker === 'byLastHalf'
          ? `errors.404.${operation}`
          : `${operation}.id.other-form`,
      by: parts,
      override: { urls: { isId: () => true } },
    }),
  ),
  {
    compares: ['quote-of-payment'],
    guards: ['payment-quote-known'],
    id: 'quote-of-payment',
    what: 'The id in quoteId',
    breaks: 'create-outgoing-payment.quote-id.unknown',
    by: ['byFirstHalf', 'byLastHalf', 'cutAtEnd', 'followed'],
    override: { urls: { isId: () => true } },
  },
  {
    compares: ['receiver-of-quote'],
    guards: ['receiver-known'],
    id: 'receiver-of-quote',
    what: 'The id in the receiver of a quote',
    breaks: 'create-quote.receiver.known',
    by: parts,
  },
  {
    compares: ['receiver-of-payment'],
    guards: ['payment-receiver-known'],
    id: 'receiver-of-payment',
    what: 'The id in the incomingPayment of a payment',
    breaks: 'create-outgoing-payment.direct.incoming-payment.known',
    // The limits leave room for only one altered payment, and its receiver has the last part altered.
    by: ['byFirstHalf'],
  },
  {
    compares: ['wallet-of-quote'],
    guards: ['wallet-known'],
    id: 'wallet-of-quote',
    what: 'The end of the walletAddress of a quote',
    breaks: 'create-quote.wallet-address.known',
    by: parts,
  },
  {
    compares: ['wallet-of-payment'],
    guards: ['payment-wallet-known'],
    id: 'wallet-of-payment',
    what: 'The end of the walletAddress of a payment',
    breaks: 'create-outgoing-payment.wallet-address.known',
    by: ['byFirstHalf', 'byLastHalf'],
  },
  {
    compares: ['wallet-of-incoming-payment'],
    guards: ['incoming-wallet-known'],
    id: 'wallet-of-incoming-payment',
    what: 'The end of the walletAddress of an incoming payment',
    breaks: 'create-incoming-payment.wallet-address.known',
    by: parts,
  },
  {
    compares: ['wallet-of-list'],
    guards: ['right-wallet-list'],
    id: 'wallet-of-list',
    what: 'The end of the wallet-address of a list',
    breaks: 'list.wallet-address',
    by: parts,
  },
  {
    compares: ['asset-of-payment'],
    guards: ['payment-debit-amount-asset-code'],
    id: 'asset-of-payment',
    what: 'The asset code of the debitAmount of a payment',
    breaks: 'create-outgoing-payment.direct.asset-code',
    by: ['byFirstHalf', 'followed'],
  },
  {
    compares: ['asset-of-incoming-payment'],
    guards: ['incoming-amount-asset'],
    id: 'asset-of-incoming-payment',
    what: 'The asset code of an incomingAmount',
    breaks: 'create-incoming-payment.incoming-amount.asset',
    by: ['byFirstHalf', 'cutAtEnd', 'followed', 'withoutCase', 'trimmed', 'padded'],
  },
  {
    compares: ['asset-of-quote'],
    guards: ['debit-amount-asset', 'receive-amount-asset'],
    id: 'asset-of-quote',
    what: 'The asset code of an amount of a quote',
    breaks: 'create-quote.debit-amount.asset',
    by: ['byFirstHalf', 'cutAtEnd', 'followed', 'preceded', 'withoutCase', 'trimmed', 'padded', 'normalised'],
  },
]

/**
 * Looks up a text as before. If nothing is found, returns the first value whose known text is equal by the weaker
 * comparison.
 */
const finding =
  (what: readonly Compared[], { same }: Weaker, find: Find): Find =>
  <T>(asked: Compared, given: string, among: Among<T>): T | undefined => {
    const found = find(asked, given, among)
    if (found !== undefined || !what.includes(asked)) return found
    for (const known of among.keys()) if (same(given, known)) return among.get(known)
    return undefined
  }

const comparingBy =
  ({ compares, override = {} }: Attackable, weaker: Weaker): Override =>
  ({ requests }) => ({
    ...override,
    requests: {
      find: finding(compares, weaker, requests.find),
      same: (what, given, known) =>
        requests.same(what, given, known) || (compares.includes(what) && weaker.same(given, known)),
    },
  })

const faultsOf = (attacked: Attackable): Defect[] => {
  const { id, what, breaks, by, equivalent = {}, guards } = attacked
  const reasons = Object.entries(equivalent) as Array<[WeakerName, string]>
  return [...by.map((name) => [name, undefined] as const), ...reasons].map(([name, reason]) => {
    const weaker = weakerComparisons[name]
    return {
      id: `${id}-compared-${weaker.id}`,
      breaks: typeof breaks === 'string' ? breaks : breaks(name),
      says: `${what} ${weaker.says}`,
      source: 'comparison',
      guards,
      ...(reason !== undefined && { equivalent: reason }),
      override: comparingBy(attacked, weaker),
    }
  })
}

const lastSegment = (url: string): string => url.slice(url.lastIndexOf('/') + 1)

/** Faults that replace each comparison of a guard or a lookup with each weaker one. */
export const comparedFaults: readonly Defect[] = [
  ...attackable.flatMap(faultsOf),
  ...faultsBy('urls', 'below', {
    'url-compared-by-its-last-segment': {
      breaks: 'create-quote.receiver.known',
      says: 'Only the last segment of a URL in a body is compared, so a receiver may be on any server',
      source: 'comparison',
      guards: ['receiver-known'],
      by: () => (_, url) => lastSegment(url),
    },
    'quote-url-compared-by-its-last-segment': {
      breaks: 'create-outgoing-payment.quote-id.unknown',
      says: 'Only the last segment of a quoteId is compared, so the quote may be on any server',
      source: 'comparison',
      guards: ['payment-quote-known'],
      by: (below) => (base, url) => (base.endsWith('/quotes/') ? lastSegment(url) : below(base, url)),
    },
    'wallet-url-compared-by-its-last-segment': {
      breaks: 'list.wallet-address',
      says: 'Only the last segment of a wallet address is compared, so it may be on any server',
      source: 'comparison',
      guards: ['right-wallet-list'],
      by: (below) => (base, url) =>
        /\/(quotes|\w+-payments)\/$/.test(base) ? below(base, url) : lastSegment(url),
    },
  }),
]
