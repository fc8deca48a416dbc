import { expect, test } from 'vitest'
import { reporterNamed, reporters } from './index.ts'
import { end, requirements, run } from './testing/record.ts'
import { viewOf } from './view.ts'

test('every reporter renders a run, and a file of its extension', () => {
  const view = viewOf([run(), end()], requirements)
  const options = {
    colour: false,
    verbose: false,
    report: 'report.json',
    complete: false,
    enforce: 'must',
  } as const
  for (const { name, extension, render } of reporters) {
    expect(reporterNamed(name).render).toBe(render)
    expect(extension).toMatch(/^[a-z]+$/)
    expect(render(view, options)).toMatch(/\n$/)
  }
})

test('an unknown reporter is refused with the nearest', () =>
  expect(() => reporterNamed('jsn')).toThrow(
    expect.objectContaining({
      code: 'ERR_UNKNOWN_REPORTER',
      message: '--reporter jsn is no reporter; did you mean "json"?',
    }),
  ))
