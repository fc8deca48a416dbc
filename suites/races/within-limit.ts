import { observeIn } from '../../src/check/circumstances/explore.ts'
import type { Row } from '../../src/check/circumstances/table.ts'
import { expectThat } from '../../src/check/expect-answer.ts'
import { MissingPrerequisite, PreconditionFailed, type Session } from '../../src/check/session.ts'
import { inWords, numberOf } from '../../src/core/amount.ts'
import { type Answer, answerInWords } from '../../src/http/answers/answer.ts'
import { textIn } from '../../src/http/answers/shown.ts'
import type { RequestDraft } from '../../src/http/draft.ts'
import type { Credential } from '../../src/target-file/target.ts'
import { settledOf } from '../outgoing-payments/settling/watching.ts'
import { atOnce, outcomeOf } from '../support/concurrent.ts'
import { idIn } from '../support/operations.ts'
import { rowsOfRefused, sendRefusedIn } from '../support/refused-again.ts'

/**
 * A value that a limit allows once but not twice, wherever possible one whose digits come before those of what is left
 * then, as 410 and 90 of 500, or 901 and 99 of 1000: a server that compares texts allows it twice. Round values are
 * preferred, because a server may take only multiples of ten. Throws MissingPrerequisite if a single payment may not debit
 * that much.
 *
 * @param what names the limit in the error
 */
export function onceWithin(session: Session, limit: bigint, what: string): bigint {
  const { maxDebitValue } = session.money.limits()
  const half = (limit * 5n) / 8n + 1n
  const value =
    misreadAfter(limit, (maxDebitValue * 7n) / 8n) ?? (half < maxDebitValue ? half : maxDebitValue)
  if (2n * value > limit) return value
  throw new MissingPrerequisite(
    `limits.maxDebitValue of at least ${limit / 2n + 1n} in the target file: two payments have to exceed ${what} (${limit})`,
  )
}

const misreadAfter = (limit: bigint, most: bigint): bigint | undefined => {
  const tens = Array.from(String(limit), (_, digits) => 10n ** BigInt(digits))
  return [...tens.map((ten) => ten - 1n), ...tens.map((ten) => 9n * ten)]
    .map((left) => limit - left)
    .filter((value) => value <= most && value > limit - value)
    .findLast((value) => String(value) < String(limit - value))
}

/** The key in the target file that holds a limited token and its limits. */
const entryOf = ({ name }: Credential): string => name.replace(/\.token$/, '')

/** Returns the words for the limit of a token in an error. */
export function limitOf(token: Credential): string {
  return `the limit of ${entryOf(token)}`
}

export interface Race {
  answers: readonly Answer[]
  made: readonly Answer[]
  /** Set if exactly one of the payments was made: the request for a payment that is more than what it left. */
  beyond?: RequestDraft
}

/**
 * Requests two payments at the same time. If the server made only one, requests a third payment, which exceeds the rest
 * of the limit by one unit. Without `leastBeyond`, requests the other payment again.
 */
export async function raced(
  session: Session,
  drafts: readonly RequestDraft[],
  leastBeyond: RequestDraft | undefined,
): Promise<Race> {
  const together = await atOnce(drafts.map((draft) => () => session.send(draft)))
  const isMade = (answer: Answer): boolean => outcomeOf(answer) === 'made'
  const answers = together.map(({ answer }) => answer)
  const [unmade, ...others] = drafts.filter((_, at) => !answers[at] || !isMade(answers[at]))
  if (!unmade || others.length > 0) return { answers, made: payments(answers.filter(isMade)) }
  const beyond = leastBeyond ?? unmade
  const late = await session.send(beyond)
  return { answers: [...answers, late], made: payments([...answers, late].filter(isMade)), beyond }
}

/** Leaves one answer for each payment: a server may answer equal requests with the same payment. */
const payments = (made: readonly Answer[]): Answer[] => [
  ...new Map(made.map((answer, at) => [textIn(answer, 'id') ?? at, answer])).values(),
]

