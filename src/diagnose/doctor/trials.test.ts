import { expect, onTestFinished, test } from 'vitest'
import { createRedactor } from '../../http/records/redact.ts'
import { serve } from '../../http/testing/server.ts'
import { type TargetChanges, targetAt } from '../../http/testing/target.ts'
import { createDispatcher } from '../../http/wire/dispatcher.ts'
import { listOutgoing } from './requests.ts'
import { createTrials, Throttled } from './trials.ts'

interface Seen {
  url: string
  input: string
}

const trialsAt = async (status = 200, changes: TargetChanges = {}) => {
  const seen: Seen[] = []
  const bases: string[] = []
  const url = await serve((request, response) => {
    seen.push({ url: request.url ?? '', input: String(request.headers['signature-input']) })
    response.writeHead(status, { 'content-type': 'application/json' }).end('{"result":[]}')
  })
  const target = targetAt(url, changes)
  const dispatcher = createDispatcher(target)
  onTestFinished(() => dispatcher.destroy())
  const trials = createTrials(target, {
    dispatcher,
    redactor: createRedactor([]),
    now: () => new Date('2026-01-01T00:00:00Z'),
    monotonic: () => 0,
    wait: async () => undefined,
    signal: new AbortController().signal,
    emit: ({ request }) => bases.push(request.signing?.base ?? ''),
  })
  return { trials, seen, bases, url }
}

test('a trial can sign another URL than the one it requests', async () => {
  const { trials, seen, bases, url } = await trialsAt()
  await trials.ask(listOutgoing, { signedUrl: (whole) => whole.replace(/\?.*/, '') })
  expect(seen[0]?.url).toMatch(/^\/outgoing-payments\?wallet-address=/)
  expect(bases[0]).toContain(`"@target-uri": ${url}/outgoing-payments\n`)
})

test('created can be ahead of our clock', async () => {
  const { trials, seen } = await trialsAt()
  await trials.ask(listOutgoing, { ahead: 60_000 })
  expect(seen[0]?.input).toContain(`;created=${Date.parse('2026-01-01T00:01:00Z') / 1000}`)
})

test('trials count all requests together and stop at limits.maxRequests', async () => {
  const { trials } = await trialsAt(200, { limits: { maxRequests: 2 } })
  await trials.ask(listOutgoing)
  await trials.ask(listOutgoing, { ahead: 1 })
  await expect(trials.ask(listOutgoing)).rejects.toThrow('limits.maxRequests (2) is used up')
  expect(trials.requests()).toBe(2)
})

test('a 429 stops the trial instead of counting as an answer', async () => {
  const { trials } = await trialsAt(429)
  await expect(trials.ask(listOutgoing)).rejects.toBeInstanceOf(Throttled)
})
