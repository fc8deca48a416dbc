import { expect, test } from 'vitest'
import { loadProfile } from '../../catalogue/profiles.ts'
import type { Requirement } from '../../catalogue/requirement.ts'
import type { ObservationEvent, VerdictEvent } from '../../core/events.ts'
import { createRedactor } from '../../http/records/redact.ts'
import { createJournal } from './journal.ts'

const requirement = { id: 'it.is.fine', level: 'MUST' } as Requirement

const told = () => {
  const known: VerdictEvent[] = []
  const journal = createJournal(
    {
      requirements: new Map([[requirement.id, requirement]]),
      profile: loadProfile('interface'),
      passive: [],
    },
    createRedactor([]),
    () => {},
    (verdict) => known.push(verdict),
  )
  const see = (event: Partial<ObservationEvent>): void =>
    journal.write({ type: 'observation', check: 'a/one', outcome: 'broken', want: '', got: '', ...event })
  return { journal, see, known: () => known.map(({ check, verdict }) => `${check} ${verdict.status}`) }
}

test('a broken claim that waits for no control is reported at once', () => {
  const { see, known } = told()
  see({ requirement: 'it.is.fine' })
  expect(known()).toEqual(['a/one failed'])
})

test('a broken claim behind a control is reported once the controls of its batch were sent', () => {
  const { journal, see, known } = told()
  see({ control: 0, outcome: 'held' })
  see({ requirement: 'it.is.fine', behind: 0 })
  journal.settled('a/one', new Set([0]))
  expect(known()).toEqual([])
  see({ control: 0, outcome: 'held' })
  journal.settled('a/one', new Set())
  expect(known()).toEqual(['a/one failed'])
})

test('a broken claim whose control did not hold is never reported', () => {
  const { journal, see, known } = told()
  see({ requirement: 'it.is.fine', behind: 0 })
  see({ control: 0, outcome: 'broken' })
  journal.settled('a/one', new Set())
  expect(known()).toEqual([])
})

test('a check has no verdict before it ends, even if its failure is already known', () => {
  const { journal, see } = told()
  see({ requirement: 'it.is.fine' })
  journal.settled('a/one', new Set())
  expect(journal.verdictOf('a/one')).toBeUndefined()
})
