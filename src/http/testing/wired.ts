import type { RequestListener } from 'node:http'
import { onTestFinished } from 'vitest'
import type { ExchangeEvent } from '../../core/events.ts'
import type { RequestDraft } from '../draft.ts'
import { createWire, type Wire, type WireOptions } from '../exchange.ts'
import { createRedactor } from '../records/redact.ts'
import { createDispatcher } from '../wire/dispatcher.ts'
import { serve } from './server.ts'
import { fullToken, type TargetChanges, targetAt } from './target.ts'

interface Setting {
  wire: Wire
  events: ExchangeEvent[]
  waits: number[]
  url: string
}

/** Makes a wire to a server. Its clock stands still, except that a wait moves it on. */
export async function wired(
  handler: RequestListener,
  changes: TargetChanges = {},
  more: Pick<WireOptions, 'remaining' | 'before' | 'refuseFlawed' | 'waiting'> = {},
): Promise<Setting> {
  const url = await serve(handler)
  const secrets = [{ name: 'tokens.full', value: await fullToken.value() }]
  const target = targetAt(url, { secrets, ...changes })
  const dispatcher = createDispatcher(target)
  onTestFinished(() => dispatcher.destroy())
  const [events, waits]: [ExchangeEvent[], number[]] = [[], []]
  let time = Date.parse('2026-01-01T00:00:00Z')
  const wait = async (milliseconds: number): Promise<void> => {
    waits.push(milliseconds)
    time += milliseconds
  }
  const now = () => new Date(time)
  const redactor = createRedactor(target.secrets)
  const wire = createWire({
    target,
    dispatcher,
    redactor,
    now,
    wait,
    emit: (event) => events.push(event),
    ...more,
  })
  return { wire, events, waits, url }
}

export const ok: RequestListener = (_, response) => response.end('{"ok":true}')
export const draft: RequestDraft = {
  operation: 'get-quote',
  method: 'GET',
  path: '/quotes/1',
  token: fullToken,
}
export const post: RequestDraft = {
  operation: 'create-quote',
  method: 'POST',
  path: '/quotes',
  token: fullToken,
  body: { a: 1 },
}
