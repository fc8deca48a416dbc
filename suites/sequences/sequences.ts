import { any } from '../../src/check/cases/given.ts'
import type { Check } from '../../src/check/kinds/check.ts'
import { scenario, upTo } from '../../src/check/kinds/scenario.ts'
import { receiver } from '../../src/check/needs/need.ts'
import { MissingPrerequisite, type Session } from '../../src/check/session.ts'
import {
  creatingPayment,
  creatingQuote,
  listingIncomingPayments,
  listingOutgoingPayments,
  readingIncomingPayment,
  readingQuote,
} from '../support/operations.ts'
import { readReceiver } from '../support/receiving.ts'
import { claimsOfPayments, claimsOfQuotes, claimsOfReads, perform } from './perform.ts'
import type { Into } from './service.ts'
import {
  longest,
  longestOfReads,
  mostPayments,
  type SequenceStep,
  type To,
  withoutPayments,
  withPayments,
} from './steps.ts'

const isGiven = ({ target }: Session, kind: To): boolean => target.receivers.sources[kind] !== undefined

const shared =
  (session: Session) =>
  async (kind: To): Promise<Into | undefined> => {
    if (!isGiven(session, kind)) return undefined
    const one = await session.supplies.receivers.shared(kind)
    return { ...one, before: undefined, last: undefined }
  }

/** The shortest sequence after which every claim about quotes has been judged. */
const readBack: SequenceStep[] = [
  { do: 'create-quote', to: 'open', debitAmount: '20' },
  { do: 'get-quote', quote: 0 },
]

export const ofQuotes = scenario({
  id: 'sequences/quotes-and-reads',
  title: 'In any sequence of creating and reading quotes, each quote stays the same',
  detects: 'quote-shows-the-newest',
  requests: [
    upTo(longestOfReads, creatingQuote),
    readingQuote,
    listingIncomingPayments,
    readingIncomingPayment,
  ],
  needs: { open: receiver('open') },
  claims: [...claimsOfQuotes, ...claimsOfReads],
  cases: any<SequenceStep[]>(withoutPayments, { first: [readBack] }),
  inTurn: true,
  inCircumstances: true,
  run: (session, _, steps) => perform(session, steps, shared(session)),
})

/** Supplies receivers for this sequence alone, so that what arrives can be added up. */
const alone =
  (session: Session) =>
  async (kind: To): Promise<Into | undefined> => {
    if (!isGiven(session, kind)) return undefined
    const one = await session.supplies.receivers.alone(kind)
    if (!one)
      throw new MissingPrerequisite(
        `receivers.${kind} in the target file: one more receiver, for a sequence of payments`,
        `another ${kind} receiver`,
      )
    const before = await readReceiver(session, one.url)
    return { ...one, before, last: before }
  }

/** Every run takes these steps: two quotes of which the first is paid, a direct payment, and a look at all of it. */
const everyday: SequenceStep[] = [
  { do: 'create-quote', to: 'open', debitAmount: '20' },
  { do: 'create-quote', to: 'open', debitAmount: '15' },
  { do: 'pay-quote', quote: 0 },
  { do: 'pay', to: 'open', debitAmount: '13' },
  { do: 'get-quote', quote: 1 },
  { do: 'wait' },
  { do: 'read-receiver', to: 'open' },
  { do: 'list-payments' },
]

/** Quotes and payments into another asset. */
const abroad: SequenceStep[] = [
  { do: 'create-quote', to: 'otherAsset', debitAmount: '30' },
  { do: 'pay-quote', quote: 0 },
  { do: 'pay', to: 'otherAsset', debitAmount: '31' },
  { do: 'wait' },
  { do: 'read-receiver', to: 'otherAsset' },
]

/** The number of generated cases per property for which one more sequence pays. */
export const runsForOne = 20

/** Returns the number of payments: those of the sequences that every run takes, and those of generated ones. */
export function paymentsOf(ofEvery: number, most: number, runs: number): number {
  return ofEvery + Math.floor(runs / runsForOne) * most
}

const generated = scenario({
  id: 'sequences/payments',
  title: 'In any sequence of quotes, payments and reads, all amounts add up',
  detects: 'second-payment-arrives-twice',
  requests: [
    upTo(longest, creatingQuote),
    upTo(12, readingQuote),
    upTo(longest, creatingPayment),
    upTo(12, listingOutgoingPayments),
    upTo(20, readingIncomingPayment),
  ],
  needs: { open: receiver('open') },
  quiet: true,
  waits: true,
  claims: [...claimsOfQuotes, ...claimsOfPayments],
  cases: any<SequenceStep[]>(withPayments, { first: [everyday, abroad], times: 1 / runsForOne }),
  run: (session, _, steps) => perform(session, steps, alone(session)),
})

export const ofPayments: Check = {
  ...generated,
  cost: (runs) => ({ ...generated.cost(runs), payments: paymentsOf(4, mostPayments, runs) }),
  takes: (runs) => {
    const random = Math.floor(runs / runsForOne)
    return { open: 1 + random, otherAsset: 1 + random, fixed: random }
  },
}
