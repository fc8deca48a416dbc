import { expect, test } from 'vitest'
import type { PassiveCheck } from '../../../src/check/kinds/passive.ts'
import { noPassingFailure } from './passing-failures.ts'

type Seen = Parameters<ReturnType<PassiveCheck['start']>>[0]

/** Returns what each exchange shows. Each exchange is a retry of the one before it. */
const shownBy = (...came: Array<number | string>): Array<boolean | undefined> => {
  const look = noPassingFailure.start({} as never)
  return came.map((one, at) => {
    const outcome = typeof one === 'number' ? { response: { status: one } } : { failure: { code: one } }
    const exchange = { number: at + 1, ...(at > 0 ? { repeats: at } : {}), ...outcome }
    return look({ exchange } as unknown as Seen)[0]?.held
  })
}

test('only a failure that is gone when the request is repeated breaks the requirement', () => {
  expect(shownBy(500, 200)).toEqual([undefined, false])
  expect(shownBy('timeout', 404)).toEqual([undefined, false])
  expect(shownBy(500, 500)).toEqual([undefined, undefined])
  expect(shownBy(200)).toEqual([true])
})

test.each(['throttled', 'interrupted', 'unanswered'])('a request that is %s shows nothing', (code) => {
  expect(shownBy(code)).toEqual([undefined])
  expect(shownBy(500, code)).toEqual([undefined, undefined])
})
