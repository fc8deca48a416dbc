import { beforeAll, expect, test } from 'vitest'
import { type JudgeSettings, judge } from '../app/run/judge-server.ts'
import { startMock } from '../app/start-mock.ts'
import type { Report } from './data/json.ts'
import { changesBetween, type Difference, isTargetWorse } from './diff.ts'
import { diffView } from './diff-view.ts'
import { printedAs } from './document/view.ts'

const only = ['tokens/unknown', 'tokens/revoked']
const fault = 'without-token-known'
const requirement = 'token.known'

/**
 * Runs against a mock that differs from the default only in the given parameters. Requests are sent one at a time,
 * because rules judge what they happen to see, e.g. two pages of one cursor with nothing created in between.
 */
const ran = async (faults: string[] = [], settings: JudgeSettings = {}, without: string[] = []) => {
  await using mock = await startMock({ seed: 1, faults, profile: settings.profile })
  const { tokens = {}, ...target } = mock.target
  const left = Object.entries(tokens).filter(([name]) => !without.includes(name))
  return await judge({ ...target, tokens: Object.fromEntries(left) }, { only, concurrency: 1, ...settings })
}

let good: Report
let bad: Report
beforeAll(async () => {
  ;[good, bad] = await Promise.all([ran(), ran([fault])])
})

/** Returns a copy of the report with changes by the test. */
const edited = (report: Report, edit: (copy: Report) => void): Report => {
  const copy = structuredClone(report)
  edit(copy)
  return copy
}

const withoutCheck = (report: Report, gone: string): Report =>
  edited(report, (copy) => {
    copy.checks = copy.checks.filter(({ id }) => id !== gone)
    copy.coverage = copy.coverage.map((one) =>
      one.checks.includes(gone) ? { ...one, state: 'not exercised' } : one,
    )
  })

/**
 * Returns the changes without `new` and `gone`, because a server that accepts more requests also shows more by chance.
 */
const moved = (before: Report, after: Report): Difference[] =>
  changesBetween(before, after).filter(({ kind }) => kind === 'worse' || kind === 'better')

const told = (changes: readonly Difference[]) => changes.map(({ why: _, ...change }) => change)

test('two runs with the same results do not differ', async () => {
  expect(changesBetween(good, await ran())).toEqual([])
  expect(changesBetween(bad, bad)).toEqual([])
  expect(printedAs('text', diffView(good, good, []))).toContain(
    '\nThe runs do not differ in any requirement.\n',
  )
})

test('a newly broken requirement is worse, and is attributed to the target', () => {
  const changes = moved(good, bad)
  expect(told(changes)).toEqual([{ requirement, level: 'MUST', kind: 'worse', doing: 'target' }])
  expect(isTargetWorse(changes)).toBe(true)
  const text = printedAs('text', diffView(good, bad, changes))
  expect(text).toContain('\nworse, by the target (1)\n  MUST token.known\n')
  expect(text).toMatch(/: expected refused \(any 4xx\); is status 20\d, was as expected\n/)
  expect(text).toContain('\nThe target got worse in 1 requirement: 1 worse, 0 better, 0 new, 0 gone.\n')
})

test('a requirement that holds again is better, and is attributed to the target', () => {
  const changes = moved(bad, good)
  expect(told(changes)).toEqual([{ requirement, level: 'MUST', kind: 'better', doing: 'target' }])
  expect(isTargetWorse(changes)).toBe(false)
})

test('a requirement seen only because the server accepts more is attributed to the environment', () => {
  const chance = changesBetween(good, bad).filter(({ kind }) => kind === 'new')
  expect(chance.length).toBeGreaterThan(0)
  expect(new Set(chance.map(({ doing }) => doing))).toEqual(new Set(['environment']))
})

test('a failure that only a new check or release shows is attributed to the suite', () => {
  const first = withoutCheck(good, 'tokens/unknown')
  const [change, ...others] = changesBetween(first, bad).filter((one) => one.requirement === requirement)
  expect([change, others]).toMatchObject([
    { doing: 'suite', why: 'in the first run there is no check tokens/unknown' },
    [],
  ])
  expect(isTargetWorse(changesBetween(first, bad))).toBe(false)
  const upgraded = edited(bad, ({ run }) => {
    run.harness = '9.0.0'
  })
  expect(moved(good, upgraded)).toMatchObject([{ kind: 'worse', doing: 'suite' }])
})

