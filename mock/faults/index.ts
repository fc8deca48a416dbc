import { readApi, readCatalogue, type StatedCatalogue } from '../openapi/catalogue.ts'
import { allGuards, type ProfileName, profileOf } from '../profiles/index.ts'
import { answerFaults } from './answers/answers.ts'
import { bodyFaults, otherScriptFaults } from './answers/bodies.ts'
import { carryingFaults, foundInAnotherFaults } from './answers/carried.ts'
import { metadataFaults } from './answers/metadata.ts'
import { otherValueFaults } from './answers/other-values.ts'
import { statusFaults } from './answers/statuses.ts'
import type { Defect, Fault } from './fault.ts'
import { seenFaults, withReference } from './field-notes.ts'
import { lastWalletFault, listFaults } from './lists/lists.ts'
import { pageFaults } from './lists/pages.ts'
import { somePageFaults } from './lists/some-pages.ts'
import { completionFaults } from './open-payments/completion.ts'
import { creationFaults, resourceFaults } from './open-payments/creation.ts'
import { errorBodyFaults } from './open-payments/error-bodies.ts'
import { publicFormFaults } from './open-payments/public-form.ts'
import { raceFaults, sequenceFaults } from './open-payments/sequences.ts'
import { coercionFaults } from './requests/coercions.ts'
import { comparedFaults } from './requests/compared.ts'
import { grantFaults, otherWalletFaults, ownOnlyFaults, spentFaults } from './requests/grants.ts'
import {
  guardFaults,
  mediaTypeFaults,
  nullBodyFault,
  paidQuoteFault,
  payeeAuthorizedFault,
  quoteAuthorizedFault,
  refusedAfterFaults,
  unknownWalletFaults,
  walletTwiceFault,
} from './requests/guards.ts'
import { excusingFaults, passingFaults, refusingTooMuch } from './requests/refusing-too-much.ts'
import { refusedBecauseFaults, rememberedFaults } from './requests/remembered.ts'
import { requestFaults } from './requests/requests.ts'
import { challengeFaults, otherPathFaults, sessionFault, tokenFaults } from './requests/tokens.ts'
import { amountFaults, assetFaults } from './resources/amounts.ts'
import { faultsOfEachKind } from './resources/between-reads.ts'
import { changingFaults, methodFaults, storedFaults, viewFaults } from './resources/changing-views.ts'
import { laterFaults } from './resources/later.ts'
import { limitFaults } from './resources/limits.ts'
import { paymentFaults } from './resources/payments.ts'
import { processingFaults } from './resources/processing.ts'
import { quoteFaults, quotingFaults } from './resources/quotes.ts'
import { completedOpenFault, receiverFaults } from './resources/receivers.ts'
import { refusedPaymentFaults } from './resources/refused-payments.ts'
import { stateFaults } from './resources/state.ts'
import { comparedSignatureFaults } from './signatures/compared-signatures.ts'
import { digestFaults } from './signatures/digests.ts'
import { forgedKeyFaults } from './signatures/forged-keys.ts'
import { openSignatureFaults, refusedSignatureFaults } from './signatures/signature-forms.ts'
import { signatureMemberFaults, verificationFaults } from './signatures/verification.ts'
import { verifierFaults } from './signatures/verifiers.ts'

export type { Fault } from './fault.ts'

/** Faults written by hand for the parts of the published specification that the interface lacks. */
const openPaymentsFaults: readonly Defect[] = [
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

/**
 * Returns every fault that the mock can have in a profile: each guard left out, each field of an answer wrong, the
 * faults written by hand, and the defects of real servers. Faults whose requirement is not in the profile are excluded.
 * The result is cached.
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

/** Returns the faults of a profile, including those whose requirement is not in the profile. */
export function candidates(profile: ProfileName, catalogue: StatedCatalogue): Defect[] {
  const { routes } = profileOf(profile)
  const operations = routes.map(({ operation }) => operation)
  const api = readApi(profile)
  return [
    ...guardFaults(allGuards(profile)),
    ...mediaTypeFaults(allGuards(profile)),
    nullBodyFault,
    ...rememberedFaults(allGuards(profile)),
    ...refusedBecauseFaults(allGuards(profile)),
    ...refusedAfterFaults(routes),
    ...answerFaults(routes, catalogue, api),
    ...otherValueFaults(operations, api),
    ...challengeFaults,
    ...otherPathFaults,
    sessionFault,
    ...carryingFaults,
    ...statusFaults(routes),
    ...bodyFaults(operations),
    ...otherScriptFaults(operations),
    ...tokenFaults,
    ...verificationFaults,
    ...verifierFaults,
    ...forgedKeyFaults,
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
    ...limitFaults,
    ...processingFaults,
    ...receiverFaults,
    ...refusedPaymentFaults(routes),
    ...stateFaults,
    ...faultsOfEachKind,
    ...changingFaults,
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
    ...coercionFaults(operations, catalogue, api),
    ...unknownWalletFaults,
    walletTwiceFault,
    quoteAuthorizedFault,
    payeeAuthorizedFault,
    ...seenFaults,
    ...passingFaults,
    ...(profile === 'interface' ? [lastWalletFault, completedOpenFault, paidQuoteFault] : openPaymentsFaults),
  ]
}
