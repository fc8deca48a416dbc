import { closest } from 'fastest-levenshtein'
import { MockConfigurationError } from '../errors.ts'
import { routes } from '../routes/index.ts'
import { amountFaults } from './amounts.ts'
import { answerFaults } from './answers.ts'
import { bodyFaults } from './bodies.ts'
import { readCatalogue } from './catalogue.ts'
import { challengeFaults } from './challenges.ts'
import { digestFaults } from './digests.ts'
import { driftFaults } from './drifts.ts'
import type { Fault } from './fault.ts'
import { seenFaults, withReference } from './field-notes.ts'
import { grantFaults } from './grants.ts'
import { guardFaults } from './guards.ts'
import { listFaults } from './lists.ts'
import { metadataFaults } from './metadata.ts'
import { openSignatureFaults } from './open-signatures.ts'
import { otherValueFaults } from './other-values.ts'
import { pageFaults } from './pages.ts'
import { paymentFaults } from './payments.ts'
import { processingFaults } from './processing.ts'
import { quoteFaults } from './quotes.ts'
import { refusingTooMuch } from './refusing-too-much.ts'
import { requestFaults } from './requests.ts'
import { stateFaults } from './state.ts'
import { statusFaults } from './statuses.ts'
import { tokenFaults } from './tokens.ts'
import { verificationFaults } from './verification.ts'

export type { Fault } from './fault.ts'

const operations = routes.map(({ operation }) => operation)

/**
 * Every fault that the mock can have: each guard left out, each field of an answer wrong, those by hand, and what real
 * servers had.
 */
export const allFaults = (): Fault[] =>
  [
    ...guardFaults(),
    ...answerFaults(operations, readCatalogue()),
    ...otherValueFaults(operations),
    ...challengeFaults,
    ...statusFaults,
    ...bodyFaults,
    ...tokenFaults,
    ...verificationFaults,
    ...digestFaults,
    ...openSignatureFaults,
    ...quoteFaults,
    ...amountFaults,
    ...paymentFaults,
    ...processingFaults,
    ...stateFaults,
    ...driftFaults,
    ...metadataFaults,
    ...grantFaults,
    ...listFaults,
    ...pageFaults,
    ...refusingTooMuch,
    ...requestFaults,
    ...seenFaults,
  ].map(withReference)

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
