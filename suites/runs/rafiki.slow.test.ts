import { expect, test } from 'vitest'
import { against, brokenIn, exitCodeAfter, verdictsIn } from '../testing/against-mock.ts'

const profile = 'open-payments-1.3'

/** Permitted peculiarities of Rafiki, the server that most wallets run. */
const permitted = [
  'base-path',
  'urls-deeper',
  'own-payments-only',
  'fees',
  'sent-below-debit',
  'arrives-ahead',
  'expired-receivers-gone',
]

/** Mistakes of Rafiki, with the requirements that they break. */
const mistakes = {
  'unknown-quote-answered-401': ['errors.404.get-quote'],
  'unknown-incoming-payment-answered-401': ['errors.404.get-incoming-payment'],
  'unknown-outgoing-payment-answered-401': ['errors.404.get-outgoing-payment'],
  'challenge-absent@on-create-quote': ['errors.401.www-authenticate'],
  'invalid-token-answered-403': ['errors.401.token-invalid'],
  'digest-of-json': ['signature.digest.matches-body'],
}

test('a server with all permitted behaviour of Rafiki fails nothing', async () => {
  const events = await against({ profile, variants: permitted })
  expect(Object.fromEntries(brokenIn(events))).toEqual({})
  expect(verdictsIn(events).filter(({ verdict: { status } }) => status === 'inconclusive')).toEqual([])
  expect(exitCodeAfter(events)).toBe(0)
})

test('a server with the permitted behaviour and the mistakes of Rafiki fails for each mistake only', async () => {
  const events = await against({ profile, variants: permitted, faults: Object.keys(mistakes) })
  const found = [...brokenIn(events)].flatMap(([requirement, grade]) =>
    grade === 'note' ? [] : [requirement],
  )
  expect(found.sort()).toEqual([...new Set(Object.values(mistakes).flat())].sort())
  expect(exitCodeAfter(events)).toBe(1)
})
