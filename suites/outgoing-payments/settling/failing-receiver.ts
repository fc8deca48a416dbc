import { MissingPrerequisite } from '../../../src/check/session.ts'
import { type Answer, isRefused } from '../../../src/http/answers/answer.ts'
import { answerInFull } from '../../../src/http/answers/answer-in-full.ts'

/** Throws MissingPrerequisite if a payment into a failing receiver is refused. There is then none that fails later. */
export function needPaymentThatFails(url: string, paid: Answer): void {
  if (isRefused(paid))
    throw new MissingPrerequisite(
      `receivers.failing in the target file: a receiver into which the server accepts payments, which then fail; it refuses the one into ${url} (${answerInFull(paid)})`,
    )
}
