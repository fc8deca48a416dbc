import { expect, onTestFinished, test } from 'vitest'
import { seeded } from '../../mock/core/random.ts'
import { createMock } from '../../mock/server/server.ts'
import { exitCodeAfter, recordOf, targetAt, verdictsIn } from '../testing/against-mock.ts'
import { delayingProxy } from '../testing/delaying-proxy.ts'

/** The verdict of each check on the strict mock behind a delay of this many milliseconds. */
const judgedFrom = async (milliseconds: number) => {
  const proxy = await delayingProxy(milliseconds)
  const mock = createMock({ now: Date.now, random: seeded(1), publicUrl: proxy.url })
  const { url, close } = await mock.listen({ port: 0 })
  onTestFinished(close)
  proxy.to(Number(new URL(url).port))
  const events = await recordOf(await targetAt(proxy.url), { concurrency: 32 })
  expect(exitCodeAfter(events)).toBe(0)
  return verdictsIn(events)
    .map(({ check, verdict }) => `${check} ${verdict.status}`)
    .sort()
}

test('a server 100 ms away gets the same verdicts as one without delay', async () => {
  const verdicts = await judgedFrom(100)
  expect(verdicts.filter((verdict) => verdict.endsWith('inconclusive'))).toEqual([])
  expect(verdicts).toEqual(await judgedFrom(0))
}, 600_000)
