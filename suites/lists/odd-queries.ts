import fc from 'fast-check'
import { any, each, type Given } from '../../src/check/cases/given.ts'
import { leftOpen, refusedAs } from '../../src/check/expectation.ts'
import { refusal } from '../../src/check/kinds/refusal.ts'
import { oddCount, oddCounts, oddQueryValue, oddTexts } from '../../src/generate/ids.ts'
import type { RequestDraft } from '../../src/http/draft.ts'
import { listingIncomingPayments, listingOutgoingPayments } from '../support/operations.ts'
import { itemsOrNone, showsNothingOf } from '../support/shown-in-words.ts'
import { type Elsewhere, elsewhere, walletElsewhere } from '../support/unknown-id.ts'

/**
 * Creates a check of a list request whose parameters have values that the interface leaves open, as they stand on the
 * wire.
 */
const oddQuery = <T>(check: {
  id: string
  title: string
  detects: string
  given: Given<T>
  /** Returns the parameters by their keys in the profile. */
  asks: (given: T) => Partial<Record<'walletAddress' | 'cursor' | 'first' | 'last', string>>
}) =>
  refusal<Record<never, never>, T>({
    id: check.id,
    title: check.title,
    detects: check.detects,
    on: [listingOutgoingPayments, listingIncomingPayments],
    cases: check.given,
    mutate: (draft, given, _, { target }) => {
      const asked = Object.entries(check.asks(given)).map(
        ([key, value]) => [target.profile.query[key as 'cursor'], value] as const,
      )
      return asking(draft, asked)
    },
    expect: leftOpen('list.open.parameters', itemsOrNone),
  })

/** Sets these parameters without encoding their values, and keeps the others. */
const asking = (
  draft: RequestDraft,
  asked: ReadonlyArray<readonly [name: string, value: string]>,
): RequestDraft => {
  const names = asked.map(([name]) => name)
  const query = asked.map(([name, value]) => `${encodeURIComponent(name)}=${value}`).join('&')
  return {
    ...draft,
    path: `${draft.path}?${query}`,
    query: (draft.query ?? []).filter(([name]) => !names.includes(name)),
  }
}

export const cursors = oddQuery({
  id: 'lists/odd-cursors',
  title: 'How the server treats a list with a cursor of arbitrary bytes',
  detects: 'cursor-beyond-ascii-answered-500',
  given: any(() => fc.record({ cursor: oddQueryValue }), {
    first: oddTexts.map((cursor) => ({ cursor })),
    times: 2,
    shared: true,
  }),
  asks: ({ cursor }) => ({ cursor }),
})

export const counts = oddQuery({
  id: 'lists/odd-counts',
  title: 'How the server treats a list with an invalid count',
  detects: 'count-of-no-number-answered-500',
  given: any(() => fc.record({ name: fc.constantFrom<'first' | 'last'>('first', 'last'), count: oddCount }), {
    first: oddCounts.map((count) => ({ name: 'first' as const, count })),
    shared: true,
  }),
  asks: ({ name, count }) => (name === 'first' ? { first: count } : { last: count }),
})

/**
 * The interface leaves open whether the server shows a list, and whose. The items that it shows must be on the
 * requested wallet address.
 */
export const nearWalletAddresses = refusal<Record<never, never>, Elsewhere>({
  id: 'lists/near-wallet-addresses',
  title: "How the server treats a list with a wallet address that differs from the token's in one part",
  detects: 'wallet-of-list-compared-by-its-first-half',
  on: [listingOutgoingPayments, listingIncomingPayments],
  cases: each<Elsewhere>(...elsewhere),
  mutate: (draft, how, _, { target }) => ({
    ...draft,
    query: (draft.query ?? []).map(([name, value]) =>
      name === target.profile.query.walletAddress ? [name, walletElsewhere(value, how)] : [name, value],
    ),
  }),
  expect: refusedAs('recommended-refusal', 'list.wallet-address', showsNothingOf),
})

export const walletAddresses = oddQuery({
  id: 'lists/odd-wallet-addresses',
  title: 'How the server treats a list with an invalid wallet address',
  detects: 'list-of-no-uri-answered-500',
  given: any(() => fc.record({ walletAddress: oddQueryValue }), {
    first: ['', ...oddTexts].map((walletAddress) => ({ walletAddress })),
    shared: true,
  }),
  asks: ({ walletAddress }) => ({ walletAddress }),
})
