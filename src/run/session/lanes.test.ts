import { setTimeout } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { createLanes, ranks } from './lanes.ts'

/** Counts how many pieces of work are under way at a time. */
const counting = () => {
  let now = 0
  const seen = { most: 0, order: [] as string[] }
  const work = (name: string) => async (place: number) => {
    seen.order.push(`${name}${place}`)
    seen.most = Math.max(seen.most, ++now)
    await setTimeout(2)
    now--
  }
  return { seen, work }
}

test('nested work uses no more lanes than the run has', async () => {
  const { seen, work } = counting()
  const lanes = createLanes(4)
  await lanes.each(6, () => lanes.each(5, work('')))
  expect(seen.order).toHaveLength(30)
  expect(seen.most).toBe(4)
})

test('one lane does all work in order', async () => {
  const { seen, work } = counting()
  const lanes = createLanes(1)
  await lanes.each(2, async (place) => lanes.each(2, work(`${place}.`)))
  expect(seen.order).toEqual(['0.0', '0.1', '1.0', '1.1'])
})

test('work of a higher rank begins before other offered work', async () => {
  const { seen, work } = counting()
  const lanes = createLanes(2)
  const late = lanes.offer(3, work('late'), 0)
  await lanes.each(3, work('early'), 2)
  await late()
  expect(seen.order).toEqual(['late0', 'early0', 'early1', 'early2', 'late1', 'late2'])
})

test('no work begins after an error, and the error of the first place is thrown', async () => {
  const lanes = createLanes(2)
  const begun: number[] = []
  const failing = lanes.each(9, async (place) => {
    begun.push(place)
    await setTimeout(place === 0 ? 10 : 2)
    throw new Error(`of ${place}`)
  })
  await expect(failing).rejects.toThrow('of 0')
  expect(begun).toEqual([0, 1])
})

test('work that rests leaves its lane to other work, and then goes on in a lane', async () => {
  const { offer, each, rest } = createLanes(1)
  const order: string[] = []
  const others = offer(1, async () => void order.push('other'))
  let goOn = (): void => undefined
  const resting = each(1, async () => {
    order.push('rests')
    await rest(() => new Promise<void>((resolve) => (goOn = resolve)))
    order.push('goes on')
  })
  await vi.waitFor(() => expect(order).toEqual(['rests', 'other']))
  goOn()
  await resting
  await others()
  expect(order).toEqual(['rests', 'other', 'goes on'])
})

test('work that has rested goes on before other work begins', async () => {
  const { each, offer, rest } = createLanes(2)
  const order: string[] = []
  const resting = offer(1, () => rest(() => setTimeout(2)).then(() => void order.push('goes on')), 2)
  await each(9, async (place) => {
    await setTimeout(4)
    order.push(`work ${place}`)
  })
  await resting()
  expect(order.slice(0, 3)).toContain('goes on')
})

test.each([1, 2])(
  'with %i lanes, work that wants to be last goes on after all work on offer',
  async (most) => {
    const { offer, each, after } = createLanes(most)
    const order: string[] = []
    const piece = (name: string) => async (place: number) => {
      order.push(`${name}${place}`)
      await after(() => ranks.last)
      order.push(`${name}${place} goes on`)
    }
    const late = offer(2, piece('late'), ranks.late)
    await each(2, piece('early'), ranks.early)
    await late()
    const begun = ['early0', 'early1', 'late0', 'late1']
    expect(order.slice(0, 4).sort()).toEqual(begun)
    expect(order.slice(4).sort()).toEqual(begun.map((name) => `${name} goes on`))
  },
)

test.each([1, 2])('with %i lanes, work goes on before work of a lower rank begins', async (most) => {
  const { offer, after } = createLanes(most)
  const order: string[] = []
  const best = offer(
    2,
    async (place) => {
      order.push(`best${place}`)
      await after(() => ranks.rest)
      order.push(`best${place} goes on`)
    },
    ranks.best,
  )
  const late = offer(1, async () => void order.push('late'), ranks.late)
  await best()
  await late()
  expect(order.slice(0, 2).sort()).toEqual(['best0', 'best1'])
  expect(order.indexOf('late')).toBeGreaterThanOrEqual(most === 1 ? 4 : 3)
})

test('work whose rank rises while it waits goes on before other work', async () => {
  const { offer, after } = createLanes(1)
  const order: string[] = []
  let isUrgent = false
  const work = offer(
    3,
    async (place) => {
      if (place === 1) isUrgent = true
      if (place === 0) await after(() => (isUrgent ? ranks.first : ranks.last))
      order.push(`work ${place}`)
    },
    ranks.early,
  )
  await work()
  expect(order).toEqual(['work 1', 'work 0', 'work 2'])
})
