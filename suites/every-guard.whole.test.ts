import { describe, expect, test } from 'vitest'
import { allFaults } from '../mock/faults/index.ts'
import type { ProfileName } from '../mock/profiles/index.ts'
import { loadCatalogue } from '../src/catalogue/catalogue.ts'
import { gradeOf } from '../src/verdict.ts'
import { against, brokenIn, exitCodeAfter, verdictsIn } from './testing/against-mock.ts'

/** Guards of requirements that are judged: the others wait for their checks. */
const guardsOf = (profile: ProfileName) => {
  const catalogue = loadCatalogue(profile)
  return allFaults(profile)
    .filter(({ source, breaks }) => source === 'guard' && !catalogue.get(breaks)?.later)
    .map(({ id, breaks }) => ({ id, breaks, level: catalogue.get(breaks)?.level ?? 'note' }))
}

const ofInterface = guardsOf('interface')
const ofSpecification = guardsOf('open-payments-1.3')
const both = [
  { profile: 'interface', guards: ofInterface, own: ofInterface },
  {
    profile: 'open-payments-1.3',
    guards: ofSpecification,
    own: ofSpecification.filter(({ id }) => !ofInterface.some((guard) => guard.id === id)),
  },
] as const

describe.for(both)('under $profile', ({ profile, guards, own }) => {
  const binding = own.filter(({ level }) => level === 'MUST')
  const recommending = own.filter(({ level }) => level === 'SHOULD')

  test.for(binding)('a mock $id fails a run, by a claim of $breaks', async ({ id, breaks }) => {
    const events = await against({ profile, faults: [id], only: [breaks] })
    expect(brokenIn(events).get(breaks)).toBe('failure')
    expect(exitCodeAfter(events)).toBe(1)
  })

  test.for(recommending)('a mock $id gives a warning, of $breaks', async ({ id, breaks }) => {
    const events = await against({ profile, faults: [id], runs: 2 })
    expect(brokenIn(events).get(breaks)).toBe('warning')
    expect(exitCodeAfter(events)).toBe(0)
    expect(exitCodeAfter(events, { enforce: 'should' })).toBe(1)
  })

  test('what a guard enforces that is left open weighs nothing when the guard is left out', async () => {
    const open = guards.filter(({ level }) => gradeOf(level) === 'note').map(({ id }) => id)
    const events = await against({ profile, faults: open })
    expect(exitCodeAfter(events, { enforce: 'should' })).toBe(0)
    expect(verdictsIn(events).filter(({ verdict }) => verdict.status !== 'passed')).toEqual([])
  })
})
