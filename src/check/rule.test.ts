import { expect, test } from 'vitest'
import { plainFacts } from '../../suites/testing/fold.ts'
import type { ExchangeEvent } from '../events.ts'
import { broken, invariant, keep, rule } from './rule.ts'

const growing = rule<number>({
  id: 'rules/grows',
  title: 'It grows',
  notices: 'a-fault',
  verifies: 'it.grows',
  observes: 'quote',
  operations: ['get-quote'],
  needs: {},
  start: ({ fields }) => Number(fields['n']),
  next: (before, { fields }) =>
    Number(fields['n']) >= before
      ? keep(Number(fields['n']))
      : broken(before, `at least ${before}`, String(fields['n'])),
})

interface Sight {
  id?: string
  n: number
  sent: number
  received: number
  status?: number
}

const judged = (sights: Sight[]): Array<boolean | undefined> => {
  const judge = growing.start(plainFacts)
  return sights.map(({ id = 'a', n, sent, received, status = 200 }) => {
    const exchange = { operation: 'get-quote', sent, received } as ExchangeEvent
    return judge({ exchange, accepted: status < 300, json: { id, n } })[0]?.held
  })
}

test.each<[string, Sight[], Array<boolean | undefined>]>([
  ['the first sight of a resource shows nothing', [{ n: 1, sent: 1, received: 2 }], [undefined]],
  [
    'a later sight that agrees',
    [
      { n: 1, sent: 1, received: 2 },
      { n: 2, sent: 3, received: 4 },
    ],
    [undefined, true],
  ],
  [
    'a later sight that does not',
    [
      { n: 2, sent: 1, received: 2 },
      { n: 1, sent: 3, received: 4 },
    ],
    [undefined, false],
  ],
  [
    'a sight whose request was sent before the earlier answer was in is passed over',
    [
      { n: 2, sent: 2, received: 4 },
      { n: 1, sent: 3, received: 5 },
    ],
    [undefined, undefined],
  ],
  [
    'another resource is judged apart',
    [
      { n: 2, sent: 1, received: 2 },
      { id: 'b', n: 1, sent: 3, received: 4 },
    ],
    [undefined, undefined],
  ],
  [
    'a refusal shows no resource',
    [
      { n: 2, sent: 1, received: 2 },
      { n: 1, sent: 3, received: 4, status: 404 },
    ],
    [undefined, undefined],
  ],
  [
    'what broke the rule does not become the measure',
    [
      { n: 5, sent: 1, received: 2 },
      { n: 1, sent: 3, received: 4 },
      { n: 4, sent: 5, received: 6 },
    ],
    [undefined, false, false],
  ],
])('%s', (_name, sights, expected) => {
  expect(judged(sights)).toEqual(expected)
})

test('what a rule shows names the resource, and the exchange that set the expectation', () => {
  const judge = growing.start(plainFacts)
  const see = (number: number, n: number) => {
    const exchange = { operation: 'get-quote', number, sent: number * 2, received: number * 2 + 1 }
    return judge({ exchange: exchange as ExchangeEvent, accepted: true, json: { id: 'a', n } })[0]
  }
  see(1, 1)
  see(2, 5)
  see(3, 5)
  expect(see(4, 4)).toMatchObject({ held: false, resource: 'a', earlier: 2 })
  expect(see(5, 4)).toMatchObject({ held: false, resource: 'a', earlier: 2 })
})

test('an invariant names the resource', () => {
  const even = invariant({
    ...growing,
    verifies: 'it.even',
    observes: 'quote',
    holds: ({ fields }) => ({ held: Number(fields['n']) % 2 === 0, want: 'even', got: 'odd' }),
  })
  const judge = even.start(plainFacts)
  const exchange = { operation: 'get-quote', sent: 1, received: 2 } as ExchangeEvent
  expect(judge({ exchange, accepted: true, json: { id: 'a', n: 1 } })).toMatchObject([
    { held: false, resource: 'a' },
  ])
})
