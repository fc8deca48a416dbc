import { expect, test } from 'vitest'
import type { PaymentEvent } from '../core/events.ts'
import { reporterNamed, reporters } from './index.ts'
import { end, exchange, requirements, run } from './testing/record.ts'
import { viewOf } from './view.ts'

const options = {
  colour: false,
  verbose: false,
  report: 'report.json',
  complete: false,
  enforce: 'must',
} as const

test.each([
  ['text', 'Requests  1,001 sent, 1 distinct'],
  ['markdown', '**requests** | 1,001 sent, 1 distinct'],
  ['html', '<dt>requests</dt><dd>1,001 sent, 1 distinct</dd>'],
  ['json', '"exchanges": 1001,\n    "distinct": 1'],
])('the %s report says how many requests were sent, and how many were distinct', (name, said) => {
  const sent = Array.from({ length: 1001 }, (_, index) => exchange(index + 1, 'tokens/expired'))
  expect(reporterNamed(name).render(viewOf([run(), ...sent, end()], requirements), options)).toContain(said)
})

test.each([
  ['text', /^payments {2}1, debiting at most 100 \(1\.00 USD\)$/m],
  ['markdown', /\*\*payments\*\* \| `1, debiting at most 100 \(1\.00 USD\)/],
  ['html', /<dt>payments<\/dt><dd>1, debiting at most 100 \(1\.00 USD\)<\/dd>/],
  ['json', /"spent": \{\s+"payments": 1,\s+"debit": "100"/],
])('the head of the %s report says how many payments were made, and what they cost at most', (name, said) => {
  const payment = (state: PaymentEvent['state'], debits: string): PaymentEvent => ({
    type: 'payment',
    check: 'tokens/expired',
    state,
    debits,
  })
  const paying = [payment('sending', '100'), payment('sending', '250'), payment('not made', '250')]
  const view = viewOf([run(), ...paying, end()], requirements)
  expect(reporterNamed(name).render(view, options)).toMatch(said)
  // A report about a client has nothing to say about payments of a run.
  const ofClient = viewOf([run({ judges: 'client' }), end()], requirements)
  expect(reporterNamed(name).render(ofClient, options)).not.toMatch(
    /"spent"|^payments|\*\*payments|<dt>payments/m,
  )
})

test('every reporter renders a run and has a file extension', () => {
  const view = viewOf([run(), end()], requirements)
  for (const { name, extension, render } of reporters) {
    expect(reporterNamed(name).render).toBe(render)
    expect(extension).toMatch(/^[a-z]+$/)
    expect(render(view, options)).toMatch(/\n$/)
  }
})

test('an unknown reporter is refused, and the message suggests the nearest one', () =>
  expect(() => reporterNamed('jsn')).toThrow(
    expect.objectContaining({
      code: 'ERR_UNKNOWN_REPORTER',
      message: '--reporter jsn is not a reporter; did you mean "json"?',
    }),
  ))
