import { createMemory } from '../../../src/check/memory.ts'
import { resourcesIn } from '../../../src/check/resource.ts'
import { numberOf } from '../../../src/core/amount.ts'
import { asAmount } from '../../support/fields.ts'
import { listing } from '../noting.ts'

/**
 * Notes whether incomingAmount had been received when an incoming payment completed. An incoming payment counts only if
 * it was seen incomplete before.
 */
export const completion = listing('incoming-payment.transitions', () => {
  const receiving = createMemory<true>()
  return (seen) => {
    const found: string[] = []
    for (const { id, fields } of resourcesIn(seen, 'incoming-payment')) {
      if (fields['completed'] === false) receiving.set(id, true)
      if (fields['completed'] === true && receiving.get(id)) found.push(completedWith(fields))
    }
    return found
  }
})

const completedWith = ({ incomingAmount, receivedAmount }: Record<string, unknown>): string => {
  const [most, received] = [asAmount(incomingAmount), asAmount(receivedAmount)]
  const isFull = most !== undefined && received !== undefined && numberOf(received) >= numberOf(most)
  if (isFull) return 'completed once incomingAmount was received'
  return most ? 'completed before incomingAmount was received' : 'completed without an incomingAmount'
}
