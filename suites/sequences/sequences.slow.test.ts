import { expect, onTestFinished, test } from 'vitest'
import { faultsNamed } from '../../mock/conditions/named.ts'
import { seeded } from '../../mock/core/random.ts'
import { builtIn } from '../../mock/fixtures/built-in.ts'
import { createMock } from '../../mock/server/server.ts'
import { targetFile } from '../../mock/server/target-file.ts'
import { type Variant, variantsNamed } from '../../mock/variants/index.ts'
import { loadCatalogue } from '../../src/catalogue/catalogue.ts'
import { text } from '../../src/report/text/text.ts'
import { viewOf } from '../../src/report/view.ts'
import { loadTarget } from '../../src/target-file/reading/load.ts'
import type { Target } from '../../src/target-file/target.ts'
import { against, brokenIn, recordOf, verdictsIn } from '../testing/against-mock.ts'
import { minimalServer } from '../testing/minimal-server.ts'

const only = ['sequences']

const notPassed = (events: Awaited<ReturnType<typeof against>>) =>
  verdictsIn(events).filter(
    ({ check, verdict }) => check.startsWith('sequences/') && verdict.status !== 'passed',
  )

test.each([1, 16, 64])('the strict mock passes every sequence at concurrency %i', async (concurrency) => {
  expect(notPassed(await against({ only, concurrency }))).toEqual([])
})

test.each([1, 2, 3])('minimal-server passes every sequence, with seed %i', async (seed) => {
  const { target } = await minimalServer()
  expect(notPassed(await recordOf(target, { only, seed, runs: 60 }))).toEqual([])
})

/** Starts a mock with this fault or these variants, and this number of receivers of each kind. */
const mockWith = async (fault: string | readonly Variant[], receivers: number): Promise<Target> => {
  const kinds = (['open', 'fixed'] as const).flatMap((kind) =>
    Array.from({ length: receivers }, () => ({ wallet: 'carol', kind })),
  )
  const mock = createMock({
    now: Date.now,
    random: seeded(1),
    ...(typeof fault === 'string' ? { faults: faultsNamed([fault]) } : { variants: fault }),
    fixtures: { ...builtIn, receivers: kinds },
  })
  const listening = await mock.listen({ port: 0 })
  onTestFinished(listening.close)
  const readFile = async () => targetFile(mock, listening)
  const target = await loadTarget({ file: 't.yaml', cwd: '/', env: {}, now: Date.now, readFile })
  return { ...target, limits: { ...target.limits, settleTimeout: 500 } }
}

/** Answers equal requests for a quote with the quote that the first one made. */
const equalQuotesShared: Variant = {
  id: 'equal-quotes-shared',
  says: 'A quote that is asked for as before is the one that was made before',
  override: ({ answers: { answered } }) => {
    const made = new Map<string, ReturnType<typeof answered>>()
    return {
      answers: {
        answered: (answer, operation) => {
          const whole = answered(answer, operation)
          if (operation !== 'create-quote') return whole
          const { receiver, debitAmount, receiveAmount } = Object(whole.body)
          const asked = JSON.stringify([receiver, debitAmount, receiveAmount])
          const before = made.get(asked) ?? whole
          made.set(asked, before)
          return before
        },
      },
    }
  },
}

test.each([
  ['equal quotes share an id', [equalQuotesShared]],
  ['a quote that was paid is forgotten', variantsNamed(['paid-quotes-forgotten'])],
])('a server on which %s passes every sequence', async (_, variants) => {
  const target = await mockWith(variants, 80)
  const limits = { ...target.limits, controlValue: 12n, maxPayments: 400 }
  const events = await recordOf({ ...target, limits }, { only, runs: 300 })
  expect(notPassed(events)).toEqual([])
})

/** Returns the finding of a check, and its text in the report. */
const foundBy = async (check: string, requirement: string, target: Target, seed = 1) => {
  const events = await recordOf(target, { only: [check], seed })
  const verdict = verdictsIn(events).find((event) => event.check === check)?.verdict
  const evidence = verdict?.status === 'failed' ? verdict.evidence : []
  const report = text(viewOf(events, loadCatalogue()), {
    complete: false,
    enforce: 'must',
    colour: false,
    verbose: false,
    report: 'r',
  })
  return { evidence: evidence.find((one) => one.requirement === requirement), report }
}

const quote = (debitAmount: string) => ({ do: 'create-quote', to: 'open', debitAmount })
const pay = (debitAmount: string) => ({ do: 'pay', to: 'open', debitAmount })

