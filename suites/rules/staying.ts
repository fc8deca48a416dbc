import { broken, keep, type RuleHead, rule } from '../../src/check/rule.ts'
import { aboutIncomingPayments, aboutOutgoingPayments } from './about.ts'

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

export const completedStays = stays('completed', {
  id: 'rules/completed-stays',
  title: 'An incoming payment that has completed does not go back to receiving',
  notices: 'completed-taken-back',
  verifies: 'incoming-payment.completed.stays',
  ...aboutIncomingPayments,
  shownBy: ['settling/moves-and-arrives'],
})
