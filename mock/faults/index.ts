import { closest } from 'fastest-levenshtein'
import { MockConfigurationError } from '../errors.ts'
import { routes } from '../routes/index.ts'
import { amountFaults } from './amounts.ts'
import { answerFaults } from './answers.ts'
import { bodyFaults } from './bodies.ts'
import { readCatalogue } from './catalogue.ts'
import { challengeFaults } from './challenges.ts'
import { driftFaults } from './drifts.ts'
import type { Fault } from './fault.ts'
import { grantFaults } from './grants.ts'
import { guardFaults } from './guards.ts'
import { listFaults } from './lists.ts'
import { metadataFaults } from './metadata.ts'
import { pageFaults } from './pages.ts'
import { paymentFaults } from './payments.ts'
import { processingFaults } from './processing.ts'
import { quoteFaults } from './quotes.ts'
import { refusingTooMuch } from './refusing-too-much.ts'
import { statusFaults } from './statuses.ts'
import { tokenFaults } from './tokens.ts'

export type { Fault } from './fault.ts'

/** Every fault that the mock can have: each guard left out, each field of an answer wrong, and those by hand. */
export const allFaults = (): Fault[] => [
  ...guardFaults(),
  ...answerFaults(
    routes.map(({ operation }) => operation),
    readCatalogue(),
  ),
  ...challengeFaults,
  ...statusFaults,
  ...bodyFaults,
  ...tokenFaults,
  ...quoteFaults,
  ...amountFaults,
  ...paymentFaults,
  ...processingFaults,
  ...driftFaults,
  ...metadataFaults,
  ...grantFaults,
  ...listFaults,
  ...pageFaults,
  ...refusingTooMuch,
]

/** The faults of these ids, in that order; several combine. */
export const faultsNamed = (ids: readonly string[]): Fault[] => {
  if (ids.length === 0) return []
  const known = new Map(allFaults().map((fault) => [fault.id, fault]))
  return ids.map((id) => known.get(id) ?? refuse(id, [...known.keys()]))
}

const refuse = (id: string, known: readonly string[]): never => {
  throw new MockConfigurationError(
    'ERR_UNKNOWN_FAULT',
    `There is no fault "${id}"; did you mean "${closest(id, known)}"?`,
  )
}
