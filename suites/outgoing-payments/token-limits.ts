import { applicable, circumstancesNamed, inCircumstances, type Row } from '../../src/check/circumstance.ts'
import { rowOfBatch } from '../../src/check/circumstance-rows.ts'
import { claimsOf, judgeRefusal, refusedAs } from '../../src/check/expectation.ts'
import { limitedToken, receiver } from '../../src/check/need.ts'
import { nothingWithoutConnection } from '../../src/check/prerequisites.ts'
import { scenario } from '../../src/check/scenario.ts'
import { type Observation, PreconditionFailed, type Session } from '../../src/check/session.ts'
import { observeUnder, tryUncontrolled } from '../../src/check/under-circumstances.ts'
import { expectThat } from '../../src/check/whole.ts'
import { inWords, numberOf } from '../../src/core/amount.ts'
import { type Answer, answerInWords, isAccepted } from '../../src/http/answer.ts'
import type { RequestDraft } from '../../src/http/draft.ts'
import { periodBeginsNear } from '../../src/target-file/interval.ts'
import type { Credential } from '../../src/target-file/target.ts'
import { atOnce, outcomeOf } from '../support/at-once.ts'
import { amountIn, momentIn } from '../support/fields.ts'
import { idIn } from '../support/operations.ts'
import { controlAmount, createPayment, payDirectly } from '../support/requests.ts'
import { expectLimitLeft, leftAfterRefusals, limitLeft } from './limit-left.ts'
import { quoteToPay } from './quote-to-pay.ts'
import { mostInvalid } from './refused-payments.ts'
import { settledOf } from './watching.ts'

/** A little more than half of a limit, if two such payments exceed it. Throws PreconditionFailed if one may not be that dear. */
const moreThanHalf = (session: Session, limit: bigint, token: Credential): bigint => {
  const { maxDebitValue } = session.limits()
  const wanted = (limit * 5n) / 8n + 1n
  const value = wanted < maxDebitValue ? wanted : maxDebitValue
  if (2n * value > limit) return value
  throw new PreconditionFailed(
    `limits.maxDebitValue (${maxDebitValue}) is too low for two payments to exceed the limit of ${entryOf(token)} (${limit}); raise it`,
  )
}

/** The place of a limited token with its limits. */
const entryOf = ({ name }: Credential): string => name.replace(/\.token$/, '')

interface Race {
  answers: readonly Answer[]
  made: readonly Answer[]
  /** The one payment that was not made. */
  unmade?: RequestDraft
}

/** Asks for two payments at the same time, and for the other once more if one of them was made: it would exceed the limit just as well. */
const raced = async (session: Session, drafts: readonly RequestDraft[]): Promise<Race> => {
  const together = await atOnce(drafts.map((draft) => () => session.send(draft)))
  const isMade = (answer: Answer): boolean => outcomeOf(answer) === 'made'
  const [unmade, ...others] = drafts.filter((_, at) => !together[at] || !isMade(together[at].answer))
  const answers = together.map(({ answer }) => answer)
  if (!unmade || others.length > 0) return { answers, made: answers.filter(isMade) }
  const late = await session.send(unmade)
  return { answers: [...answers, late], made: [...answers, late].filter(isMade), unmade }
}

const debitLimit = 'create-outgoing-payment.token-limit'

export const lastOfLimitedToken = scenario({
  id: 'races/last-of-a-limited-token',
  title: 'Two concurrent payments do not exceed the debit limit of a token',
  detects: 'limit-passed-at-once',
  operations: ['create-outgoing-payment', 'list-outgoing-payments'],
  needs: { open: receiver('open'), limited: limitedToken('limited') },
  // Invalid payments are sent with this token too: one that counts would leave it nothing to pay with.
  first: true,
  quiet: true,
  claims: [debitLimit, limitLeft],
  cost: { requests: 76 + mostInvalid, payments: 2 },
  run: async (session, { open, limited: { token, debitAmount: limit } }) => {
    const { wallet } = session.limits()
    const value = moreThanHalf(session, limit, token)
    const paying = (debit: bigint): RequestDraft => payingWith(session, token, open.url, debit)
    const left = await leftAfterRefusals(session, { token, debitAmount: limit }, { asked: value, paying })
    const race = await raced(session, [paying(value), paying(value)])
    const [tried = race.answers[0]] = race.made
    if (left !== undefined && tried) {
      const asked = { value: String(value), ...wallet }
      await expectLimitLeft(session, left, { asked, answer: tried, little: paying(limit / 16n + 1n) })
    }
    const within = debitWithin(session, { token, limit, value, requirement: debitLimit })
    await expectWithin(session, race, within)
  },
})

