import { join } from 'node:path'
import { expect, test } from 'vitest'
import { command, folder } from './testing/command.ts'
import { nothingBelow300 } from './testing/conforming.ts'
import { part } from './testing/doctored.ts'
import { type Served, serveMock, writeTarget } from './testing/mock.ts'
import { eventsIn, verdictsIn } from './testing/record.ts'

interface Wrong {
  what: string
  change: (served: Served) => object
  /** The line and the cause, as the report names them. */
  tells: string | RegExp
  exit: 0 | 3
  /** The checks to run if the run goes on. */
  only?: string[]
  serving?: Parameters<typeof serveMock>[0]
}

const absent = ({ url }: Served): string => `${url}/incoming-payments/00000000-0000-4000-8000-000000000000`

const receivers = (served: Served, change: object) => ({
  receivers: { ...part(served.target, 'receivers'), ...change },
})

const tokens = (served: Served, change: object) => ({
  tokens: { ...part(served.target, 'tokens'), ...change },
})

const tokenOf = ({ target }: Served, kind: string): unknown => part(target, 'tokens')[kind]

/** Returns the URLs of the receivers of a kind. */
const listed = ({ target }: Served, kind: string): unknown[] =>
  [part(target, 'receivers')[kind]].flat().map((one) => (typeof one === 'string' ? one : Object(one)['url']))

const query = (names: object) => ({ profileOverrides: { query: names } })

const made = ({ url, target }: Served, token: unknown) => ({
  create: { walletAddress: target['walletAddress'], baseUrl: url, token },
})

const words = (text: string): RegExp => new RegExp(text.replaceAll(' … ', '.*'), 's')

