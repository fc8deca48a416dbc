import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { faultsNamed } from '../../mock/conditions/named.ts'
import { seeded } from '../../mock/core/random.ts'
import { createMock } from '../../mock/server/server.ts'
import { targetFile } from '../../mock/server/target-file.ts'
import { command, folder } from './testing/command.ts'
import { writeTarget } from './testing/mock.ts'
import { eventsIn, verdictsIn } from './testing/record.ts'

/** Starts a mock without any state, like one that is started with this seed. */
const startMock = async (faults: string[], port = 0) => {
  const mock = createMock({ now: Date.now, random: seeded(1), faults: faultsNamed(faults) })
  const listening = await mock.listen({ port })
  return { ...listening, target: parse(targetFile(mock, listening)) }
}

const lastLine = (text: string): string | undefined => text.trimEnd().split('\n').at(-1)

test.each([
  ['content-digest/body-altered', 'without-digest-matches-body'],
  ['quotes/fixed-send-is-kept', 'amounts-through-number'],
  ['answers/create-quote', 'create-quote:createdAt:absent'],
  ['lists/pages', 'backwards-items-shortened'],
  ['payments/metadata', 'payment-metadata-excused-by-403'],
])(
  'replay reproduces a failure of %s after a restart of the mock, but not once the mock has no defect',
  async (id, fault) => {
    const cwd = await folder()
    const first = await startMock([fault])
    writeTarget(cwd, first.target)
    const only = [id, 'create-quote.amounts.exclusive', 'answers/create-outgoing-payment'].flatMap((word) => [
      '--only',
      word,
    ])
    expect((await command(['run', 't.yaml', ...only], { cwd })).code).toBe(1)
    const verdicts = verdictsIn(eventsIn(join(cwd, 'reports/mock/events.ndjson')))
    expect(verdicts.find(({ check }) => check === id)?.verdict.status).toBe('failed')
    await first.close()

    const port = Number(new URL(first.url).port)
    const second = await startMock([fault], port)
    const again = await command(['replay', 'reports/mock/report.json', id], { cwd })
    await second.close()
    expect(again.stdout).toContain(`replay reports/mock/report.json ${id}`)
    expect(again.code).toBe(1)
    expect(lastLine(again.stdout)).toMatch(new RegExp(`^${id} failed again: [a-z0-9.-]+ is broken\\.$`))

    const fixed = await startMock([], port)
    onTestFinished(fixed.close)
    const gone = await command(['replay', 'reports/mock/report.json', id], { cwd })
    expect(gone.stdout).toContain(' 0 failed')
    expect(gone.code).toBe(0)
    expect(lastLine(gone.stdout)).toMatch(new RegExp(`^${id} did not fail again`))
  },
)

test('replay repeats the checks behind a failed rule, and makes 3 attempts if the rule does not fail again', async () => {
  const cwd = await folder()
  const rule = 'rules/quote-agrees-with-itself'
  const first = await startMock(['get-quote:receiver:changing'])
  writeTarget(cwd, first.target)
  expect((await command(['run', 't.yaml', '--only', rule, '--only', 'ids'], { cwd })).code).toBe(1)
  const again = await command(['replay', 'reports/mock/report.json', rule], { cwd })
  expect(lastLine(again.stdout)).toBe(`${rule} failed again: quote.immutable is broken.`)
  await first.close()

  const fixed = await startMock([], Number(new URL(first.url).port))
  onTestFinished(fixed.close)
  const gone = await command(['replay', 'reports/mock/report.json', rule], { cwd })
  expect(lastLine(gone.stdout)).toMatch(
    new RegExp(
      `^${rule} did not fail again in 3 attempts or after the \\d+ requests that came before it in the run: .* op-conformance run \\S*t.yaml --seed 1 --runs 20$`,
    ),
  )
})

test('replay repeats the requests before a failure that does not show alone, and says so', async () => {
  const cwd = await folder()
  const faults = ['create-outgoing-payment:createdAt:absent@more-than-10-resources']
  const rule = 'answers/create-outgoing-payment'
  const first = await startMock(faults)
  writeTarget(cwd, first.target)
  const only = [rule, 'payments'].flatMap((word) => ['--only', word])
  expect((await command(['run', 't.yaml', ...only, '--concurrency', '1'], { cwd })).code).toBe(1)
  await first.close()

  const port = Number(new URL(first.url).port)
  const second = await startMock(faults, port)
  const again = await command(['replay', 'reports/mock/report.json', rule], { cwd })
  await second.close()
  expect(lastLine(again.stdout)).toMatch(
    new RegExp(
      `^${rule} failed again, not alone but after the \\d+ requests that came before it in the run: outgoing-payment.created-at.present is broken\\.$`,
    ),
  )
  expect(again.code).toBe(1)

  const fixed = await startMock([], port)
  onTestFinished(fixed.close)
  const gone = await command(['replay', 'reports/mock/report.json', rule], { cwd })
  expect(lastLine(gone.stdout)).toMatch(
    new RegExp(`^${rule} did not fail again in 3 attempts or after the \\d+ requests that came before it`),
  )
  expect(gone.code).toBe(0)
})
