import { expect, test } from 'vitest'
import type { Screen } from '../../report/document/terminal.ts'
import { printedAs } from '../../report/document/view.ts'
import { lines } from '../../report/text/printable.ts'
import type { KeyPath } from '../../target-file/reading/problem.ts'
import { diagnosisView } from './diagnosis-view.ts'
import type { Diagnosis } from './finding.ts'

const target = { name: 'my-wallet', baseUrl: 'https://wallet.example/op' }
const placeOf = (path: KeyPath): string => `t.yaml:7: ${path.join('.')}`
const options = { file: 't.yaml', placeOf }

const textOf = (diagnosis: Diagnosis, screen: Screen = {}): string =>
  printedAs('text', diagnosisView(target, diagnosis, options), screen)

const fine: Diagnosis = { findings: [], good: [], unseen: [], skipped: [], requests: 32, quotes: 1 }

test('findings stand in the order of the areas, each with place and next step', () => {
  const diagnosis: Diagnosis = {
    ...fine,
    findings: [
      { area: 'token', weight: 'fails', fact: 'It is dead', place: ['tokens', 'full'], next: 'give another' },
      { area: 'clock', weight: 'warns', fact: 'It is late', next: 'set it' },
    ],
    good: [{ area: 'server', says: 'answers' }],
    unseen: [{ area: 'token', says: 'tokens.expired: not given' }],
    skipped: ['wallet', 'others'],
  }
  expect(textOf(diagnosis)).toBe(`my-wallet  https://wallet.example/op

✓ server     answers
! clock      It is late
             next  set it
✗ token      It is dead
             at    t.yaml:7: tokens.full
             next  give another
- token      tokens.expired: not given
- wallet, others: not examined until the server accepts a valid request

1 finding that will make a run fail, 1 warning. Fix it, then run: op-conformance doctor t.yaml
32 requests sent, 1 quote created, nothing paid. This is not a verdict on the server; use a run for that.
`)
})

test.each<[string, Partial<Diagnosis>, string]>([
  ['nothing', {}, 'No problems found. To judge the server: op-conformance run t.yaml'],
  [
    'a warning',
    { findings: [{ area: 'clock', weight: 'warns', fact: '', next: '' }] },
    '1 warning. To judge the server: op-conformance run t.yaml',
  ],
  ['an interruption', { ended: { why: 'interrupted' } }, 'Interrupted. This shows the results so far.'],
  ['a spent budget', { ended: { why: 'cut short', says: 'it is spent' } }, 'Ended early: it is spent.'],
])('the text sums up %s', (_, differs, sentence) => {
  expect(textOf({ ...fine, ...differs })).toContain(`\n${sentence}\n`)
})

test('the diagnosis escapes control characters in what the server says', () => {
  const fact = 'It says \u001b[2J\nand \u202e'
  const shown = textOf({ ...fine, findings: [{ area: 'key', weight: 'fails', fact, next: '' }] })
  expect(shown).toContain('✗ key        It says \\u{1b}[2J\\nand \\u{202e}\n')
})

test('colour marks what fails, and only on a terminal', () => {
  const diagnosis: Diagnosis = { ...fine, findings: [{ area: 'key', weight: 'fails', fact: 'No', next: '' }] }
  expect(lines(textOf(diagnosis, { colour: true }))).toContain('\u001b[31m✗\u001b[39m')
  expect(textOf(diagnosis)).not.toContain('\u001b')
})
