import { afterAll, beforeAll, expect, test } from 'vitest'
import * as own from '../../checks.ts'
import { judge, type RunningMock, startMock } from '../../index.ts'
import type { OwnCheck, OwnRequirement } from './own-checks.ts'

let mock: RunningMock
beforeAll(async () => {
  mock = await startMock({ seed: 1 })
})
afterAll(() => mock.close())

const refused: OwnCheck = own.refusal({
  id: 'acme/only-ilp',
  title: 'A quote by another method than ilp is refused',
  on: [own.requests['create-quote']],
  mutate: (draft) => ({ ...draft, body: { ...own.fieldsIn(draft), method: 'card' } }),
  expect: own.refusedAs('body', 'acme.only-ilp'),
})

/** A rule that no quote of the mock keeps: they are valid for five minutes. */
const lifetime: OwnCheck = own.rule({
  id: 'acme/quote-lifetime',
  title: 'A quote is valid for an hour',
  verifies: 'acme.lifetime',
  observes: 'quote',
  operations: ['create-quote'],
  needs: {},
  holds: ({ fields }) => {
    const minutes =
      (Date.parse(String(fields['expiresAt'])) - Date.parse(String(fields['createdAt']))) / 60_000
    return { held: minutes >= 60, want: '60 min', got: `${minutes} min` }
  },
})

const onlyIlp: OwnRequirement = { id: 'acme.only-ilp', level: 'MUST', says: 'Only ilp.' }
const anHour = (level: OwnRequirement['level']): OwnRequirement => ({
  id: 'acme.lifetime',
  level,
  says: 'A quote is valid for an hour.',
})

test('own checks run beside the suite, and a broken MUST of one fails the run', async () => {
  const checks = [refused, lifetime]
  const report = await judge(mock.target, {
    only: ['acme'],
    checks,
    requirements: [onlyIlp, anHour('MUST')],
  })
  expect(report.findings).toMatchObject([
    { requirement: 'acme.lifetime', occurrences: [{ want: '60 min', got: '5 min' }] },
  ])
  expect(report).toMatchObject({ exitCode: 1 })
  const verdicts = report.checks.filter(({ topic }) => topic === 'acme')
  expect(verdicts.map(({ id, verdict }) => [id, verdict?.status])).toEqual([
    ['acme/only-ilp', 'passed'],
    ['acme/quote-lifetime', 'failed'],
  ])
  expect(report.coverage.find(({ requirement }) => requirement === 'acme.only-ilp')).toMatchObject({
    state: 'judged',
  })
})

test('a broken SHOULD of an own check is a warning', async () => {
  const settings = { only: ['acme'], checks: [lifetime, refused], requirements: [onlyIlp, anHour('SHOULD')] }
  expect(await judge(mock.target, settings)).toMatchObject({ exitCode: 0, findings: [{ grade: 'warning' }] })
})

test('an own refusal fails for a server that accepts the request', async () => {
  mock.control.useFaults(['without-method-known'])
  const settings = { only: ['acme'], checks: [refused], requirements: [onlyIlp] }
  const { exitCode, findings } = await judge(mock.target, settings)
  mock.control.useFaults([])
  expect([exitCode, findings.map(({ requirement }) => requirement)]).toEqual([1, ['acme.only-ilp']])
})

test.each([
  {
    says: 'checks: "acme/only-ilp" tests "acme.only-ilp", which profile interface does not have; add it to requirements',
    settings: { checks: [refused] },
  },
  {
    says: 'checks: "acme/only-ilp" exists already; choose another id',
    settings: { checks: [refused, refused], requirements: [onlyIlp] },
  },
  {
    says: 'requirements: "quote.id.uri" exists already; choose another id',
    settings: { requirements: [{ ...onlyIlp, id: 'quote.id.uri' }] },
  },
  {
    says: 'requirements: "Acme" is not an id; use lower-case words with dots between them, such as acme.quote.lifetime',
    settings: { requirements: [{ ...onlyIlp, id: 'Acme' }] },
  },
  {
    says: 'checks: "acme/nothing" is not a check; make it with refusal, scenario or rule',
    settings: { checks: [{ id: 'acme/nothing', title: 'Nothing' }] },
  },
])('before any request: $says', async ({ says, settings }) => {
  const before = mock.control.exchanges().length
  await expect(judge(mock.target, settings)).rejects.toMatchObject({ code: 'ERR_OWN_CHECK', message: says })
  expect(mock.control.exchanges()).toHaveLength(before)
})
