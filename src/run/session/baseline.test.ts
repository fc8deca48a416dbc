import { expect, test } from 'vitest'
import { loadProfile } from '../../catalogue/profiles.ts'
import { scriptedSession } from '../../check/testing/scripted-session.ts'
import type { RequestDraft } from '../../http/draft.ts'
import { createBaseline, doubtAbout } from './baseline.ts'

const id = 'https://server.example/quotes/1'
const pay: RequestDraft = {
  operation: 'create-outgoing-payment',
  method: 'POST',
  path: '/outgoing-payments',
  body: { quoteId: id },
}

test('a refused payment of a quote that this run has paid is in doubt', async () => {
  const known = new Map([[id, { kind: 'quote', id, shownTo: [], paid: true }] as const])
  const { session } = scriptedSession(() => 400, { memory: { known: () => known } })
  const baseline = createBaseline({ profile: loadProfile('interface') })
  const answer = await session.send(pay)
  baseline.sent(pay, answer, true)
  expect(await doubtAbout(answer, baseline, session)).toBe(
    `the server answered several requests with the quote ${id}, which this run had paid before`,
  )
})
