import { numberOf } from '../../src/amount.ts'
import { createMemory } from '../../src/check/memory.ts'
import type { Seen } from '../../src/check/passive.ts'
import { resourcesIn } from '../../src/check/resource.ts'
import { broken, keep, type RuleHead, rule } from '../../src/check/rule.ts'
import { asAmount } from '../fields.ts'
import { aboutIncomingPayments, aboutOutgoingPayments } from './about.ts'
import { createListing, noting } from './noting.ts'

/** A flag that is true for good. Where an answer leaves it out, it says nothing. */
const stays = (flag: string, head: RuleHead) =>
  rule<boolean>({
    ...head,
    start: ({ fields }) => fields[flag] === true,
    next: (before, { fields }) =>
      before && fields[flag] === false
        ? broken(before, `${flag} true, as it was before`, `${flag} false`)
        : keep(before || fields[flag] === true),
  })

export const failedStays = stays('failed', {
  id: 'rules/failed-stays',
  title: 'A payment that failed does not become one that did not',
  notices: 'failure-taken-back',
  verifies: 'outgoing-payment.failed.stays',
  ...aboutOutgoingPayments,
  shownBy: ['settling/failure-is-marked'],
})

const staysCompleted = stays('completed', {
  id: 'rules/completed-stays',
  title: 'An incoming payment that has completed does not go back to receiving',
  notices: 'completed-taken-back',
  verifies: 'incoming-payment.completed.stays',
  ...aboutIncomingPayments,
  shownBy: ['settling/moves-and-arrives'],
})

const transitions = 'incoming-payment.transitions'

/** With what an incoming payment completed that was seen receiving before. */
const notesOfCompletion = () => {
  const receiving = createMemory<true>()
  const told = createListing()
  return (seen: Seen): Array<{ requirement: string; got: string }> => {
    const found: string[] = []
    for (const { id, fields } of resourcesIn(seen, 'incoming-payment')) {
      if (fields['completed'] === false) receiving.set(id, true)
      if (fields['completed'] === true && receiving.get(id)) found.push(completedWith(fields))
    }
    const got = told(found)
    return got === undefined ? [] : [{ requirement: transitions, got }]
  }
}

const completedWith = ({ incomingAmount, receivedAmount }: Record<string, unknown>): string => {
  const [most, received] = [asAmount(incomingAmount), asAmount(receivedAmount)]
  const isFull = most !== undefined && received !== undefined && numberOf(received) >= numberOf(most)
  if (isFull) return 'completed once incomingAmount was received'
  return most ? 'completed with less than incomingAmount received' : 'completed without an incomingAmount'
}

export const completedStays = noting(staysCompleted, [transitions], notesOfCompletion)
