import { expect, test } from 'vitest'
import type { ExchangeEvent, ObservationEvent, RunEvent } from '../../core/events.ts'
import { createExpander, createShortener, isTextLine } from './shared-texts.ts'

const base = [
  '"@method": POST',
  '"@target-uri": https://server.example/quotes',
  '"content-digest": sha-256=:AAAA:',
  '"@signature-params": ("@method" "@target-uri" "content-digest");created=1;keyid="k"',
].join('\n')

const exchange = (body: string, signed = base): ExchangeEvent => ({
  type: 'exchange',
  number: 1,
  check: 'quotes/accepted',
  request: {
    method: 'POST',
    url: 'https://server.example/quotes',
    headers: {
      'content-digest': 'sha-256=:AAAA:',
      'signature-input': 'sig1=("@method" "@target-uri" "content-digest");created=1;keyid="k"',
    },
    body,
    signing: {
      key: 'signing',
      keyId: 'k',
      label: 'sig1',
      components: ['@method', '@target-uri', 'content-digest'],
      base: signed,
    },
  },
  response: { status: 201, headers: {}, body: 'short' },
  sent: 1,
  received: 2,
  at: '2026-01-01T00:00:00.000Z',
  milliseconds: 1,
})

const observation = (circumstances: string[], given: unknown): ObservationEvent => ({
  type: 'observation',
  check: 'quotes/accepted',
  outcome: 'held',
  want: 'accepted',
  got: 'status 201',
  given: given as never,
  circumstances,
})

const written = (events: readonly RunEvent[]): string[] => {
  const shorten = createShortener()
  return events.flatMap(shorten).map((line) => JSON.stringify(line))
}

const readBack = (lines: readonly string[]): unknown[] => {
  const expand = createExpander()
  return lines.map((line) => expand(JSON.parse(line))).filter((line) => !isTextLine(line))
}

const long = 'long text '.repeat(100)

test('a text is written twice, however often it occurs, and is read back everywhere', () => {
  const circumstances = ['with a body over 1 KiB', 'with a body whose length is a multiple of 128 bytes']
  const events = [1, 2, 3, 4].flatMap(() => [exchange(long), observation(circumstances, 'a')])
  const lines = written(events)
  expect(lines.join('').split(long)).toHaveLength(3)
  expect(lines.filter((line) => line.includes('128 bytes'))).toHaveLength(2)
  expect(readBack(lines).map((one) => JSON.stringify(one))).toEqual(events.map((one) => JSON.stringify(one)))
})

test('a signature base is left out only if it follows from the request', () => {
  const events = [exchange('a'), exchange('b', base.replace('POST', 'GET'))]
  const lines = written(events)
  expect(lines.filter((line) => line.includes('"base"'))).toEqual([lines.at(-1)])
  expect(readBack(lines)).toEqual(events)
})

test('a case that looks like a reference stays what it is', () => {
  const events = [exchange(long), exchange(long), exchange(long), observation([], { text: 1 })]
  expect(readBack(written(events))).toEqual(events)
})

test('a reference to a text that no earlier line has is not replaced, so that its line is invalid', () => {
  const line = written([exchange(long), exchange(long)]).at(-1) ?? ''
  expect(createExpander()(JSON.parse(line))).toMatchObject({
    request: { body: { text: expect.any(Number) } },
  })
})

test('a record of version 1 is read as it is', () => {
  const run = { type: 'run', version: 1 }
  const lines = [run, exchange(long), exchange(long)].map((one) => JSON.stringify(one))
  expect(readBack(lines)).toEqual([run, exchange(long), exchange(long)])
})

const spaces = ' '.repeat(65_000)

test('a long run of one character is written as its length, and is read back', () => {
  const bodies = [
    `{}${spaces}`,
    `${spaces}\n${'['.repeat(300)}1`,
    '['.repeat(255),
    '\u{1f600}'.repeat(300),
    spaces,
    spaces,
  ]
  const events = [...bodies, ...bodies].map((body) => exchange(body))
  const lines = written(events)
  expect(lines.join('').length).toBeLessThan(20_000)
  expect(lines[0]).toContain('"body":{"text":["{}",[" ",65000]]}')
  expect(readBack(lines)).toEqual(events)
})

test.each([
  ['a number that is no count', [[' ', -1]]],
  ['a number that no text can have', [[' ', 1e15]]],
  ['a character that is none', [[1, 2]]],
  ['something else', [{}]],
])('parts of a forged record with %s stay as they are', (_, parts) => {
  const forged = { ...exchange('a'), response: { status: 200, headers: {}, body: { text: parts } } }
  expect(readBack([JSON.stringify(forged)])).toEqual([forged])
})