const wrongFiles: readonly Wrong[] = [
  {
    what: 'walletAsset with another code',
    change: () => ({ walletAsset: { assetCode: 'EUR', assetScale: 2 } }),
    tells: words(
      't.yaml:6: walletAsset: the wallet address document says USD with scale 2, but walletAsset says something else; set walletAsset',
    ),
    exit: 3,
  },
  {
    what: 'walletAsset with another scale',
    change: () => ({ walletAsset: { assetCode: 'USD', assetScale: 3 } }),
    tells: words(
      't.yaml:6: walletAsset: the wallet address document says USD with scale 2, but walletAsset says something else; ',
    ),
    exit: 3,
  },
  {
    what: 'an open receiver that does not exist',
    change: (served) => receivers(served, { open: [absent(served)] }),
    tells: words(
      'receivers.open.0.: .* cannot be read .status 404: .*but the server refuses a quote to it .status',
    ),
    exit: 3,
  },
  {
    what: 'the first of two open receivers does not exist',
    change: (served) => receivers(served, { open: [absent(served), ...listed(served, 'open')] }),
    tells: words('receivers.open.0.: .* cannot be read .status 404.*, so it is left out; give '),
    exit: 0,
    only: ['quotes', 'payments'],
  },
  {
    what: 'an open receiver among others that is completed, and a fixed one that does not exist',
    change: (served) =>
      receivers(served, {
        open: [...listed(served, 'open'), ...listed(served, 'completed')],
        fixed: listed(served, 'fixed').flatMap((url, place) => (place === 0 ? [url, absent(served)] : [url])),
      }),
    tells: words(
      'receivers.open.[1-9].: .* is completed, so it is left out; .*receivers.fixed.1.: .* cannot be read .status 404.*, so it is left out',
    ),
    exit: 0,
    only: ['quotes', 'overpaying', 'settling'],
  },
  {
    what: 'fixed receivers under open',
    change: (served) => receivers(served, { open: listed(served, 'fixed') }),
    tells: words('receivers.open.0.: .* has an incomingAmount; give '),
    exit: 3,
  },
  {
    what: 'fixed receivers under open, which nobody may see',
    change: (served) => receivers(served, { access: undefined, open: listed(served, 'fixed') }),
    tells: words('receivers.open.0.: .* gets a quote without an amount, as if it had an incomingAmount'),
    exit: 3,
  },
  {
    what: 'completed receivers under open',
    change: (served) => receivers(served, { open: listed(served, 'completed') }),
    tells: words(
      'receivers.open.0.: .* but the server refuses a quote to it .status 400: receiver has completed receiving funds',
    ),
    exit: 3,
  },
  {
    what: 'expired receivers under open, which nobody may see',
    change: (served) => receivers(served, { access: undefined, open: listed(served, 'expired') }),
    tells: words('receivers.open.0.: the server refuses a quote to .* the run cannot see whether it exists'),
    exit: 3,
  },
  {
    what: 'receivers in another asset under open',
    change: (served) => receivers(served, { open: listed(served, 'otherAsset') }),
    tells: words("receivers.open.0.: .* is in another asset .* than the wallet's"),
    exit: 3,
  },
  {
    what: 'a token that may not create open receivers',
    change: (served) => receivers(served, { open: made(served, 'nonsense') }),
    tells: words('receivers.open.create: .* was not accepted .status 401|404'),
    exit: 3,
  },
  {
    what: 'open receivers under fixed',
    change: (served) => receivers(served, { fixed: listed(served, 'open') }),
    tells: words('receivers.fixed.0.: .* has no incomingAmount; give '),
    exit: 0,
    only: ['quotes'],
  },
  {
    what: 'a fixed receiver that does not exist',
    change: (served) => receivers(served, { fixed: [absent(served)] }),
    tells: words('receivers.fixed.0.: .* cannot be read .status 404'),
    exit: 0,
    only: ['quotes'],
  },
  {
    what: 'open receivers under otherAsset',
    change: (served) => receivers(served, { otherAsset: listed(served, 'open') }),
    tells: words("receivers.otherAsset.0.: .* is in the wallet's own asset"),
    exit: 0,
    only: ['quotes'],
  },
  {
    what: 'open receivers under expired',
    change: (served) => receivers(served, { expired: listed(served, 'open') }),
    tells: words('receivers.expired.0.: .* has not expired'),
    exit: 0,
    only: ['settling/nothing-arrives-at-expired-receiver', 'quotes/expired-receiver', 'quotes/one-amount'],
  },
  {
    what: 'open receivers under completed',
    change: (served) => receivers(served, { completed: listed(served, 'open') }),
    tells: words('receivers.completed.0.: .* is not completed'),
    exit: 0,
    only: [
      'settling/nothing-arrives-at-completed-receiver',
      'quotes/completed-receiver',
      'quotes/one-amount',
    ],
  },
  {
    what: 'tokens.full under expired',
    change: (served) => tokens(served, { expired: tokenOf(served, 'full') }),
    tells: words('tokens.expired: it is the same token as tokens.full'),
    exit: 0,
    only: ['tokens/expired', 'tokens/revoked'],
  },
  {
    what: 'a token that may not read under readOnly',
    change: (served) => tokens(served, { readOnly: tokenOf(served, 'writeOnly') }),
    tells: words('Inconclusive.*a control did not hold: GET /outgoing-payments: status 403: '),
    exit: 3,
    only: ['tokens/read-only-creates'],
  },
  {
    what: 'a token that may not create under full',
    change: (served) => tokens(served, { full: tokenOf(served, 'readOnly') }),
    tells: words(
      'tokens.full: the server accepts a list request with tokens.full but refuses a quote .status 403: ',
    ),
    exit: 3,
  },
  {
    what: 'a token that may not read under full',
    change: (served) => tokens(served, { full: tokenOf(served, 'writeOnly') }),
    tells: words(
      'tokens.full: the server answers status 403: .* to get-quote, and no such request with tokens.full',
    ),
    exit: 3,
    only: ['whole-requests/plainest-form', 'ids/quote-is-read-back'],
  },
  {
    what: 'a token that has expired under full',
    change: (served) => tokens(served, { full: tokenOf(served, 'expired') }),
    tells: words('The server refuses tokens.full or the signature .401: .*t.yaml:12: tokens.full'),
    exit: 3,
  },
  {
    what: 'otherWallet that is walletAddress',
    change: ({ target }) => ({
      otherWallet: { ...part(target, 'otherWallet'), walletAddress: target['walletAddress'] },
    }),
    tells: words('otherWallet.walletAddress: it is walletAddress itself'),
    exit: 0,
    only: ['tokens/other-wallet-lists', 'tokens/expired'],
  },
  {
    what: 'a profile that the server does not serve',
    change: () => ({ profile: 'open-payments' }),
    tells: words(
      't.yaml:3: profile: the server does not have the operations that profile open-payments-1.3 adds to profile interface',
    ),
    exit: 3,
  },
  {
    what: 'another scheme',
    change: () => ({ profileOverrides: { authorizationScheme: 'Bearer' } }),
    tells: words(
      'profileOverrides.authorizationScheme: the server refuses tokens.full under the scheme Bearer',
    ),
    exit: 3,
  },
  {
    what: 'another name for the count of items',
    change: () => query({ first: 'limit' }),
    tells: words('profileOverrides.query.first: the server does not limit a page to one item under limit'),
    exit: 3,
  },
  {
    what: 'another name for the count of items before a cursor',
    change: () => query({ last: 'before' }),
    tells: words('profileOverrides.query.last: the server does not limit a page to one item under before'),
    exit: 3,
  },
  {
    what: 'another name for the cursor',
    change: () => query({ cursor: 'after' }),
    tells: words('profileOverrides.query.cursor: the server does not go on to the next page under after'),
    exit: 3,
  },
  {
    what: 'other names for the fields of a direct payment',
    change: () => ({ profileOverrides: { directPayment: { incomingPayment: 'receiver' } } }),
    tells: words('profileOverrides.directPayment: the server refuses a direct payment under these names'),
    exit: 3,
    only: ['payments/direct', 'payments/metadata'],
  },
  {
    what: 'a controlValue that the server makes no quote for',
    change: () => ({}),
    serving: { faults: [nothingBelow300] },
    tells: words(
      'limits.controlValue: the server does not create a quote for 100, so controls debit 400 in this run; set limits.controlValue: "400"',
    ),
    exit: 0,
    only: ['quotes/one-amount', 'payments/direct', 'payments/from-quote'],
  },
  {
    what: 'a second client whose key is registered with another client than its token was issued to',
    change: (served) => ({
      otherClient: { ...part(served.target, 'otherClient'), token: tokenOf(served, 'readOnly') },
    }),
    tells: words(
      'otherClient: the server refuses with this key and this token what it accepts with signing and tokens.full .status 40[13].*; register the key for the client of the token',
    ),
    exit: 0,
    only: ['lists/two-clients', 'whole-requests/plainest-form', 'tokens/unknown'],
  },
  {
    what: 'an incoming payment of walletAddress that does not exist',
    change: (served) => ({ incomingPayments: [absent(served)] }),
    tells: words('incomingPayments.0.: .* cannot be read .status 404'),
    exit: 0,
    only: ['whole-requests/plainest-form'],
  },
]

test.each(wrongFiles)(
  'a run names line and cause in a wrong target file, and fails no check: $what',
  async ({ change, tells, exit, only = [], serving }) => {
    const served = await serveMock(serving)
    const cwd = await folder()
    writeTarget(cwd, served.target, change(served))
    const options = only.flatMap((check) => ['--only', check])
    const { code, stdout } = await command(['run', 't.yaml', '--out', 'o', '--runs', '1', ...options], {
      cwd,
    })
    const verdicts = verdictsIn(eventsIn(join(cwd, 'o/events.ndjson')))
    const failed = verdicts.flatMap(({ check, verdict }) =>
      verdict.status === 'failed' && !check.startsWith('rules/') ? verdict.evidence : [],
    )
    expect(failed.filter(({ grade }) => grade === 'failure')).toEqual([])
    expect(stdout).toMatch(tells)
    expect(code).toBe(exit)
    if (exit === 3) expect(stdout).toContain('op-conformance doctor ')
  },
)
