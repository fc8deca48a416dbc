import fc from 'fast-check'
import type { GenerationLimits } from '../../src/check/cases/given.ts'
import { type Grammar, oftenAs, pickedFrom, pickOf, placesOf, sequences } from './sequence.ts'

/** Kinds of receivers that a sequence quotes for and pays into, one of each. */
export type To = 'open' | 'fixed' | 'otherAsset'

/** A command. `quote` is the place of the step that made it, from 0. Values are in the smallest unit. */
export type SequenceStep =
  | { do: 'create-quote'; to: To; debitAmount: string }
  | { do: 'create-quote'; to: To; receiveAmount: string }
  | { do: 'get-quote'; quote: number }
  | { do: 'pay-quote'; quote: number }
  | { do: 'pay'; to: To; debitAmount: string }
  | { do: 'read-receiver'; to: To }
  | { do: 'list-incoming-payments' }
  | { do: 'get-incoming-payment'; item: number }
  | { do: 'list-payments' }
  | { do: 'wait' }

type StepCommand = SequenceStep['do']

/** The choices for a step. Every step has all of them and ignores those that it does not need. */
interface StepChoice {
  /** The place of the command in the list of commands. */
  command: number
  to: To
  side: 'debitAmount' | 'receiveAmount'
  value: bigint
  /** The quote that is picked, counted back from the last one, or the item, counted from the first one. */
  pick: number
}

const grammarOf = (
  commands: readonly StepCommand[],
  mostPayments: number,
): Grammar<StepChoice, SequenceStep> => ({
  stepOf: (choice, before) => stepBy(commands[choice.command], choice, before, mostPayments),
  choiceOf: (step, before) => ({
    command: commands.indexOf(step.do),
    to: 'to' in step ? step.to : 'open',
    side: 'receiveAmount' in step ? 'receiveAmount' : 'debitAmount',
    value: BigInt(amountIn(step) ?? smallest),
    pick: pickIn(step, before),
  }),
})

const stepBy = (
  command: StepCommand | undefined,
  { to, side, value, pick }: StepChoice,
  before: readonly SequenceStep[],
  mostPayments: number,
): SequenceStep | undefined => {
  const amount = String(value)
  const quote = pickedFrom(placesOf('create-quote', before), pick)
  const mayPay = before.filter((step) => step.do === 'pay' || step.do === 'pay-quote').length < mostPayments
  switch (command) {
    case 'create-quote':
      // The asset of this receiver is unknown, so no receiveAmount in it can be requested.
      return side === 'debitAmount' || to === 'otherAsset'
        ? { do: command, to, debitAmount: amount }
        : { do: command, to, receiveAmount: amount }
    case 'get-quote':
      return quote === undefined ? undefined : { do: command, quote }
    case 'pay-quote':
      return quote === undefined || !mayPay ? undefined : { do: command, quote }
    case 'pay':
      return mayPay ? { do: command, to, debitAmount: amount } : undefined
    case 'read-receiver':
      return { do: command, to }
    case 'get-incoming-payment':
      return { do: command, item: pick }
    case 'list-incoming-payments':
    case 'list-payments':
    case 'wait':
      return { do: command }
    case undefined:
      return undefined
  }
}

const amountIn = (step: SequenceStep): string | undefined => {
  if ('debitAmount' in step) return step.debitAmount
  return 'receiveAmount' in step ? step.receiveAmount : undefined
}

const pickIn = (step: SequenceStep, before: readonly SequenceStep[]): number => {
  if ('quote' in step) return pickOf(placesOf('create-quote', before), step.quote)
  return 'item' in step ? step.item : 0
}

/** The smallest amount. It differs clearly from amounts that are off by a few units. */
const smallest = 11n

/** Generates choices of these commands, the simplest first. A repeated command is more frequent. */
const choicesOf = (
  commands: readonly StepCommand[],
  kinds: readonly To[],
  { controlValue, maxDebitValue }: GenerationLimits,
) => {
  const most = controlValue > 2n * smallest ? controlValue : 2n * smallest
  const max = most < maxDebitValue ? most : maxDebitValue
  return fc.record<StepChoice>({
    command: fc.nat({ max: commands.length - 1 }),
    to: fc.constantFrom(...kinds),
    side: fc.constantFrom('debitAmount', 'receiveAmount'),
    value: fc.bigInt({ min: smallest < max ? smallest : max, max }),
    pick: fc.nat({ max: 5 }),
  })
}

/** The most steps of a sequence, and the most payments. */
export const longestOfReads = 12
export const longest = 8
export const mostPayments = 2

const reading: readonly StepCommand[] = oftenAs([
  ['get-quote', 3],
  ['get-incoming-payment', 1],
  ['list-incoming-payments', 1],
  ['create-quote', 4],
])

const paying: readonly StepCommand[] = oftenAs([
  ['get-quote', 1],
  ['list-payments', 1],
  ['read-receiver', 1],
  ['wait', 1],
  ['pay', 2],
  ['create-quote', 2],
  ['pay-quote', 2],
])

export function withoutPayments(limits: GenerationLimits): fc.Arbitrary<SequenceStep[]> {
  return sequences(
    choicesOf(reading, ['open', 'open', 'open', 'fixed'], limits),
    grammarOf(reading, 0),
    longestOfReads,
  )
}

export function withPayments(limits: GenerationLimits): fc.Arbitrary<SequenceStep[]> {
  return sequences(
    choicesOf(paying, ['open', 'open', 'open', 'open', 'fixed', 'otherAsset'], limits),
    grammarOf(paying, mostPayments),
    longest,
  )
}