/** Each defect with the shortest sequence that shows it. */
const planted: Array<{
  fault: string
  check: string
  requirement: string
  seed?: number
  shortest: object[]
  words: string
}> = [
  {
    fault: 'quote-shows-the-newest',
    check: 'sequences/quotes-and-reads',
    requirement: 'quote.immutable',
    seed: 2,
    shortest: [quote('11'), quote('12'), { do: 'get-quote', quote: 0 }],
    words:
      '3 steps: create-quote to open debitAmount 11, create-quote to open debitAmount 12, get-quote quote 0',
  },
  {
    fault: 'quote-forgotten-after-two-more',
    check: 'sequences/quotes-and-reads',
    requirement: 'quote.id.readable',
    shortest: [quote('11'), quote('11'), quote('11'), { do: 'get-quote', quote: 0 }],
    words:
      '4 steps: create-quote to open debitAmount 11, create-quote to open debitAmount 11, create-quote to open debitAmount 11, get-quote quote 0',
  },
  {
    fault: 'quote-paid-at-the-newest',
    check: 'sequences/payments',
    requirement: 'create-outgoing-payment.quote.amounts-kept',
    shortest: [quote('11'), quote('12'), { do: 'pay-quote', quote: 0 }],
    words:
      '3 steps: create-quote to open debitAmount 11, create-quote to open debitAmount 12, pay-quote quote 0',
  },
  {
    fault: 'second-payment-arrives-twice',
    check: 'sequences/payments',
    requirement: 'incoming-payment.received-amount.once',
    shortest: [pay('11'), pay('11'), { do: 'wait' }],
    words: '3 steps: pay to open debitAmount 11, pay to open debitAmount 11, wait',
  },
  {
    fault: 'payment-swallowed-by-another',
    check: 'sequences/payments',
    requirement: 'incoming-payment.received-amount.as-sent',
    shortest: [pay('11'), pay('11'), { do: 'wait' }],
    words: '3 steps: pay to open debitAmount 11, pay to open debitAmount 11, wait',
  },
]

test.each(planted)(
  'the check finds $fault, shrinks it to the shortest sequence, and the report prints that',
  async ({ fault, check, requirement, seed, shortest, words }) => {
    const { evidence, report } = await foundBy(check, requirement, await mockWith(fault, 80), seed)
    expect(evidence?.given).toEqual(shortest)
    expect(report).toContain(`with      ${words}`)
  },
)

test('a payment that delivers less in another asset than its receiveAmount gives a warning', async () => {
  const events = await against({ faults: ['payment-abroad-arrives-with-less'], only: ['sequences/payments'] })
  expect([...brokenIn(events)]).toEqual([['incoming-payment.received-amount.as-sent', 'warning']])
})

const [, , , twice] = planted

test('shrinking stops when receivers are used up, and the finding says what was missing', async () => {
  const { fault = '', check = '', requirement = '' } = twice ?? {}
  const { evidence, report } = await foundBy(check, requirement, await mockWith(fault, 5))
  expect(evidence?.got).toMatch(/; not fully shrunk: needs another open receiver$/)
  expect(report).toContain('not fully shrunk: needs another open receiver')
})

test('shrinking stops at limits.maxPayments, and the finding says so', async () => {
  const { fault = '', check = '', requirement = '' } = twice ?? {}
  const target = await mockWith(fault, 80)
  const limits = { ...target.limits, maxPayments: 7 }
  const { evidence } = await foundBy(check, requirement, { ...target, limits })
  expect(evidence?.got).toMatch(
    /; not fully shrunk: limits\.maxPayments \(7\) does not allow one more payment/,
  )
})

test('the check tries as many paying sequences as there are receivers, and says how many', async () => {
  const fewOpen = (target: Target): Target => {
    const { open } = target.receivers.sources
    if (open?.kind !== 'list') throw new Error('the mock lists no open receivers')
    const sources = { ...target.receivers.sources, open: { ...open, receivers: open.receivers.slice(0, 2) } }
    return { ...target, receivers: { ...target.receivers, sources } }
  }
  const events = await against({ only: ['sequences/payments'], target: fewOpen, runs: 100 })
  const verdict = verdictsIn(events).find(({ check }) => check === 'sequences/payments')
  expect(verdict?.verdict.status).toBe('passed')
  expect(verdict?.partly).toEqual([
    expect.stringMatching(/^create-quote: \d of 7 cases were tried; to try more: receivers\.open/),
  ])
})

test('a repetition of a failed sequence repeats every step with new ids', async () => {
  const { fault = '', check = '', seed = 1, shortest = [] } = planted[0] ?? {}
  const events = await against({ faults: [fault], only: [check], seed })
  const begun = events.findIndex((event) => event.type === 'repeat' && event.check === check)
  const again = events.slice(begun)
  const sent = again.flatMap((event) => (event.type === 'exchange' ? [event.operation] : []))
  expect(sent).toEqual(['create-quote', 'create-quote', 'get-quote'])
  const observed = again.find((event) => event.type === 'observation' && event.outcome === 'broken')
  expect(observed).toMatchObject({ given: shortest })
  expect(again).toContainEqual(
    expect.objectContaining({ type: 'repeat', check, repetition: { outcome: 'failed' } }),
  )
})
