import { expect, test } from 'vitest'
import { loadCatalogue } from './catalogue.ts'
import { profileNames } from './profiles.ts'

/** Groups of obligations that differ only in the resource, field or operation that they are about. */
const alike: ReadonlyArray<readonly [what: string, ids: RegExp]> = [
  ['a fixed expiry is shown', /^(quote|incoming-payment)\.expires-at\.present$/],
  ['an expiry comes after the creation', /^(quote|incoming-payment)\.expires-at\.after-creation$/],
  ['a required field of an amount', /^amount\.(value|asset-code|asset-scale)\.present$/],
  ['a required field of a sent amount', /^amount\.sent\.(value|asset-code|asset-scale)\.required$/],
  [
    'the type of a field of a sent amount',
    /^amount\.sent\.(value\.uint64|asset-code\.string|asset-scale\.integer)$/,
  ],
  ['an odd value of a sent amount', /^amount\.sent\.(zero|leading-zero)$/],
  ['an amount is shown', /^(quote|outgoing-payment)\.(debit|receive)-amount\.present$/],
  ['an amount is an Amount', /^(quote|outgoing-payment)\.(debit|receive)-amount\.amount$/],
  ['the asset of debitAmount', /^(quote|outgoing-payment)\.debit-amount\.asset$/],
  ['the asset of receiveAmount', /^(quote|outgoing-payment)\.receive-amount\.asset$/],
  ['a wallet address is shown', /^(quote|outgoing-payment|incoming-payment)\.wallet-address\.present$/],
  ['an id is shown', /^(quote|outgoing-payment|incoming-payment)\.id\.present$/],
  ['an id leads to its resource', /^(quote|outgoing-payment|incoming-payment)\.id\.readable$/],
  ['the creation time is shown', /^(quote|outgoing-payment|incoming-payment)\.created-at\.present$/],
  ['the creation time is now', /^(quote|outgoing-payment|incoming-payment)\.created-at\.now$/],
  ['the update time is shown', /^(outgoing-payment|incoming-payment)\.updated-at\.present$/],
  ['the order of times', /^(outgoing-payment|incoming-payment)\.updated-at\.order$/],
  ['the update time moves', /^(outgoing-payment|incoming-payment)\.updated-at\.moves$/],
  ['a resource stays', /^(quote|outgoing-payment|incoming-payment)\.stays$/],
  ['a resource does not change', /^(quote|outgoing-payment|incoming-payment)\.immutable$/],
  ['metadata is an object', /^(outgoing-payment|incoming-payment)\.metadata\.object$/],
  ['sent metadata that is no object', /^create-(outgoing|incoming)-payment\.metadata\.object$/],
  ['metadata is kept', /^create-(outgoing|incoming)-payment\.metadata\.kept$/],
  ['the wallet address is kept', /^create-(quote|outgoing-payment|incoming-payment)\.wallet-address\.kept$/],
  ['a known wallet address', /^create-(quote|outgoing-payment|incoming-payment)\.wallet-address\.known$/],
  ['an existing receiver', /^create-(quote\.receiver|outgoing-payment\.direct\.incoming-payment)\.known$/],
  ['an unpayable receiver is refused', /^create-(quote|outgoing-payment)\.receiver\.unpayable-refused$/],
  [
    'an unpayable receiver is not paid',
    /^(create-quote\.receiver\.payable|incoming-payment\.completed\.no-payments)$/,
  ],
  [
    'the quote that a payment shows',
    /^create-outgoing-payment\.(quote-id\.kept|quote\.amounts-kept|direct\.quote-kept)$/,
  ],
  ['the asset of a quoted amount', /^create-quote\.(debit|receive)-amount\.asset$/],
  ['a quoted amount is an Amount', /^create-quote\.(debit|receive)-amount\.amount$/],
  ['a fixed amount', /^create-quote\.fixed-(send|receive)$/],
  ['the asset of a direct payment', /^create-outgoing-payment\.direct\.asset-(code|scale)$/],
  ['half of a direct payment', /^create-outgoing-payment\.variants\.(incoming-payment|debit-amount)-alone$/],
  ['limits of a token', /^create-outgoing-payment\.token-limit(\.\w+)?$/],
  ['a refusal creates nothing', /^create-(outgoing|incoming)-payment\.refused\.nothing-created$/],
  ['a missing token', /^errors\.401\.(create|get|list|complete)-[a-z-]+$/],
  ['a missing right', /^errors\.403\.(create|get|list|complete)-[a-z-]+$/],
  ['an unknown id', /^errors\.404\.(get|complete)-[a-z-]+$/],
  ['an id of another form', /^(get|complete)-[a-z-]+\.id\.other-form$/],
  ['the status of a success', /^[a-z-]+\.status\.20[01]$/],
  ['a right of a token', /^right\.(read|create)$/],
  ['a wallet address of a token', /^right\.wallet\.[a-z-]+$/],
  ['a token for its own client', /^right\.own\.\w+$/],
  ['a token that is no longer valid', /^token\.(expired|revoked)$/],
  ['a total grows', /^(outgoing-payment\.sent|incoming-payment\.received)-amount\.grows$/],
  ['a refusal costs nothing', /^create-outgoing-payment\.refused\.(quote|limit)-left$/],
  ['an incoming payment as requested', /^create-incoming-payment\.(incoming-amount|expires-at)\.kept$/],
  ['a new incoming payment', /^create-incoming-payment\.(nothing-received|not-completed)$/],
  ['a required component', /^signature\.covers\.[a-z-]+$/],
  ['a cursor is shown', /^page\.(start|end)-cursor\.present$/],
  ['a cursor leads to its item', /^page\.(start-cursor\.first|end-cursor\.last)-item$/],
  ['a flag of a page is shown', /^page\.has-(next|previous)-page\.present$/],
  ['a flag of a page on a walk', /^page\.has-(next|previous)-page\.walk$/],
  ['a count of a page', /^list\.(first|last)$/],
  ['the total of a grant', /^outgoing-payment\.grant-spent-(debit|receive)-amount\.rises$/],
  ['a field of a payment method', /^payment-method\.(type|ilp-address|shared-secret)\.present$/],
]

test.each(profileNames())('similar obligations have the same level under %s', (profile) => {
  const entries = [...loadCatalogue(profile).values()]
  const different = alike.flatMap(([what, ids]) => {
    const found = entries.filter(({ id }) => ids.test(id))
    const levels = new Set(found.map(({ level, disputed }) => (disputed ? `${level}, disputed` : level)))
    return levels.size > 1 ? [`${what}: ${found.map(({ id, level }) => `${id} ${level}`).join(', ')}`] : []
  })
  expect(different).toEqual([])
})

test('every pattern for similar obligations matches at least two of them in some profile', () => {
  const most = (ids: RegExp): number =>
    Math.max(
      ...profileNames().map((name) => [...loadCatalogue(name).keys()].filter((id) => ids.test(id)).length),
    )
  expect(alike.filter(([, ids]) => most(ids) < 2).map(([what]) => what)).toEqual([])
})
