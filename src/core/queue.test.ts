import { expect, test } from 'vitest'
import { createQueue } from './queue.ts'

test('a piece of work begins when the one before it has ended', async () => {
  const inTurn = createQueue()
  const order: string[] = []
  const work = (name: string) => async () => {
    order.push(`${name} begins`)
    await Promise.resolve()
    order.push(`${name} ends`)
    return name
  }
  expect(await Promise.all([inTurn(work('a')), inTurn(work('b'))])).toEqual(['a', 'b'])
  expect(order).toEqual(['a begins', 'a ends', 'b begins', 'b ends'])
})

test('the next piece of work is done even if the one before it fails', async () => {
  const inTurn = createQueue()
  const failing = inTurn(() => Promise.reject(new Error('no')))
  const next = inTurn(async () => 'done')
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('done')
})
