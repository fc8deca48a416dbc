import { expect, test } from 'vitest'
import type { ExchangeEvent } from '../core/events.ts'
import { createWire } from './exchange.ts'
import { Interrupted } from './failure.ts'
import { createRedactor } from './records/redact.ts'
import { serve } from './testing/server.ts'
import { targetAt } from './testing/target.ts'
import { draft } from './testing/wired.ts'
import { createDispatcher } from './wire/dispatcher.ts'

/** Makes a wire to a server that calls `handle` for each request. */
const wireTo = async (interrupting: AbortController, handle: () => void) => {
  const asked: string[] = []
  const url = await serve(({ url: path = '' }) => {
    asked.push(path)
    handle()
  })
  const target = targetAt(url)
  const dispatcher = createDispatcher(target)
  interrupting.signal.addEventListener('abort', () => dispatcher.destroy())
  const events: ExchangeEvent[] = []
  const wire = createWire({
    target,
    dispatcher,
    redactor: createRedactor([]),
    now: () => new Date(0),
    wait: async () => undefined,
    signal: interrupting.signal,
    emit: (event) => events.push(event),
  })
  return { wire, events, asked }
}

test.each([
  ['', draft],
  [', also on a connection of its own', { ...draft, line: { requests: 1 } }],
])(
  'a request that is under way when the run is interrupted is recorded, and not judged%s',
  async (_, sent) => {
    const interrupting = new AbortController()
    const { wire, events } = await wireTo(interrupting, () => interrupting.abort())
    await expect(wire.send('a/b', sent)).rejects.toThrow(Interrupted)
    expect(events).toMatchObject([
      {
        failure: { code: 'interrupted', message: 'the run was interrupted before the response was complete' },
      },
    ])
  },
)

test('once a run is interrupted nothing more is sent', async () => {
  const interrupting = new AbortController()
  const { wire, events, asked } = await wireTo(interrupting, () => undefined)
  interrupting.abort()
  await expect(wire.send('a/b', draft)).rejects.toThrow(Interrupted)
  expect([events, asked, wire.requests()]).toEqual([[], [], 0])
})
