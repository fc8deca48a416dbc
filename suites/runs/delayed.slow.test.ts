import { expect, onTestFinished, test } from 'vitest'
import { seeded } from '../../mock/core/random.ts'
import { createMock } from '../../mock/server/server.ts'
import { exitCodeAfter, recordOf, targetAt, verdictsIn } from '../testing/against-mock.ts'
import { delayingProxy } from '../testing/delaying-proxy.ts'

/** The run is not told how to move the clock of the mock, so it skips what would have to wait. */
test('the strict mock passes every check from 100 ms away, unless time would have to pass', async () => {
  const proxy = await delayingProxy(100)
  const mock = createMock({ now: Date.now, random: seeded(1), publicUrl: proxy.url })
  const { url, close } = await mock.listen({ port: 0 })
  onTestFinished(close)
  proxy.to(Number(new URL(url).port))
  const events = await recordOf(await targetAt(proxy.url), { concurrency: 32 })
  const left = verdictsIn(events).filter(({ verdict }) =>
    verdict.status === 'skipped'
      ? !verdict.missing.every((need) => need.includes('clock'))
      : verdict.status !== 'passed',
  )
  expect(left).toEqual([])
  expect(exitCodeAfter(events)).toBe(0)
}, 600_000)
