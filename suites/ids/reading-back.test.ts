import { expect, test } from 'vitest'
import { loadProfile } from '../../src/catalogue/profiles.ts'
import { reached, scriptedSession } from '../../src/check/testing/scripted-session.ts'
import type { Answer } from '../../src/http/answers/answer.ts'
import type { RequestDraft } from '../../src/http/draft.ts'
import type { Target } from '../../src/target-file/target.ts'
import { quoteIsReadBack } from './reading-back.ts'

const id = 'https://server.example/quotes/1'

/** Runs the check on a server that creates a quote. `read` is what reading the quote gets. */
const readingBack = (read: Partial<Answer>) => {
  const target = { ...reached, profile: loadProfile('interface'), tokens: {} } as unknown as Target
  const receivers = { shared: async () => ({ url: 'https://server.example/incoming-payments/1' }) }
  const created = { response: { status: 201, headers: {}, text: '', json: { id } } }
  const send = async (draft: RequestDraft): Promise<Answer> => ({
    exchange: 1,
    method: draft.method,
    url: draft.path,
    ...(draft.method === 'POST' ? created : read),
  })
  const { session, log } = scriptedSession(() => 200, { target, send, supplies: { receivers } as never })
  return { run: quoteIsReadBack.run(session), log }
}

test('a read that is throttled does not show whether the quote can be read', async () => {
  const message = 'was busy again after the wait'
  const { run, log } = readingBack({ failure: { code: 'throttled', message } })
  await expect(run).rejects.toThrow(message)
  expect(log.observed).toEqual([])
})

test('a quote that is not found right after its creation cannot be read', async () => {
  const { run, log } = readingBack({ response: { status: 404, headers: {}, text: '', json: undefined } })
  await run
  expect(log.observed).toMatchObject([{ requirement: 'quote.id.readable', outcome: 'broken' }])
})