const payingWith = (session: Session, token: Credential, url: string, debit: bigint): RequestDraft => ({
  ...payDirectly(session, url, { value: String(debit), ...session.limits().wallet }),
  token,
})

/** A limit, and what payments together may come to under it. */
interface Limit {
  token: Credential
  limit: bigint
  /** What each payment comes to. */
  value: bigint
  requirement: string
}

interface Within extends Limit {
  /** What several payments have come to in all. */
  sumOf: (made: readonly Answer[]) => Promise<bigint>
  /** What such payments are called, and what is done with their sum. */
  words: { each: string; done: string }
}

const debitWithin = (session: Session, limit: Limit): Within => ({
  ...limit,
  sumOf: (made) => deducted(session, made, limit.token),
  words: { each: `payments of ${inWallet(session, limit.value)}`, done: 'deducted' },
})

const inWallet = (session: Session, value: bigint): string =>
  inWords({ value: String(value), ...session.limits().wallet })

/** Claims it of the race and, if it held there, of what is asked for in further circumstances and again and again. */
const expectWithin = async (session: Session, race: Race, within: Within): Promise<void> => {
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
    if (more > limit) return observeUnder(session, under, { ...seen, outcome: 'broken' })
  }
}

/** One payment alone is within the limit, whatever becomes of it. */
const spentIn = async ({ made }: Race, { value, sumOf }: Within): Promise<bigint> =>
  made.length > 1 ? sumOf(made) : value

const seenOf = ({ made, answers }: Race, spent: bigint, { limit, words }: Within) => ({
  want: `at most ${limit} ${words.done}`,
  got: `${made.length} of ${answers.length} ${words.each} made, ${spent} ${words.done}`,
})

/** A server that counts its requests meets one of so many. */
const often = 11

/** A replay asks for the circumstances of its failure, or for none. */
const rowsToTry = ({ replay, circumstances }: Session): Row[] => {
  if (replay?.circumstances) return [circumstancesNamed(replay.circumstances)]
  const repeated = Array.from({ length: often }, (): Row => [])
  const isRoom = circumstances !== undefined && circumstances.noRoom === undefined
  return isRoom && !replay ? [rowOfBatch(0), rowOfBatch(1), ...repeated] : repeated
}

/** What payments have deducted in all once they are done: one that was accepted may fail yet. */
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

const periodLimit = 'create-outgoing-payment.token-limit.interval'

/** Servers may differ in what they take for a month. */
const farFromPeriod = 86_400_000

export const lastOfPeriod = scenario({
  id: 'races/last-of-a-period',
  title:
    'Two concurrent payments do not exceed the debit limit that a token has in each period of an interval',
  detects: 'without-payment-token-limit-interval',
  operations: ['create-outgoing-payment', 'list-outgoing-payments'],
  needs: { open: receiver('open'), limited: limitedToken('limitedPerInterval') },
  quiet: true,
  claims: [periodLimit],
  cost: { requests: 76, payments: 2 },
  run: async (session, { open, limited: { token, debitAmount: limit, interval } }) => {
    const value = moreThanHalf(session, limit, token)
    const pay = payingWith(session, token, open.url, value)
    const within = debitWithin(session, { token, limit, value, requirement: periodLimit })
    await expectWithin(session, await raced(session, [pay, pay]), {
      ...within,
      sumOf: (made) => {
        expectOnePeriod(made, interval)
        return within.sumOf(made)
      },
    })
  },
})

