import { expect, test } from 'vitest'
import { brokenIn, against as run } from '../testing/against-mock.ts'

test.each([
  ['without receivers.access', ['access']],
  ['with expiring receivers only', ['open', 'fixed', 'otherAsset', 'expired', 'completed', 'failing']],
])('a run %s fails nothing', async (_, keys) => {
  const events = await run({
    runs: 1,
    target: (target) => {
      const { access, ...others } = target.receivers
      const sources = Object.fromEntries(
        Object.entries(target.receivers.sources).filter(([kind]) => !keys.includes(kind)),
      )
      return {
        ...target,
        receivers: { ...others, ...(access && !keys.includes('access') ? { access } : {}), sources },
      }
    },
  })
  expect([...brokenIn(events).values()]).not.toContain('failure')
})

test('a run with one open receiver fails nothing', async () => {
  const events = await run({
    runs: 1,
    target: (target) => {
      const { open } = target.receivers.sources
      const one = open?.kind === 'list' ? { ...open, receivers: open.receivers.slice(0, 1) } : open
      return { ...target, receivers: { ...target.receivers, sources: one ? { open: one } : {} } }
    },
  })
  expect([...brokenIn(events).values()]).not.toContain('failure')
})
