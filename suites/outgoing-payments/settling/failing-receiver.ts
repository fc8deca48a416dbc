import { MissingPrerequisite } from '../../../src/check/session.ts'
import { type Answer, isRefused } from '../../../src/http/answers/answer.ts'
import { answerInFull } from '../../../src/http/answers/answer-in-full.ts'

/** Throws MissingPrerequisite if the server refuses a payment into a failing receiver, because only an accepted payment can fail. */
export function needPaymentThatFails(url: string, paid: Answer): void {
  if (isRefused(paid))
    throw new MissingPrerequisite(
      `receivers.failing in the target file: a receiver into which the server accepts payments, which then fail; it refuses the one into ${url} (${answerInFull(paid)})`,
    )
}
