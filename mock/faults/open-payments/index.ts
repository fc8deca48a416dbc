import type { Defect } from '../fault.ts'
import { completionFaults } from './completion.ts'
import { creationFaults, resourceFaults } from './creation.ts'
import { errorBodyFaults } from './error-bodies.ts'
import { otherWalletFaults, ownOnlyFaults } from './own-only.ts'
import { publicFormFaults } from './public-form.ts'
import { raceFaults, sequenceFaults } from './sequences.ts'
import { spentFaults } from './spent.ts'

/** Faults written by hand for the parts of the published specification that the interface lacks. */
export const openPaymentsFaults: readonly Defect[] = [
  ...publicFormFaults,
  ...ownOnlyFaults,
  ...otherWalletFaults,
  ...resourceFaults,
  ...creationFaults,
  ...completionFaults,
  ...sequenceFaults,
  ...raceFaults,
  ...spentFaults,
  ...errorBodyFaults,
]
