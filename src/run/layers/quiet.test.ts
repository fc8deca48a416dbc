import { expect, test } from 'vitest'
import type { Answer } from '../../http/answers/answer.ts'
import { createQuiet, outsideQuiet } from './quiet.ts'

const sentBy = ({ over }: Pick<ReturnType<typeof createQuiet>, 'over'>) => {
  const sent: string[] = []
  const send = outsideQuiet({ over })(async ({ path }) => {
    sent.push(path)
    return {} as Answer
  })
  return { sent, send }
}

test('a request waits until no work needs quiet any more, and a retry does not wait', async () => {
  const quiet = createQuiet()
  const { sent, send } = sentBy(quiet)
  let waiting: Promise<Answer> | undefined
  await quiet.during(async () => {
    waiting = send({ method: 'GET', path: '/quotes/1' })
    void quiet.during(async () => {
      await send({ method: 'GET', path: '/quotes/2', repeats: 1 })
      sent.push('end')
    })
  })
  await waiting
  expect(sent).toEqual(['/quotes/2', 'end', '/quotes/1'])
})

test('a request is sent after work that throws', async () => {
  const quiet = createQuiet()
  const { sent, send } = sentBy(quiet)
  const failing = quiet.inTurn(() => Promise.reject(new Error('no')))
  const waiting = send({ method: 'GET', path: '/quotes/1' })
  await expect(failing).rejects.toThrow('no')
  await waiting
  expect(sent).toEqual(['/quotes/1'])
})

test('work in turn is not begun any more after three pieces in a row that came to nothing', async () => {
  const quiet = createQuiet()
  const begun: number[] = []
  const work = (number: number, result: string | undefined) =>
    quiet.inTurn(async () => {
      begun.push(number)
      return result
    })
  const results = [undefined, 'one', undefined, undefined, undefined, 'another']
  expect(await Promise.all(results.map((result, number) => work(number, result)))).toEqual([
    undefined,
    'one',
    ...Array(4),
  ])
  expect(begun).toEqual([0, 1, 2, 3, 4])
})
