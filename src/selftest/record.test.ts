import { expect, test } from 'vitest'
import { matrixOf } from './matrix.ts'
import { fingerprintOf, markdownOf, recordOf, unexplainedIn } from './record.ts'
import { fault, findings, tried } from './testing/findings.ts'

const full = matrixOf(
  findings({ faults: [fault('f')], tried: [tried('f', { 'x/one': 'noticed' })], milliseconds: 90_000 }),
)
const quick = matrixOf(findings({ mode: 'quick', milliseconds: 6_000 }))

test('the record of a matrix holds its figures and the time of both', () => {
  expect(recordOf(full, quick)).toMatchObject({
    all: { faults: 1, noticed: 1 },
    seconds: { full: 90, quick: 6 },
    redundant: ['x/two'],
    missedMust: [],
  })
})

test('another fault, another requirement of one or another check is another fingerprint', () => {
  const { fingerprint } = recordOf(full, quick)
  const checks = [{ id: 'x/one' }, { id: 'x/two' }]
  expect(fingerprintOf({ faults: [fault('f')], checks: [...checks].reverse() })).toBe(fingerprint)
  expect(fingerprintOf({ faults: [fault('g')], checks })).not.toBe(fingerprint)
  expect(fingerprintOf({ faults: [fault('f', { breaks: 'a.should' })], checks })).not.toBe(fingerprint)
  expect(fingerprintOf({ faults: [fault('f')], checks: checks.slice(1) })).not.toBe(fingerprint)
})

test('its Markdown is a table by source', () => {
  const text = markdownOf(recordOf(full, quick), {})
  expect(text).toContain('| by hand | 1 | 1 | 0 | 0 | 0 | 0 |')
  expect(text).toContain(
    '1 fault against 2 checks, seed 1, 5 generated cases a property, in 90 s on two cores; `--quick` in 6 s.',
  )
})

test('what was missed is named, and how much of it is of a MUST', () => {
  const missing = matrixOf(findings({ faults: [fault('f')], tried: [tried('f', {})] }))
  expect(markdownOf(recordOf(missing, quick), {})).toContain('Missed: `f`; of a MUST: `f`.')
  expect(markdownOf(recordOf(full, quick), {})).toContain('Missed: none; of a MUST: none.')
})

test('a quick matrix under a further profile is a line of it', () => {
  const other = matrixOf(findings({ mode: 'quick', profile: 'open-payments-1.3', milliseconds: 9_000 }))
  expect(markdownOf(recordOf(full, quick, [other]), {})).toMatch(
    /^Under `open-payments-1.3`, `--quick`: \d+ faults? against 2 checks, .+, \d+ missed, in 9 s\.$/m,
  )
})

test('a reason to keep a redundant check counts whenever it is written', () => {
  const record = recordOf(full, quick)
  const kept = { 'x/two': 'Nothing else asks.' }
  expect([unexplainedIn(record, {}), unexplainedIn(record, kept)]).toEqual([['x/two'], []])
  expect(markdownOf(record, {})).toContain('1 check, 0 of them kept for a written reason.')
  expect(markdownOf(record, kept)).toContain('1 check, 1 of them kept for a written reason.')
})
