import { expect, test } from 'vitest'
import type { Exchange } from '../../../mock/exchanges/exchange.ts'
import { refusalLog } from './serve.ts'

const refused: Exchange = {
  id: 1,
  at: 0,
  method: 'POST',
  url: '/quotes',
  targetUri: 'http://mock.example/quotes',
  headers: [],
  body: new Uint8Array(),
  status: 401,
  answerHeaders: [],
  answerBody: new Uint8Array(),
  cutOff: 0,
  refusal: { guard: 'signature-verifies', description: 'signature "sig1" does not verify' },
}

/** Returns the lines that the log writes. */
const logged = (exchanges: Exchange[], { isTTY = false } = {}): string[] => {
  const lines: string[] = []
  const log = refusalLog({ stderr: { write: (text) => lines.push(text), isTTY }, env: {} })
  for (const exchange of exchanges) log(exchange, () => 'It is this.')
  return lines
}

test('the log has a line for a refused request: status, method, path, guard and cause', () => {
  expect(logged([refused])).toEqual(['401 POST /quotes  signature-verifies: It is this.\n'])
})

test('the log omits an accepted request unless it carries a warning', () => {
  const { refusal: _, ...rest } = refused
  const served = { ...rest, status: 201 }
  expect(logged([served])).toEqual([])
  const answerHeaders = [['x-mock-warning', 'no colons']] as const
  expect(logged([{ ...served, answerHeaders }])).toEqual(['201 POST /quotes  warning: no colons\n'])
})

test('the log escapes control characters of a client, and is coloured only on a terminal', () => {
  expect(logged([{ ...refused, url: '/\u001b[2J' }])).toEqual([
    '401 POST /\\u{1b}[2J  signature-verifies: It is this.\n',
  ])
  expect(logged([refused], { isTTY: true })[0]).toContain('\u001b[31m401 POST /quotes')
})
