import { type Catalogue, readApi, readCatalogue } from '../openapi/catalogue.ts'
import { allGuards, type ProfileName, profileOf } from '../profiles/index.ts'
import { amountFaults, assetFaults } from './amounts.ts'
import { answerFaults } from './answers.ts'
import { bodyFaults, otherScriptFaults } from './bodies.ts'
import { carryingFaults } from './carried.ts'
import { comparedFaults } from './compared.ts'
import { comparedSignatureFaults } from './compared-signatures.ts'
import { digestFaults } from './digests.ts'
import { createdFaults, driftFaults, methodFaults, viewFaults } from './drifts.ts'
import type { Defect, Fault } from './fault.ts'
import { seenFaults, withReference } from './field-notes.ts'
import { foundInAnotherFaults } from './found-in-another.ts'
import { grantFaults } from './grants.ts'
import { guardFaults, refusedAfterFaults, rememberedFaults, unknownWalletFaults } from './guards.ts'
import { laterFaults } from './later.ts'
import { listFaults } from './lists.ts'
import { metadataFaults } from './metadata.ts'
import { openPaymentsFaults } from './open-payments/index.ts'
import { otherValueFaults } from './other-values.ts'
import { pageFaults } from './pages.ts'
import { passingFaults } from './passing.ts'
import { paymentFaults } from './payments.ts'
import { processingFaults } from './processing.ts'
import { quoteFaults, quotingFaults } from './quotes.ts'
import { refusedPaymentFaults } from './refused-payments.ts'
import { excusingFaults, refusingTooMuch } from './refusing-too-much.ts'
import { requestFaults } from './requests.ts'
import { openSignatureFaults, refusedSignatureFaults } from './signature-forms.ts'
import { somePageFaults } from './some-pages.ts'
import { stateFaults } from './state.ts'
import { statusFaults } from './statuses.ts'
import { storedFaults } from './stored.ts'
import { challengeFaults, tokenFaults } from './tokens.ts'
import { signatureMemberFaults, verificationFaults } from './verification.ts'

export type { Fault } from './fault.ts'

/**
 * Every fault that the mock can have in a profile: each guard left out, each field of an answer wrong, those by hand, and
 * what real servers had. One that breaks nothing which stands in the profile is none there. Made once.
 */
export function allFaults(profile: ProfileName = 'interface'): readonly Fault[] {
  const known = made.get(profile) ?? faultsOf(profile)
  made.set(profile, known)
  return known
}

const made = new Map<ProfileName, readonly Fault[]>()

const faultsOf = (profile: ProfileName): Fault[] => {
  const catalogue = readCatalogue(profile)
  return candidates(profile, catalogue)
    .filter(({ breaks }) => catalogue.ids.has(breaks))
    .map((defect) => withReference({ source: 'behaviour', ...defect }))
}

/** Those of a profile, whether what they break stands there or not. */
export function candidates(profile: ProfileName, catalogue: Catalogue): Defect[] {
  const { routes } = profileOf(profile)
  const operations = routes.map(({ operation }) => operation)
  const api = readApi(profile)
  return [
    ...guardFaults(allGuards(profile)),
    ...rememberedFaults(allGuards(profile)),
    ...refusedAfterFaults(routes),
    ...answerFaults(routes, catalogue, api),
    ...otherValueFaults(operations, api),
    ...challengeFaults,
    ...carryingFaults,
    ...statusFaults(routes),
    ...bodyFaults(operations),
    ...otherScriptFaults(operations),
    ...tokenFaults,
    ...verificationFaults,
    ...digestFaults,
    ...comparedFaults,
    ...comparedSignatureFaults,
    ...openSignatureFaults,
    ...signatureMemberFaults,
    ...foundInAnotherFaults,
    ...quoteFaults,
    ...quotingFaults,
    ...amountFaults,
    ...assetFaults,
    ...paymentFaults,
    ...processingFaults,
    ...refusedPaymentFaults(routes),
    ...stateFaults,
    ...createdFaults,
    ...driftFaults,
    ...storedFaults,
    ...laterFaults,
    ...viewFaults,
    ...metadataFaults,
    ...methodFaults,
    ...grantFaults,
    ...listFaults,
    ...pageFaults,
    ...somePageFaults,
    ...refusedSignatureFaults,
    ...refusingTooMuch,
    ...excusingFaults,
    ...requestFaults,
    ...unknownWalletFaults,
    ...seenFaults,
    ...passingFaults,
    ...(profile === 'interface' ? [] : openPaymentsFaults),
  ]
}
