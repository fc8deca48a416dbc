/**
 * The parts of your own checks, which `judge` runs together with those of the suite. A failed check counts as much as
 * the requirement that it tests. The meaning of the exports stays the same within a major version.
 */

export { validRequests as requests } from '../suites/support/operations.ts'
export type { OwnCheck, OwnRequirement } from './app/run/own-checks.ts'
export { any, each, type Given } from './check/cases/given.ts'
export { expectAccepted, expectThat } from './check/expect-answer.ts'
export { type Expectation, leftOpen, refusedAs } from './check/expectation.ts'
export { refusal } from './check/kinds/refusal.ts'
export { invariant as rule } from './check/kinds/rule.ts'
export { scenario, upTo } from './check/kinds/scenario.ts'
export { otherClient, otherWallet, ownReceiver, receiver, token } from './check/needs/need.ts'
export { PreconditionFailed, type Session } from './check/session.ts'
export type { Subject } from './check/subject.ts'
export type { Answer } from './http/answers/answer.ts'
export type { RequestDraft } from './http/draft.ts'
export { fieldsIn } from './http/draft.ts'
