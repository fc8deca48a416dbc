import { describe, expect, test } from 'vitest'
import { transformationOf } from '../../mock/faults/fault.ts'
import { allFaults } from '../../mock/faults/index.ts'
import { allGuards, type ProfileName } from '../../mock/profiles/index.ts'
import { loadCatalogue } from '../../src/catalogue/catalogue.ts'
import { gradeOf } from '../../src/core/verdict.ts'
import { against, brokenIn, exitCodeAfter, verdictsIn } from '../testing/against-mock.ts'
import { sampled, tryAll } from '../testing/sampled.ts'

/**
 * Faults that leave out a guard whose requirement is judged. Others wait for their checks, or can be read in two ways.
 */
const guardsOf = (profile: ProfileName) => {
  const catalogue = loadCatalogue(profile)
  return allFaults(profile)
    .filter((fault) => fault.source === 'guard' && transformationOf(fault) === 'left out')
    .filter(({ breaks }) => !catalogue.get(breaks)?.later)
    .filter(({ breaks }) => !catalogue.get(breaks)?.disputed)
    .map(({ id, breaks }) => ({ id, breaks, level: catalogue.get(breaks)?.level ?? 'note' }))
}

/** The requirements of all guards of the same family: if one guard is left out, the others are skipped. */
const passedOverWith = (fault: string, profile: ProfileName): string[] => {
  const guards = allGuards(profile)
  const family = guards.find(({ id }) => fault === `without-${id}`)?.family
  return guards.filter((guard) => guard.family === family).map(({ requirement }) => requirement)
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

  test.for(sampled(binding, 1 / 12))(
    'a mock $id fails the run by breaking $breaks',
    async ({ id, breaks }) => {
      const events = await against({ profile, faults: [id], only: [breaks] })
      expect(brokenIn(events).get(breaks)).toBe('failure')
      expect(exitCodeAfter(events)).toBe(1)
    },
  )

  test.for(sampled(recommending, 1 / 12))(
    'a mock $id gives a warning for $breaks',
    async ({ id, breaks }) => {
      const events = await against({ profile, faults: [id], only: tryAll ? [] : [breaks], runs: 2 })
      const broken = brokenIn(events)
      expect(broken.get(breaks)).toBe('warning')
      // A response that shows something else than was asked for, such as the token's own wallet address, rightly fails
      // a `kept` requirement.
      const failed = [...broken].flatMap(([requirement, grade]) => (grade === 'failure' ? [requirement] : []))
      const allowed = passedOverWith(id, profile)
      const others = failed.filter((requirement) => !requirement.endsWith('kept'))
      expect(others.filter((requirement) => !allowed.includes(requirement))).toEqual([])
      expect(exitCodeAfter(events)).toBe(failed.length > 0 ? 1 : 0)
      expect(exitCodeAfter(events, { enforce: 'should' })).toBe(1)
    },
  )

  test.runIf(tryAll || profile === 'interface')(
    'a mock without the guards for optional behaviour passes every check',
    async () => {
      const open = guards.filter(({ level }) => gradeOf(level) === 'note').map(({ id }) => id)
      const events = await against({ profile, faults: open })
      expect(exitCodeAfter(events, { enforce: 'should' })).toBe(0)
      expect(verdictsIn(events).filter(({ verdict }) => verdict.status !== 'passed')).toEqual([])
    },
  )
})
