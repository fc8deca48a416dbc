import { expect, test } from 'vitest'
import type { RunEvent } from '../../src/core/events.ts'
import type { Target } from '../../src/target-file/target.ts'
import { against, exitCodeAfter, verdictsIn } from '../testing/against-mock.ts'

/** Lists the receivers in another asset after those under `open`, as somebody does who does not know the kind. */
const underOpen = (target: Target): Target => {
  const { otherAsset, open, ...sources } = target.receivers.sources
  if (otherAsset?.kind !== 'list' || open?.kind !== 'list') throw new Error('the mock lists its receivers')
  const both = { kind: 'list' as const, receivers: [...open.receivers.slice(0, 5), ...otherAsset.receivers] }
  return { ...target, receivers: { ...target.receivers, sources: { ...sources, open: both } } }
}

const only = ['quotes']

const statusesIn = (events: readonly RunEvent[]) =>
  Object.fromEntries(
    verdictsIn(events).flatMap(({ check, verdict }) =>
      check.startsWith('quotes/') ? [[check, verdict.status]] : [],
    ),
  )

test.for(['interface', 'open-payments-1.3'] as const)(
  '%s: open receivers in another asset are used as otherAsset if the target file gives none',
  async (profile) => {
    const events = await against({ profile, only, target: underOpen, runs: 2 })
    expect(statusesIn(events)).toEqual(statusesIn(await against({ profile, only, runs: 2 })))
    const moved = events.filter((event) => event.type === 'receiver' && event.kind === 'otherAsset')
    expect(moved.length).toBeGreaterThan(1)
    expect(exitCodeAfter(events)).toBe(0)
    expect(JSON.stringify(events.at(-1))).toMatch(
      /receivers\.open\[5\]: \S+ is in another asset \(JPY with scale 0\) than the wallet's, so it is used as one of receivers\.otherAsset; give/,
    )
  },
)

/** Lists open receivers as expired and as completed, and gives no token that would show it. */
const openAsUnpayable = (target: Target): Target => {
  const { access: _, ...given } = target.receivers
  const { open } = given.sources
  if (open?.kind !== 'list') throw new Error('the mock lists its receivers')
  const from = (start: number) => ({
    kind: 'list' as const,
    receivers: open.receivers.slice(start, start + 2),
  })
  const sources = { ...given.sources, open: from(0), expired: from(2), completed: from(4) }
  return { ...target, receivers: { ...given, sources } }
}

test('a wrong target file breaks no MUST if the server shows receivers in the public form only', async () => {
  const unpayable = [
    'settling/nothing-arrives-at-expired-receiver',
    'settling/nothing-arrives-at-completed-receiver',
  ]
  const events = await against({ only: unpayable, target: openAsUnpayable, runs: 2 })
  const missing = events.flatMap((event) =>
    event.type === 'check' && event.state === 'skipped' ? event.missing : [],
  )
  const token = 'receivers.access in the target file: a token that can read the full form of the receivers'
  expect(missing.sort()).toEqual([`${token}, with \`completed\``, `${token}, with \`expiresAt\``])
  expect(verdictsIn(events).filter(({ verdict }) => verdict.status === 'failed')).toEqual([])
})
