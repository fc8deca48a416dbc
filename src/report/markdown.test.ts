import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { RunEvent } from '../core/events.ts'
import type { ReportOptions } from './exit-code.ts'
import { markdown } from './markdown.ts'
import {
  brokenClaim,
  end,
  evidence,
  exchange,
  failed,
  passed,
  plan,
  requirements,
  run,
  viewSaying,
} from './testing/record.ts'
import { viewOf } from './view.ts'

const options: ReportOptions = {
  colour: false,
  verbose: false,
  report: 'reports/my-wallet/report.json',
  complete: false,
  enforce: 'must',
}

const report = (...events: RunEvent[]): string => markdown(viewOf([run(), ...events], requirements), options)

const failing = [
  plan('tokens/expired'),
  exchange(7, 'tokens/expired', { response: { status: 201, headers: {}, body: 'a ```` fence' } }),
  brokenClaim('tokens/expired', { exchange: 7 }),
  failed('tokens/expired', evidence({ exchange: 7, subject: 'create-quote' })),
  end(),
]

test('the verdict comes first, then the target', () =>
  expect(report(...failing)).toMatch(
    /^# ❌ Not conforming: 1 requirement of level MUST failed\.\n\nThe report says nothing about the 7 requirements that were not judged\.\n\n\| \*\*target\*\* \| `my-wallet` \|\n\| --- \| --- \|\n/,
  ))

test.each([
  [
    '✅ No MUST failed among the requirements that could be judged.',
    [plan('a/1'), passed('a/1', 'token.known'), end()],
  ],
  [
    '❔ Not judged\n\n`Nothing listens at x.`',
    [end({ outcome: 'not judged', sentence: 'Nothing listens at x.' })],
  ],
  ['❔ Not judged\n\n<code>&#60;b&#62;&#96;</code>', [end({ outcome: 'not judged', sentence: '<b>`' })]],
])('a report says %s', (verdict, events) => expect(report(...events)).toContain(`# ${verdict}\n`))

test('a finding is a table row with expected beside received', () =>
  expect(report(...failing)).toContain(
    '\n| ❌ MUST | `token.known`<br>Broken: What token.known says | `refused (any 4xx)` | `status 201` | `create-quote` |\n',
  ))

test('the exchange and the commands of a finding are folded', () => {
  const [, details = ''] = report(...failing).split('<details><summary>❌ <code>token.known</code></summary>')
  expect(details).toContain('\n- shown by `tokens/expired`: Title of tokens/expired\n')
  expect(details).toContain('\n`````\nstatus 201, after 3 ms\n\na ```` fence\n`````\n')
  expect(details).toContain('\nop-conformance replay reports/my-wallet/report.json tokens/expired\n')
  expect(details).toMatch(/\n<\/details>\n$/)
})

/** Removes every piece and block of code. The page's own markup and words are left. */
const own = (text: string): string =>
  text
    .replace(/^(`{3,})\w*\n.*?\n\1$/gms, 'BLOCK')
    .replace(/<code>[^<]*(?:<!-- -->[^<]*)*<\/code>/g, 'CODE')
    .replace(/`[^`\n]+`/g, 'CODE')

test('texts of a server appear only in code', () => {
  const plain = own(markdown(viewSaying('x'), options))
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }), (said) => {
      expect(own(markdown(viewSaying(said), options))).toBe(plain)
    }),
    { numRuns: 50 },
  )
})

test.each([
  '|',
  '\\|',
  '`',
  '```',
  '\n\n# owned',
  '<script>',
  '</details>',
  '[x](http://evil.example)',
  '@someone',
])('a server that says %j adds nothing to the page', (said) =>
  expect(own(markdown(viewSaying(said), options))).toBe(own(markdown(viewSaying('x'), options))),
)

test('a summary stays under GitHub’s limit of one mebibyte, and says what it leaves out', () => {
  const checks = Array.from({ length: 300 }, (_, index) => `a/${index}`)
  const long = '\u001b'.repeat(3000)
  const shown = report(
    plan(...checks),
    ...checks.flatMap((check, index) => [
      exchange(index, check, { response: { status: 500, headers: { a: long, b: long }, body: long } }),
      failed(check, evidence({ exchange: index, requirement: `an.other-${index}`, got: long })),
    ]),
    end({ outcome: 'not judged', sentence: long }),
  )
  expect(Buffer.byteLength(shown)).toBeLessThan(2 ** 20)
  expect(shown).toMatch(/And \d+ more findings in report\.json\./)
  expect(shown).toMatch(/See report\.json for the other \d+, which are not shown in full\./)
})
