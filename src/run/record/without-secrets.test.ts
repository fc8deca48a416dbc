import { expect, test } from 'vitest'
import type { RunEvent } from '../../core/events.ts'
import { createRedactor } from '../../http/records/redact.ts'
import { withoutSecrets } from './without-secrets.ts'

const secret = 'top-s3cret-token'
const redactor = createRedactor([{ name: 'tokens.full', value: secret }])

const events: Record<string, RunEvent> = {
  'an observation': {
    type: 'observation',
    check: 'tokens/unknown',
    requirement: 'token.known',
    outcome: 'broken',
    want: `receiver ${secret}`,
    got: `receiver ${Buffer.from(secret).toString('base64')}`,
    given: { values: [secret, 1, null], deep: { name: encodeURIComponent(secret) } },
  },
  'a check that ended with an error of ours': {
    type: 'check',
    check: 'tokens/unknown',
    state: 'ended',
    error: { message: secret, stack: `Error: ${secret}\n    at ${secret}` },
  },
  'a check that could learn nothing': {
    type: 'check',
    check: 'tokens/unknown',
    state: 'ended',
    reason: secret,
  },
  'the end': { type: 'end', outcome: 'not judged', sentence: secret, at: '2026-01-01T00:00:00Z' },
}

test.each(Object.keys(events))('%s keeps its shape and loses its secrets', (name) => {
  const event = events[name]
  if (!event) throw new Error(`no event ${name}`)
  const clean = withoutSecrets(event, redactor)
  const text = JSON.stringify(clean)
  for (const form of [secret, 'dG9wLXMzY3JldC10b2tl']) expect(text).not.toContain(form)
  expect(text).toContain('[tokens.full sha256:')
  expect(Object.keys(clean)).toEqual(Object.keys(event))
})

test('the name of a check or a requirement stays, even if it equals a secret', () => {
  const named = createRedactor([{ name: 'headers.x-kind', value: 'token.known' }])
  const event = events['an observation']
  if (!event) throw new Error('no observation')
  expect(withoutSecrets(event, named)).toMatchObject({ check: 'tokens/unknown', requirement: 'token.known' })
})
