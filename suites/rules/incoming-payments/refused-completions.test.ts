import { expect, test } from 'vitest'
import { heldOf, type Told } from '../../testing/fold.ts'
import { refusedCompletions } from './refused-completions.ts'

const date = '2026-11-20T07:00:00Z'
const base = 'https://wallet.example/incoming-payments/a'
const received = (value: string) => ({ receivedAmount: { value, assetCode: 'USD', assetScale: 2 } })
const escaped = base.replace(/.$/, (last) => `%${last.charCodeAt(0).toString(16)}`)
const expiresAt = '2026-11-20T08:00:00Z'

const made: Told = {
  operation: 'create-incoming-payment',
  at: [1, 2],
  status: 201,
  told: { id: base, ...received('0') },
}
const completion = (status: number, at: [number, number]): Told => ({
  operation: 'complete-incoming-payment',
  at,
  status,
  url: `${base}/complete`,
})
const read = (fields: object, at: [number, number] = [5, 6]): Told => ({
  operation: 'get-incoming-payment',
  at,
  date,
  told: { id: base, completed: true, expiresAt, ...received('0'), ...fields },
})
const refused = completion(403, [3, 4])

const lastOf = (...told: Told[]) => heldOf(refusedCompletions, told).at(-1)

test('a refused completion that completes the incoming payment breaks the requirement', () => {
  expect(lastOf(made, refused, read({}))).toEqual([false])
  expect(lastOf(made, refused, read({ completed: false }))).toEqual([true])
})

test.each<[string, Told[]]>([
  ['a completion was accepted', [made, refused, completion(200, [5, 6]), read({}, [7, 8])]],
  [
    'a completion was accepted whose URL has an escape',
    [
      made,
      { ...completion(200, [3, 4]), url: `${escaped}/complete?a=1` },
      completion(409, [5, 6]),
      read({}, [7, 8]),
    ],
  ],
  ['a completion got no answer', [made, refused, completion(0, [5, 6]), read({}, [7, 8])]],
  ['something was received', [made, refused, read(received('1'))]],
  ['it may have expired', [made, refused, read({ expiresAt: date })]],
  ['another client created it', [refused, read({})]],
  ['nothing was refused', [made, read({})]],
  ['the read was sent before the refusal arrived', [made, refused, read({}, [3.5, 6])]],
])('the rule makes no claim if %s', (_, told) => {
  expect(lastOf(...told)).toEqual([])
})