test('a change of level is attributed to the specification', () => {
  const lighter = edited(bad, ({ coverage, findings }) => {
    for (const one of coverage) if (one.requirement === requirement) one.level = 'SHOULD'
    for (const one of findings)
      if (one.requirement === requirement) Object.assign(one, { level: 'SHOULD', grade: 'warning' })
  })
  const changes = [changesBetween(bad, lighter), changesBetween(lighter, bad)]
  expect(changes).toMatchObject([
    [{ requirement, kind: 'better', doing: 'specification', why: 'its level is SHOULD, was MUST' }],
    [{ requirement, kind: 'worse', doing: 'specification', why: 'its level is MUST, was SHOULD' }],
  ])
})

test('every difference between profiles is attributed to the specification, none to the target', async () => {
  const changes = changesBetween(good, await ran([fault], { profile: 'open-payments' }))
  expect(new Set(changes.map(({ kind }) => kind))).toEqual(new Set(['worse', 'new', 'gone']))
  expect(new Set(changes.map(({ doing, why }) => `${doing}: ${why}`))).toEqual(
    new Set(['specification: the profile is open-payments-1.3, was interface']),
  )
})

test('another seed changes nothing for a conforming server, and other differences are attributed to it', async () => {
  expect(changesBetween(good, await ran([], { seed: 2 }))).toEqual([])
  expect(moved(good, await ran([fault], { seed: 2 }))).toMatchObject([
    { kind: 'worse', doing: 'environment', why: 'the seed is 2, was 1' },
  ])
})

test('a difference from something missing in the target file is attributed to the environment', async () => {
  const poorer = await ran([], {}, ['revoked'])
  const why = /run tokens\/revoked was skipped: it needs tokens\.revoked in the target file/
  const gone = changesBetween(good, poorer)
  expect(gone).toMatchObject([{ kind: 'gone', doing: 'environment', why: expect.stringMatching(why) }])
  expect(changesBetween(poorer, good)).toMatchObject([{ kind: 'new', doing: 'environment' }])
})

test.each([
  [
    'not judged',
    'could not be judged: Nothing listens there.',
    'The second run says nothing about the target.',
  ],
  [
    'interrupted',
    'did not finish: Nothing listens there.',
    'The target did not get worse in what the second run judged: 0 worse,',
  ],
] as const)(
  'what only a run before one that was %s judged is gone for that reason alone',
  (outcome, how, says) => {
    const stopped = edited(withoutCheck(withoutCheck(good, 'tokens/unknown'), 'tokens/revoked'), (copy) =>
      Object.assign(copy, { outcome, sentence: 'Nothing listens there.' }),
    )
    const gone = changesBetween(good, stopped)
    expect(gone.map(({ kind, doing, why }) => [kind, doing, why])).toEqual(
      gone.map(() => ['gone', 'environment', `the second run ${how}`]),
    )
    expect(changesBetween(stopped, good)).toMatchObject(
      gone.map(() => ({ kind: 'new', why: `the first run ${how}` })),
    )
    expect(printedAs('text', diffView(good, stopped, gone))).toContain(`\n${says}`)
  },
)

test.each([
  { sender: 'quotes/of-another-selection', doing: 'suite' },
  { sender: 'tokens/revoked', doing: 'target' },
])('a rule broken by a request of $sender is attributed to the $doing', ({ sender, doing }) => {
  const rule = good.checks.find(({ passive, verdict }) => passive && verdict?.status === 'passed')
  const [broken = ''] = Object.keys(rule?.counts ?? {})
  const second = edited(good, ({ findings, exchanges, checks }) => {
    const [finding, exchange] = [bad.findings[0], bad.exchanges[0]]
    if (!rule || !finding || !exchange) throw new Error('the runs show too little')
    const { subject: _, ...shown } = finding.occurrences[0]
    const occurrence = { ...shown, check: rule.id, exchange: 1e6 }
    findings.push({ ...finding, requirement: broken, symptoms: [], occurrences: [occurrence] })
    exchanges.push({ ...exchange, number: 1e6, check: sender })
    checks.push({ ...rule, id: sender })
  })
  expect(changesBetween(good, second)).toMatchObject([{ requirement: broken, kind: 'worse', doing }])
})