/** Throws PreconditionFailed if the limit may have begun anew between these payments, by the server's own time. */
const expectOnePeriod = (made: readonly Answer[], interval: string): void => {
  for (const answer of made) {
    const createdAt = momentIn(answer, 'createdAt')
    if (createdAt === undefined) throw new PreconditionFailed('a payment has no readable createdAt')
    const begins = periodBeginsNear(interval, createdAt, farFromPeriod)
    if (begins)
      throw new PreconditionFailed(
        `tokens.limitedPerInterval.interval: a period begins at ${begins.toISOString()}, less than a day from the payments; give one that begins at another time`,
      )
  }
}

const receiveLimit = 'create-outgoing-payment.token-limit.receive'

export const lastOfReceiveLimit = scenario({
  id: 'races/last-of-a-receive-limit',
  title: 'Two concurrent payments do not bring receivers more than the receive limit of a token',
  detects: 'receive-limit-passed-at-once',
  operations: ['create-quote', 'create-outgoing-payment', 'list-outgoing-payments'],
  needs: { open: receiver('open'), limited: limitedToken('limitedReceive') },
  quiet: true,
  claims: [receiveLimit],
  cost: { requests: 78, quotes: 2, payments: 2 },
  run: async (session, { open, limited: { token, receiveAmount: limit } }) => {
    const { wallet } = session.limits()
    const value = moreThanHalf(session, limit, token)
    const asked = { receiver: open.url, receiveAmount: { value: String(value), ...wallet } }
    const quotes = [await quoteToPay(session, asked, token), await quoteToPay(session, asked, token)]
    const drafts = quotes.map(({ id, debits }) => ({
      ...createPayment(session, { quoteId: id }, debits),
      token,
    }))
    await expectWithin(session, await raced(session, drafts), {
      ...{ token, limit, value, requirement: receiveLimit },
      sumOf: (made) => delivered(session, made, token),
      words: {
        each: `payments with a receiveAmount of ${inWallet(session, value)}`,
        done: 'brought to receivers',
      },
    })
  },
})

/** What payments have brought to their receivers in all once they are done; of one that failed, nothing is counted. */
const delivered = async (session: Session, made: readonly Answer[], token: Credential): Promise<bigint> => {
  let sum = 0n
  for (const answer of made) {
    const { sent, failed } = await settledOf(session, idIn(answer, 'a payment has no id to watch'), token)
    const brings = amountIn(answer, 'receiveAmount')
    if (!failed && sent && numberOf(sent) > 0n && brings) sum += numberOf(brings)
  }
  return sum
}

const onlyReceiver = refusedAs('recommended-refusal', 'create-outgoing-payment.token-limit.receiver')

export const limitedToReceiver = scenario({
  id: 'payments/limited-to-a-receiver',
  title: 'A token that is limited to one receiver pays into no other',
  detects: 'without-payment-token-limit-receiver',
  operations: ['create-outgoing-payment'],
  needs: {
    open: receiver('open'),
    another: receiver('open', 1),
    limited: limitedToken('limitedToReceiver'),
  },
  claims: (profile) => claimsOf(onlyReceiver, profile, ['create-outgoing-payment']),
  cost: { requests: 15, payments: 1 },
  run: async (session, { open, another, limited: { token, receiver: only } }) => {
    const foreign = [open, another].find(({ url }) => url !== only)
    if (only === undefined || !foreign)
      throw new PreconditionFailed('receivers.open has only the receiver that the token is limited to')
    const amount = controlAmount(session)
    const control = { ...payDirectly(session, only, amount), token }
    const invalid = (whole: RequestDraft): RequestDraft => ({
      ...whole,
      body: payDirectly(session, foreign.url, amount).body,
      invalid: true,
    })
    const batch = session.newBatch()
    if (!isAccepted(await session.control(control, [batch]))) return
    const answer = await session.send(invalid(control))
    const judge = (sent: RequestDraft, answered: Answer, behind: number): Observation[] =>
      judgeRefusal(onlyReceiver, session, sent, answered, behind)
    const plainly = judge(control, answer, batch)
    for (const observation of plainly) session.observe(observation)
    const attempt = { invalid, judge, plainly }
    const ground = { session, whole: async () => control }
    for (const row of rowsToTry(session))
      await tryUncontrolled(ground, applicable(row, { ...control, invalid: true }, session), attempt)
  },
})
