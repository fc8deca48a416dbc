import { expect, test } from 'vitest'
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
