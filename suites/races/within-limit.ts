import { observeIn, rowsFor } from '../../src/check/circumstances/explore.ts'
import { policy } from '../../src/check/circumstances/rows.ts'
import { applicable, inCircumstances, type Row } from '../../src/check/circumstances/table.ts'
import { nothingWithoutConnection } from '../../src/check/needs/prerequisites.ts'
import { PreconditionFailed, type Session } from '../../src/check/session.ts'
import { expectThat } from '../../src/check/whole.ts'
import { inWords, numberOf } from '../../src/core/amount.ts'
import { type Answer, answerInWords } from '../../src/http/answers/answer.ts'
import type { RequestDraft } from '../../src/http/draft.ts'
import type { Credential } from '../../src/target-file/target.ts'
import { settledOf } from '../outgoing-payments/settling/watching.ts'
import { atOnce, outcomeOf } from '../support/at-once.ts'
import { idIn } from '../support/operations.ts'

/** A little more than half of a limit, if two such payments exceed it. Throws PreconditionFailed if one may not be that dear. */
export function moreThanHalf(session: Session, limit: bigint, token: Credential): bigint {
  const { maxDebitValue } = session.money.limits()
  const wanted = (limit * 5n) / 8n + 1n
  const value = wanted < maxDebitValue ? wanted : maxDebitValue
  if (2n * value > limit) return value
  throw new PreconditionFailed(
    `limits.maxDebitValue (${maxDebitValue}) is too low for two payments to exceed the limit of ${entryOf(token)} (${limit}); raise it`,
  )
}

/** The place of a limited token with its limits. */
const entryOf = ({ name }: Credential): string => name.replace(/\.token$/, '')

export interface Race {
  answers: readonly Answer[]
  made: readonly Answer[]
  /** The one payment that was not made. */
  unmade?: RequestDraft
}

/** Asks for two payments at the same time, and for the other once more if one of them was made: it would exceed the limit just as well. */
export async function raced(session: Session, drafts: readonly RequestDraft[]): Promise<Race> {
  const together = await atOnce(drafts.map((draft) => () => session.send(draft)))
  const isMade = (answer: Answer): boolean => outcomeOf(answer) === 'made'
  const [unmade, ...others] = drafts.filter((_, at) => !together[at] || !isMade(together[at].answer))
  const answers = together.map(({ answer }) => answer)
  if (!unmade || others.length > 0) return { answers, made: answers.filter(isMade) }
  const late = await session.send(unmade)
  return { answers: [...answers, late], made: [...answers, late].filter(isMade), unmade }
}

/** A limit, and what payments together may come to under it. */
export interface SharedLimit {
  token: Credential
  limit: bigint
  /** What each payment comes to. */
  value: bigint
  requirement: string
}

export interface Within extends SharedLimit {
  /** What several payments have come to in all. */
  sumOf: (made: readonly Answer[]) => Promise<bigint>
  /** What such payments are called, and what is done with their sum. */
  words: { each: string; done: string }
}

export function debitWithin(session: Session, limit: SharedLimit): Within {
  return {
    ...limit,
    sumOf: (made) => deducted(session, made, limit.token),
    words: { each: `payments of ${inWallet(session, limit.value)}`, done: 'deducted' },
  }
}

export function inWallet(session: Session, value: bigint): string {
  return inWords({ value: String(value), ...session.money.limits().wallet })
}

/** Claims it of the race and, if it held there, of what is asked for in further circumstances and again and again. */
export async function expectWithin(session: Session, race: Race, within: Within): Promise<void> {
  const { token, limit, requirement, words } = within
  const {
    made: [first],
    unmade,
  } = race
  if (!first)
    throw new PreconditionFailed(
      `${entryOf(token)} could not create ${words.each}: ${race.answers.map(answerInWords).join(', ')}`,
    )
  const spent = await spentIn(race, within)
  expectThat(session, first, requirement, { held: spent <= limit, ...seenOf(race, spent, within) })
  if (spent > limit || !unmade) return
  for (const row of rowsToTry(session)) {
    const under = applicable(row, unmade, session)
    const place = session.of({ circumstances: under.map(({ name }) => name) })
    const draft = inCircumstances(under, { ...unmade, invalid: true }, session)
    const answer = await place.send(draft).catch(nothingWithoutConnection)
    if (!answer || outcomeOf(answer) !== 'made') continue
    const further = { made: [...race.made, answer], answers: [...race.answers, answer] }
    const more = await spentIn(further, within)
    const seen = { requirement, ...seenOf(further, more, within), answer }
    if (more > limit) return observeIn(session, under, { ...seen, outcome: 'broken' })
  }
}

/** One payment alone is within the limit, whatever becomes of it. */
const spentIn = async ({ made }: Race, { value, sumOf }: Within): Promise<bigint> =>
  made.length > 1 ? sumOf(made) : value

const seenOf = ({ made, answers }: Race, spent: bigint, { limit, words }: Within) => ({
  want: `at most ${limit} ${words.done}`,
  got: `${made.length} of ${answers.length} ${words.each} made, ${spent} ${words.done}`,
})

/** A defect that shows on every eleventh request shows once in as many. */
const often = 11

/** In circumstances, and again and again without any. */
export function rowsToTry(session: Session): Row[] {
  const rows = rowsFor(session, () => [policy.batch(0), policy.batch(1)])
  return session.replay?.circumstances ? rows : [...rows, ...Array.from({ length: often }, (): Row => [])]
}

/** The sum that payments have deducted when they are done, since an accepted payment may still fail. */
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
