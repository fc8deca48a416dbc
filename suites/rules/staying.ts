import { broken, keep, type RuleHead, rule } from '../../src/check/rule.ts'
import { anIncomingPayment, creatingPayment } from '../operations.ts'

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
  observes: 'outgoing-payment',
  operations: ['create-outgoing-payment', 'get-outgoing-payment', 'list-outgoing-payments'],
  needs: creatingPayment.needs,
  shownBy: ['settling/failure-is-marked'],
})

export const completedStays = stays('completed', {
  id: 'rules/completed-stays',
  title: 'An incoming payment that has completed does not go back to receiving',
  notices: 'completed-taken-back',
  verifies: 'incoming-payment.completed.stays',
  observes: 'incoming-payment',
  operations: [
    'create-incoming-payment',
    'complete-incoming-payment',
    'get-incoming-payment',
    'list-incoming-payments',
  ],
  needs: {},
  otherwise: anIncomingPayment,
  shownBy: ['settling/moves-and-arrives'],
})
