import type { RequestListener } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { createRedactor } from '../../http/records/redact.ts'
import { serve } from '../../http/testing/server.ts'
import { targetAt } from '../../http/testing/target.ts'
import { createDispatcher } from '../../http/wire/dispatcher.ts'
import { examine } from './examine.ts'
import type { Diagnosis } from './finding.ts'

const examined = async (
  handler: RequestListener,
  signal = new AbortController().signal,
): Promise<Diagnosis> => {
  const target = targetAt(await serve(handler))
  const dispatcher = createDispatcher(target)
  onTestFinished(() => dispatcher.destroy())
  return examine(target, {
    dispatcher,
    redactor: createRedactor([]),
    runCommand: async () => ({ failure: 'no commands in this test' }),
    now: () => new Date(),
    monotonic: () => performance.now(),
    wait: async () => undefined,
    signal,
    emit: () => undefined,
  })
}

const always =
  (status: number, body: string): RequestListener =>
  (_, response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(body)

const page = '{"result":[],"pagination":{}}'

/** Accepts a request only if its URL and its signature parameters pass. */
const onlyIf =
  (isGood: (url: string, input: string) => boolean): RequestListener =>
  (request, response) => {
    const good = isGood(request.url ?? '', String(request.headers['signature-input']))
    always(good ? 200 : 400, good ? page : '{"message":"no"}')(request, response)
  }

test.each([
  [
    401,
    'The server refuses a valid request (401: no), and gives the same response whatever is wrong with the request',
  ],
  [
    403,
    'The server refuses a valid request (403: no), and gives the same response whatever is wrong with the request',
  ],
  [500, 'The server fails on a valid request (500: no)'],
])(
  'the doctor reports a server that answers everything with %d, in a bounded number of requests',
  async (status, fact) => {
    const { findings, requests } = await examined(always(status, '{"message":"no"}'))
    expect(findings.map((finding) => finding.fact)).toEqual([fact])
    expect(requests).toBeLessThan(35)
  },
)

test('the doctor names the URL if the server knows no path', async () => {
  const { findings } = await examined(always(404, ''))
  expect(findings).toMatchObject([{ area: 'server', place: ['baseUrl'] }])
  expect(findings[0]?.fact).toMatch(/^The server has nothing at http:\S+\/outgoing-payments\?\S+ \(404\)$/)
})

test('a parameter that the server insists on is found', async () => {
  const { findings } = await examined(onlyIf((_, input) => input.includes(';expires=')))
  expect(findings[0]).toMatchObject({
    area: 'key',
    fact: 'The server accepts a signature only with the parameter expires',
    next: 'write signing.parameters: [created, keyid, expires], so that the remaining checks can run',
  })
})

test('the doctor finds a query parameter of the profile that the server refuses', async () => {
  const { findings } = await examined(onlyIf((url) => !/[?&]first=/.test(url)))
  expect(findings[0]).toMatchObject({
    area: 'profile',
    fact: 'The server refuses a list with first=1, but accepts it without',
  })
})

test('a server without a Date header has no clock to compare', async () => {
  const { unseen } = await examined((request, response) => {
    response.sendDate = false
    always(200, page)(request, response)
  })
  expect(unseen).toContainEqual({ area: 'clock', says: 'the server sends no Date header to compare' })
})

test('an interruption ends the examination and keeps what was seen so far', async () => {
  const interrupted = new AbortController()
  let requests = 0
  const { ended, skipped } = await examined((request, response) => {
    if (++requests === 2) interrupted.abort()
    always(200, page)(request, response)
  }, interrupted.signal)
  expect({ ended, skipped }).toEqual({ ended: { why: 'interrupted' }, skipped: [] })
  expect(requests).toBe(2)
})
