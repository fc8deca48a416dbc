import fc from 'fast-check'
import { type Grammar, oftenAs, pickedFrom, pickOf, placesOf, sequences } from './sequence.ts'

/**
 * A command. `of` is the place of the step that created the incoming payment, and `payment` of the step that paid.
 * Places count from 0.
 */
export type IncomingStep =
  | { do: 'create'; incomingAmount?: string }
  | { do: 'complete'; of: number }
  | { do: 'get'; of: number }
  | { do: 'list' }
  | { do: 'pay'; of: number; debitAmount: string }
  | { do: 'get-payment'; payment: number }
  | { do: 'wait' }

type IncomingCommand = IncomingStep['do']

/** The choices for a step. Every step has all of them and ignores those that it does not need. */
interface IncomingChoice {
  /** The place of the command in the list of commands. */
  command: number
  /** Is true if the incoming payment has an incomingAmount. */
  isLimited: boolean
  /** The amount as a number of parts, so that payments can fill an incoming payment exactly. */
  parts: number
  /** The incoming payment or payment that is picked, counted back from the last one. */
  pick: number
}

/** The smallest amount, in the smallest unit. It differs clearly from amounts that are off by a few units. */
const part = 11n

const grammarOf = (
  commands: readonly IncomingCommand[],
  mostPayments: number,
): Grammar<IncomingChoice, IncomingStep> => ({
  stepOf: ({ command: place, isLimited, parts, pick }, before) => {
    const command = commands[place]
    const value = String(BigInt(parts) * part)
    const created = placesOf('create', before)
    const of = pickedFrom(created, pick)
    const payments = placesOf('pay', before)
    const payment = pickedFrom(payments, pick)
    switch (command) {
      case 'create':
        return isLimited ? { do: command, incomingAmount: value } : { do: command }
      case 'complete':
      case 'get':
        return of === undefined ? undefined : { do: command, of }
      case 'pay':
        return of === undefined || payments.length >= mostPayments
          ? undefined
          : { do: command, of, debitAmount: value }
      case 'get-payment':
        return payment === undefined ? undefined : { do: command, payment }
      // A list shows nothing of the sequence before a creation, and a wait has no effect before a payment.
      case 'list':
        return created.length === 0 ? undefined : { do: command }
      case 'wait':
        return payments.length === 0 ? undefined : { do: command }
      case undefined:
        return undefined
    }
  },
  choiceOf: (step, before) => ({
    command: commands.indexOf(step.do),
    isLimited: 'incomingAmount' in step,
    parts: Number(BigInt(valueIn(step) ?? part) / part),
    pick: pickIn(step, before),
  }),
})

const valueIn = (step: IncomingStep): string | undefined => {
  if ('debitAmount' in step) return step.debitAmount
  return 'incomingAmount' in step ? step.incomingAmount : undefined
}

const pickIn = (step: IncomingStep, before: readonly IncomingStep[]): number => {
  if ('of' in step) return pickOf(placesOf('create', before), step.of)
  return 'payment' in step ? pickOf(placesOf('pay', before), step.payment) : 0
}

/** Generates choices of these commands, the simplest first. A repeated command is more frequent. */
const choicesOf = (commands: readonly IncomingCommand[]): fc.Arbitrary<IncomingChoice> =>
  fc.record<IncomingChoice>({
    command: fc.nat({ max: commands.length - 1 }),
    isLimited: fc.boolean(),
    parts: fc.integer({ min: 1, max: 3 }),
    pick: fc.nat({ max: 3 }),
  })

/** The most steps of a sequence, and the most payments. */
export const longest = 10
export const mostPayments = 2

const making: readonly IncomingCommand[] = oftenAs([
  ['get', 2],
  ['list', 1],
  ['complete', 2],
  ['create', 3],
])

const paying: readonly IncomingCommand[] = oftenAs([
  ['get', 1],
  ['get-payment', 1],
  ['list', 1],
  ['wait', 1],
  ['complete', 2],
  ['pay', 4],
  ['create', 4],
])

export function unpaid(): fc.Arbitrary<IncomingStep[]> {
  return sequences(choicesOf(making), grammarOf(making, 0), longest)
}

export function paid(): fc.Arbitrary<IncomingStep[]> {
  return sequences(choicesOf(paying), grammarOf(paying, mostPayments), longest)
}