/** A limit, and the highest value of a payment that counts towards it. */
export interface SharedLimit {
  token: Credential
  limit: bigint
  /** The value of both payments that are sent at once. Another one may be for less. */
  value: bigint
  requirement: string
}

export interface Within extends SharedLimit {
  /** Returns the total of several payments. */
  sumOf: (made: readonly Answer[]) => Promise<bigint>
  /** The words for such payments, and for what happens to their sum. */
  words: { each: string; done: string }
}

export function debitWithin(session: Session, limit: SharedLimit): Within {
  return {
    ...limit,
    sumOf: (made) => deducted(session, made, limit.token),
    words: { each: `payments of ${inWallet(session, limit.value)} or less`, done: 'deducted' },
  }
}

export function inWallet(session: Session, value: bigint): string {
  return inWords({ value: String(value), ...session.money.limits().wallet })
}

/**
 * Claims the requirement of the race. If it held there, repeats the payment that is too much in circumstances and
 * several times without any. Returns true if no payment but the first was made.
 */
export async function expectWithin(session: Session, race: Race, within: Within): Promise<boolean> {
  const { token, limit, requirement, words } = within
  const {
    made: [first],
    beyond,
  } = race
  if (!first && isPerhapsUsed(session, race, token))
    throw new MissingPrerequisite(
      `${entryOf(token)} in the target file: a token whose limit is not used up; a payment with this one got no response, and may have been made`,
    )
  if (!first)
    throw new PreconditionFailed(
      `${entryOf(token)} could not create ${words.each}: ${race.answers.map(answerInWords).join(', ')}; give another token if earlier payments have used up its limit`,
    )
  const spent = await spentIn(race, within)
  expectThat(session, first, requirement, { held: spent <= limit, ...seenOf(race, spent, within) })
  if (spent > limit || !beyond) return false
  const others = await sendRefusedIn(session, beyond, rowsToTry(session))
  for (const { under, answer } of others) {
    const further = { made: payments([...race.made, answer]), answers: [...race.answers, answer] }
    const more = await spentIn(further, within)
    const seen = { requirement, ...seenOf(further, more, within), answer }
    if (more <= limit) continue
    observeIn(session, under, { ...seen, outcome: 'broken' })
    break
  }
  return race.made.length === 1 && others.length === 0
}

/** Returns true if the server refused every payment, and one with the same token got no response before. */
const isPerhapsUsed = (session: Session, { answers }: Race, token: Credential): boolean =>
  answers.every((answer) => outcomeOf(answer) === 'not made') &&
  session.memory
    .unshown()
    .some(({ draft, answer }) => draft.token === token && outcomeOf(answer) === 'unknown')

/** A single payment cannot exceed the limit, even if it fails. */
const spentIn = async ({ made }: Race, { value, sumOf }: Within): Promise<bigint> =>
  made.length > 1 ? sumOf(made) : value

const seenOf = ({ made, answers }: Race, spent: bigint, { limit, words }: Within) => ({
  want: `at most ${limit} ${words.done}`,
  got: `${made.length} of ${answers.length} ${words.each} made, ${spent} ${words.done}`,
})

/** The number of plain repeats. A defect on every eleventh request shows once in this many. */
const often = 11

/** The circumstances in which a payment that must not be made is sent again, followed by plain repeats. */
export function rowsToTry(session: Session): Row[] {
  const rows = rowsOfRefused(session)
  return session.replay?.circumstances ? rows : [...rows, ...Array.from({ length: often }, (): Row => [])]
}

/** Returns the sum that settled payments have deducted. An accepted payment may still fail. */
const deducted = async (
  session: Session,
  made: readonly Answer[],
  token: RequestDraft['token'],
): Promise<bigint> => {
  let sum = 0n
  for (const answer of made) {
    const id = idIn(answer, 'a payment has no id to watch')
    const { sent } = await settledOf(session, id, token)
    sum += sent ? numberOf(sent) : 0n
  }
  return sum
}
