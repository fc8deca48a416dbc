import { expect, test } from 'vitest'
import { NoFurtherConnection } from '../../check/session.ts'
import type { Answer } from '../../http/answers/answer.ts'
import type { RequestDraft } from '../../http/draft.ts'
import { connected } from './connected.ts'
import type { Transport } from './transport.ts'

const answered = { response: { status: 404 } } as Answer
const unanswered = { failure: { code: 'timeout' } } as Answer
const read: RequestDraft = { operation: 'get-quote', method: 'GET', path: '/quotes/1' }
const alone: RequestDraft = { ...read, line: { requests: 2 } }

/** Sends a request that gets the answer `first`, over a wire whose further connections get `further`. */
const sending = (first: Answer, further: Answer) => {
  const probes: RequestDraft[] = []
  const wire: Transport = async (draft) => {
    probes.push(draft)
    return further
  }
  return { send: connected(wire)(async () => first), probes }
}

test('a server that answers nothing on a further connection is taken to accept none', async () => {
  const { send } = sending(unanswered, unanswered)
  await expect(send(alone)).rejects.toThrow(NoFurtherConnection)
})

test('a missing answer counts if the server answers a bare request on a further connection', async () => {
  const { send, probes } = sending(unanswered, answered)
  expect(await send(alone)).toBe(unanswered)
  expect(probes).toMatchObject([{ signing: 'none', line: { requests: 1 } }])
})

test.each([
  ['on a connection that is shared gets no answer', read, unanswered],
  ['on a connection of its own is answered', alone, answered],
])('a request that %s needs no further connection', async (_, draft, answer) => {
  const { send, probes } = sending(answer, unanswered)
  expect(await send(draft)).toBe(answer)
  expect(probes).toEqual([])
})
