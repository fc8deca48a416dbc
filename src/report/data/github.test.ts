import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { RunEvent } from '../../core/events.ts'
import type { ReportOptions } from '../exit-code.ts'
import {
  end,
  evidence,
  exchange,
  failed,
  passed,
  plan,
  requirements,
  run,
  viewSaying,
} from '../testing/record.ts'
import { type RunView, viewOf } from '../view.ts'
import { github } from './github.ts'

const options: ReportOptions = {
  colour: false,
  verbose: false,
  report: 'report.json',
  complete: false,
  enforce: 'must',
}

const target = { ...run().target, file: 'conf/my,target:1.yaml', line: 3 }
const of = (...events: RunEvent[]): RunView => viewOf([run({ target }), ...events], requirements)
const linesOf = (view: RunView, more: Partial<ReportOptions> = {}): string[] =>
  github(view, { ...options, ...more })
    .trimEnd()
    .split('\n')

const broken = of(
  plan('a/1', 'a/2'),
  exchange(1, 'a/1'),
  failed('a/1', evidence({ exchange: 1, got: '100% wrong' })),
  failed('a/2', evidence({ requirement: 'errors.401.token-invalid', grade: 'warning' })),
  end(),
)

test('a failure is an error at the line of the target file, titled with its requirement', () => {
  const [first, second] = linesOf(broken)
  expect(first).toMatch(
    /^::error file=conf\/my%2Ctarget%3A1\.yaml,line=3,title=MUST token\.known::Broken: What token\.known says%0Acheck: a\/1%0Asent: POST \/quotes%0A/,
  )
  expect(first).toContain('received: 100%25 wrong')
  expect(first).toContain('replay: op-conformance replay report.json a/1')
  expect(second).toMatch(/^::warning .*title=SHOULD errors\.401\.token-invalid::/)
})

test('a failed SHOULD is an error if it is enforced, and a known failure is a notice', () => {
  expect(linesOf(broken, { enforce: 'should' })[1]).toMatch(/^::error /)
  const asKnown = [{ check: 'a/1', fails: [], until: '2999-12-31', line: 1 }]
  const known = { file: 'known.yaml', asKnown, mismatches: [] }
  expect(linesOf(broken, { known }).map((line) => line.split(' ')[0])).toEqual(['::warning', '::notice'])
})

test('a run that was not judged is an error that says why', () =>
  expect(linesOf(of(end({ outcome: 'not judged', sentence: 'Nothing listens.' })))[0]).toMatch(
    /^::error .*title=op-conformance::Not judged: Nothing listens\.$/,
  ))

test('a run without findings has no annotations', () =>
  expect(github(of(plan('a/1'), passed('a/1', 'token.known'), end()), options)).toBe(''))

test('the annotations of a kind end after the ten that GitHub shows, with a count of the rest', () => {
  const shapes = Array.from({ length: 13 }, (_, index) => evidence({ got: `field ${'x'.repeat(index + 1)}` }))
  const lines = linesOf(of(plan('a/1'), failed('a/1', ...shapes), end()))
  expect(lines).toHaveLength(11)
  expect(lines.at(-1)).toBe('And 3 more findings; the job summary has them all.')
})

/** Returns the commands that the runner would carry out. */
const commandsIn = (view: RunView): string[] =>
  github(view, options)
    .split(/[\r\n]/)
    .filter((line) => /^\s*::|##\[/.test(line))
    .map((line) => line.replace(/^(::\w+) .*$/, '$1'))

test('no text of a server starts a workflow command', () => {
  const plain = commandsIn(viewSaying('x'))
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }),
        fc.constantFrom('\n::stop-commands::x', '\r::error::', ',file=', '##[add-mask]x'),
      ),
      (said) => {
        expect(commandsIn(viewSaying(said))).toEqual(plain)
      },
    ),
    { numRuns: 50 },
  )
})
