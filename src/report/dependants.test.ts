import { expect, test } from 'vitest'
import type { RunEvent } from '../core/events.ts'
import {
  brokenClaim,
  end,
  evidence,
  exchange,
  failed,
  plan,
  requirements,
  run,
  verdict,
} from './testing/record.ts'
import { viewOf } from './view.ts'

const refused = (number: number, check: string, status = 500) =>
  exchange(number, check, { response: { status, headers: {}, body: '' } })

/** A check that claims that a valid request is accepted, and whose request was refused. */
const failing = (number: number, check: string, requirement: string, status?: number): RunEvent[] => [
  refused(number, check, status),
  brokenClaim(check, { exchange: number, requirement }),
  failed(check, evidence({ requirement, exchange: number, want: 'accepted (any 2xx)', got: 'status 500' })),
]

/** A check whose control request was refused. */
const hindered = (number: number, check: string, status?: number): RunEvent[] => [
  refused(number, check, status),
  brokenClaim(check, { exchange: number, control: 0 }),
  verdict(check, { status: 'inconclusive', reason: 'a control did not hold', exchange: number }),
]

const findingsOf = (...events: RunEvent[][]) =>
  viewOf([run(), plan('a', 'b', 'c', 'd'), ...events.flat(), end()], requirements).findings.map(
    ({ requirement, dependants }) => [requirement, dependants],
  )

test('a check whose control was refused like a finding is a dependant of that finding', () =>
  expect(findingsOf(failing(1, 'a', 'token.known'), hindered(2, 'b'))).toEqual([
    ['token.known', [{ check: 'b', status: 'inconclusive' }]],
  ]))

test('a check whose control was refused in another way is no dependant', () =>
  expect(findingsOf(failing(1, 'a', 'token.known'), hindered(2, 'b', 503))).toEqual([['token.known', []]]))

test('the first of two claims with one cause is the finding, and takes the dependants', () =>
  expect(
    findingsOf(failing(1, 'a', 'token.known'), failing(2, 'b', 'token.required'), hindered(3, 'c')),
  ).toEqual([['token.known', [{ check: 'c', status: 'inconclusive' }]]]))

const asking = (number: number, check: string, body: object, said = '') =>
  exchange(number, check, {
    request: { ...exchange(0, '').request, body: JSON.stringify(body) },
    response: { status: 400, headers: {}, body: said },
  })

test.each([
  ['without the field that one refuses', { receiver: 'x' }, 'debitAmount is not supported', []],
  [
    'with all that one refuses',
    { receiver: 'y', debitAmount: {}, more: 1 },
    'debitAmount is not supported',
    ['b'],
  ],
  ['for which the server says something else', { receiver: 'x', debitAmount: {} }, 'no such receiver', []],
])('a control %s has the expected dependants', (_, body, said, expected) => {
  const cause = { receiver: 'x', debitAmount: {} }
  const [[, dependants] = []] = findingsOf(
    [
      asking(1, 'a', cause, 'debitAmount is not supported'),
      failed('a', evidence({ exchange: 1, want: 'accepted (any 2xx)', got: 'status 400' })),
    ],
    [
      asking(2, 'b', body, said),
      verdict('b', { status: 'inconclusive', reason: 'a control did not hold', exchange: 2 }),
    ],
  )
  expect(Array.isArray(dependants) && dependants.map(({ check }) => check)).toEqual(expected)
})

test('only a finding about a refused valid request explains other checks', () => {
  const other = failed('a', evidence({ exchange: 1, want: 'status 201', got: 'status 500' }))
  expect(findingsOf([refused(1, 'a'), brokenClaim('a', { exchange: 1 }), other], hindered(2, 'b'))).toEqual([
    ['token.known', []],
  ])
})
