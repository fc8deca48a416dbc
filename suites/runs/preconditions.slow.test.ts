import { expect, test } from 'vitest'
import { allFaults } from '../../mock/faults/index.ts'
import type { RunEvent } from '../../src/core/events.ts'
import { createGivenTokens } from '../../src/judge/given-tokens.ts'
import type { Target } from '../../src/target-file/target.ts'
import { against } from '../testing/against-mock.ts'
import { sampled } from '../testing/sampled.ts'

/** A limit on requests that suffices for what a run reads before its checks. */
const startOnly = (target: Target): Target => ({
  ...target,
  limits: { ...target.limits, maxRequests: 40 },
})

/** The reasons for which checks were skipped, as the report words them. */
const skippedFor = (events: readonly RunEvent[]): Set<string> => {
  const tokens = createGivenTokens()
  const receivers = events.flatMap((event) => (event.type === 'receiver' ? event.receiver.url : []))
  for (const event of events) if (event.type === 'exchange') tokens.take(event, receivers)
  return new Set(
    events.flatMap((event) =>
      event.type === 'check' && event.state === 'skipped' && event.subject === undefined
        ? event.missing.map(tokens.trueReason)
        : [],
    ),
  )
}

test.each(['interface', 'open-payments-1.3'] as const)(
  'no server fault is mistaken for a wrong target file: %s',
  async (profile) => {
    const blamed: string[] = []
    for (const { id } of sampled(allFaults(profile), 1 / 20)) {
      const events = await against({ profile, faults: [id], target: startOnly, runs: 1 })
      const end = events.at(-1)
      if (end?.type === 'end' && end.outcome === 'not judged') blamed.push(`${id}: ${end.sentence}`)
      if (end?.type === 'end' && end.sentence?.includes('controls debit'))
        blamed.push(`${id}: ${end.sentence}`)
      for (const why of skippedFor(events))
        if (!why.includes('is in the target file, but the server')) blamed.push(`${id}: skipped: ${why}`)
    }
    expect(blamed).toEqual([])
  },
  600_000,
)
