import { expect, test } from 'vitest'
import type { PassiveCheck } from '../../../src/check/kinds/passive.ts'
import { noPassingFailure } from './passing-failures.ts'

type Seen = Parameters<ReturnType<PassiveCheck['start']>>[0]

/** Returns what each exchange shows. Each exchange is a retry of the one before it. */
const shownBy = (...came: Array<number | string>): Array<boolean | undefined> => {
  const look = noPassingFailure.start({} as never)
  return came.map((one, at) => {
    const outcome = typeof one === 'number' ? { response: { status: one } } : { failure: { code: one } }
    const ticks = { sent: 2 * at + 1, received: 2 * at + 2 }
    const exchange = { number: at + 1, ...(at > 0 ? { repeats: at } : {}), ...ticks, ...outcome }
    return look({ exchange } as unknown as Seen)[0]?.held
  })
}

test('only a failure that is gone when the request is repeated breaks the requirement', () => {
  expect(shownBy(500, 200)).toEqual([undefined, false])
  expect(shownBy(200, 'timeout', 404)).toEqual([true, undefined, false])
  expect(shownBy(500, 500)).toEqual([undefined, undefined])
  expect(shownBy(200)).toEqual([true])
})

test.each(['throttled', 'interrupted', 'unanswered'])(
  'a request that is %s shows nothing about passing failures',
  (code) => {
    expect(shownBy(code)).toEqual([undefined])
    expect(shownBy(500, code)).toEqual([undefined, undefined])
  },
)

test.each([
  [{ 'retry-after': '2' }, undefined],
  [{}, false],
])('a 503 with the headers %j that is gone when the request is repeated breaks it: %s', (headers, held) => {
  const look = noPassingFailure.start({} as never)
  const came = (exchange: object) => look({ exchange } as unknown as Seen)[0]?.held
  came({ number: 1, response: { status: 503, headers } })
  expect(came({ number: 2, repeats: 1, response: { status: 200, headers: {} } })).toBe(held)
})

test('a passing timeout is told with the limit to raise', () => {
  const look = noPassingFailure.start({} as never)
  const came = (exchange: object) => look({ exchange } as unknown as Seen)[0]?.got
  came({ number: 1, sent: 1, received: 2, response: { status: 200, headers: {} } })
  came({ number: 2, sent: 3, received: 4, failure: { code: 'timeout', message: 'late' } })
  expect(came({ number: 3, repeats: 2, response: { status: 200, headers: {} } })).toMatch(
    /raise limits\.requestTimeout in the target file$/,
  )
})

/** Returns what each exchange shows. An entry is what differs from a GET that was answered with 200 in 5 ms. */
const shownIn = (...exchanges: Array<Record<string, unknown>>): Array<boolean | undefined> => {
  const look = noPassingFailure.start({} as never)
  return exchanges.map(({ failure, ...own }, at) => {
    const outcome = failure ? { failure: { code: failure } } : { response: { status: 200 } }
    return look({ exchange: { number: at + 1, milliseconds: 5, ...own, ...outcome } } as unknown as Seen)[0]
      ?.held
  })
}

const late = { failure: 'timeout', milliseconds: 5000 }

test('a timeout breaks nothing if other requests at the same time were answered late', async () => {
  const other = { sent: 1, received: 3, milliseconds: 4000 }
  const shown = shownIn(other, { ...late, sent: 2, received: 4 }, { sent: 5, received: 6, repeats: 2 })
  expect(shown).toEqual([true, undefined, undefined])
})

test('a timeout breaks nothing before the first response of a run, because the server may be starting', () => {
  const shown = shownIn({ ...late, sent: 1, received: 2 }, { sent: 3, received: 4, repeats: 1 })
  expect(shown).toEqual([undefined, undefined])
})

test('a timeout breaks nothing if no other request at the same time was answered', async () => {
  const shown = shownIn(
    { sent: 1, received: 2 },
    { ...late, sent: 3, received: 5 },
    { ...late, sent: 4, received: 6 },
    { sent: 7, received: 8, repeats: 2 },
  )
  expect(shown).toEqual([true, undefined, undefined, undefined])
})

test('a timeout breaks the requirement if others at the same time were answered quickly, or if it was alone', () => {
  const again = { sent: 7, received: 8, repeats: 2 }
  const [quick, slow] = [{ milliseconds: 5 }, { milliseconds: 4000 }]
  expect(shownIn({ ...quick, sent: 2, received: 3 }, { ...late, sent: 1, received: 4 }, again)[2]).toBe(false)
  expect(shownIn({ ...slow, sent: 1, received: 2 }, { ...late, sent: 3, received: 4 }, again)[2]).toBe(false)
})

test('resets in a row are a restart of the server, a single one is not', () => {
  const reset = { failure: 'reset', sent: 2, received: 3 }
  const refused = { failure: 'refused', sent: 5, received: 6 }
  const again = { sent: 7, received: 8, repeats: 1 }
  expect(shownIn(reset, refused, again)[2]).toBeUndefined()
  expect(shownIn(reset, { sent: 1, received: 4 }, refused, again)[3]).toBeUndefined()
  expect(shownIn(reset, { sent: 4, received: 5 }, again)[2]).toBe(false)
})

test('a connection that is refused once breaks nothing, because the request never reached the server', () => {
  expect(shownBy('refused', 200)).toEqual([undefined, undefined])
})

test.each([413, 414, 431])(
  'a reset breaks nothing if the request is too large for the server: %i',
  (status) => {
    expect(shownBy('reset', status)).toEqual([undefined, undefined])
    expect(shownBy(500, status)).toEqual([undefined, false])
  },
)

/** Returns what a request shows that failed with 500 and gets this status when it is repeated. */
const shownAfter = (status: number, altered?: string[]): boolean | undefined => {
  const look = noPassingFailure.start({} as never)
  const signing = { key: 'signing', keyId: 'k', label: 'sig1', components: ['@method'], base: '' }
  const request = { token: 'tokens.full', signing, altered }
  look({ exchange: { number: 1, request, response: { status: 500 } } } as unknown as Seen)
  const repeated = { number: 2, repeats: 1, request, response: { status } }
  return look({ exchange: repeated } as unknown as Seen)[0]?.held
}

test('the refusal of a good token does not show that a failure has passed', () => {
  expect(shownAfter(401)).toBe(undefined)
  expect(shownAfter(400)).toBe(false)
  expect(shownAfter(401, ['signature'])).toBe(false)
})

test.each([
  [
    503,
    'status 503, but not when the request was repeated. If the server limits its load, set limits.requestsPerSecond in the target file',
  ],
  [500, 'status 500, but not when the request was repeated'],
])('a %i that passes is reported with the next step', (status, got) => {
  const look = noPassingFailure.start({} as never)
  look({ exchange: { number: 1, response: { status, headers: {} } } } as unknown as Seen)
  const again = { exchange: { number: 2, repeats: 1, response: { status: 200 } } } as unknown as Seen
  expect(look(again)).toMatchObject([{ held: false, got }])
})
