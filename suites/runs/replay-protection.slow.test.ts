import { expect, test } from 'vitest'
import type { Variant } from '../../mock/changes/change.ts'
import { once } from '../../mock/variants/signatures.ts'
import { against, exitCodeAfter, verdictsIn } from '../testing/against-mock.ts'

const only = ['lists/complete', 'signature-notes/replay', 'ids/unknown-quote']

const inputsIn = (events: Awaited<ReturnType<typeof against>>): string[] =>
  events.flatMap((event) =>
    event.type === 'exchange' ? (event.request.headers['signature-input'] ?? []) : [],
  )

const sentenceOf = (events: Awaited<ReturnType<typeof against>>) =>
  events.findLast((event) => event.type === 'end')?.sentence

test.each([
  ['signatures-good-once', /;nonce="/, 'has a nonce in its signature'],
  ['signatures-good-once-whatever-nonce', /;expires=/, 'differ in every signature of this run'],
])(
  'with %s, the run signs every later request as the server needs, and says so',
  async (id, wanted, told) => {
    const events = await against({ variants: [id], only })
    expect(exitCodeAfter(events)).toBe(0)
    expect(verdictsIn(events).filter(({ verdict }) => verdict.status === 'inconclusive')).toEqual([])
    expect(sentenceOf(events)).toContain(told)
    const inputs = inputsIn(events)
    const learned = inputs.findIndex((input) => wanted.test(input))
    // A run learns it at its start, and two requests later if it first has to prove that the token is alive.
    expect(learned).toBeLessThan(8)
    expect(inputs.slice(learned).filter((input) => !wanted.test(input))).toEqual([])
    const noted = verdictsIn(events).find(({ check }) => check === 'signature-notes/replay')?.notes
    expect(noted?.map(({ got }) => got).join()).toContain('401')
  },
)

test('a server that accepts a request once, however it is signed, ends the run with that cause', async () => {
  const further: Variant = {
    id: 'requests-good-once',
    says: 'A request is accepted once, however it is signed',
    override: once(({ method, targetUri }) => `${method} ${targetUri}`),
  }
  const events = await against({ further: [further], only })
  expect(exitCodeAfter(events)).toBe(3)
  expect(sentenceOf(events)).toMatch(
    /^The server accepted GET .* once and refuses the same request since then/,
  )
})

test('a server that protects only requests that create something is found too', async () => {
  let reads = 0
  const further: Variant = {
    id: 'created-once',
    says: 'The signature of a request that creates something is accepted once',
    override: once(({ method, headers }) =>
      method === 'GET' ? `read ${reads++}` : String(headers.get('signature')),
    ),
  }
  const events = await against({ further: [further], only: ['quotes/one-amount'] })
  expect(sentenceOf(events)).toContain('has a nonce in its signature')
  expect(exitCodeAfter(events)).toBe(0)
})

test('a run without replay protection signs as before, and sends two requests once more', async () => {
  const events = await against({ only })
  const [first, bare, twin] = inputsIn(events)
  expect([bare, twin].includes(first)).toBe(true)
  expect(inputsIn(events).some((input) => input.includes(';expires='))).toBe(false)
})
