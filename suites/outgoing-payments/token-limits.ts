import { controlUnder } from '../../src/check/costly-control.ts'
import { claimsOf, judgeRefusal, refusedAs } from '../../src/check/expectation.ts'
import { limitedToken, receiver } from '../../src/check/need.ts'
import { scenario } from '../../src/check/scenario.ts'
import { PreconditionFailed, type Session } from '../../src/check/session.ts'
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
}

/** Asks for two payments at the same time, and for the other once more if one of them was made: it would exceed the limit just as well. */
const raced = async (session: Session, drafts: readonly RequestDraft[]): Promise<Race> => {
  const together = await atOnce(drafts.map((draft) => () => session.send(draft)))
  const isMade = (answer: Answer): boolean => outcomeOf(answer) === 'made'
  const unmade = drafts.filter((_, at) => !together[at] || !isMade(together[at].answer))
  const late = unmade.length === 1 ? await Promise.all(unmade.map((draft) => session.send(draft))) : []
  const answers = [...together.map(({ answer }) => answer), ...late]
  return { answers, made: answers.filter(isMade) }
}

/** Throws PreconditionFailed if no payment was made: then the limit has shown nothing. */
const firstOf = ({ made: [first], answers }: Race, token: Credential, of: string): Answer => {
  if (first) return first
  throw new PreconditionFailed(
    `${entryOf(token)} could not create a payment of ${of}: ${answers.map(answerInWords).join(', ')}`,
  )
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
  cost: { requests: 63 + mostInvalid, payments: 2 },
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
    await expectDebitWithin(session, race, { token, limit, value, requirement: debitLimit })
  },
})

const payingWith = (session: Session, token: Credential, url: string, debit: bigint): RequestDraft => ({
  ...payDirectly(session, url, { value: String(debit), ...session.limits().wallet }),
  token,
})

interface DebitLimit {
  token: Credential
  limit: bigint
  /** What each payment debits. */
  value: bigint
  requirement: string
}

const expectDebitWithin = async (
  session: Session,
  race: Race,
  { token, limit, value, requirement }: DebitLimit,
): Promise<void> => {
  const first = firstOf(race, token, String(value))
  const { made, answers } = race
  const spent = made.length === 1 ? value : await deducted(session, made, token)
  const each = inWords({ value: String(value), ...session.limits().wallet })
  expectThat(session, first, requirement, {
    held: spent <= limit,
    want: `at most ${limit} deducted`,
    got: `${made.length} of ${answers.length} payments of ${each} made, ${spent} deducted`,
  })
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
  cost: { requests: 63, payments: 2 },
  run: async (session, { open, limited: { token, debitAmount: limit, interval } }) => {
    const value = moreThanHalf(session, limit, token)
    const pay = payingWith(session, token, open.url, value)
    const race = await raced(session, [pay, pay])
    if (race.made.length > 1) expectOnePeriod(race.made, interval)
    await expectDebitWithin(session, race, { token, limit, value, requirement: periodLimit })
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
  cost: { requests: 65, quotes: 2, payments: 2 },
  run: async (session, { open, limited: { token, receiveAmount: limit } }) => {
    const { wallet } = session.limits()
    const value = moreThanHalf(session, limit, token)
    const asked = { receiver: open.url, receiveAmount: { value: String(value), ...wallet } }
    const [one, other] = [await quoteToPay(session, asked, token), await quoteToPay(session, asked, token)]
    const drafts = [one, other].map(({ id, debits }) => ({
      ...createPayment(session, { quoteId: id }, debits),
      token,
    }))
    const race = await raced(session, drafts)
    const first = firstOf(race, token, `a receiveAmount of ${value}`)
    const { made, answers } = race
    const brought = made.length === 1 ? value : await delivered(session, made, token)
    expectThat(session, first, receiveLimit, {
      held: brought <= limit,
      want: `at most ${limit} brought to receivers`,
      got: `${made.length} of ${answers.length} payments with a receiveAmount of ${inWords({ value: String(value), ...wallet })} made, ${brought} brought to receivers`,
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
  cost: { requests: 9, payments: 2 },
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
    const plainly = judgeRefusal(onlyReceiver, session, control, answer, batch)
    for (const observation of plainly) session.observe(observation)
    await controlUnder(session, control, batch, [
      {
        invalid,
        judge: (sent, answered, behind) => judgeRefusal(onlyReceiver, session, sent, answered, behind),
        plainly,
      },
    ])
  },
})
