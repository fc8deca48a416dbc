import { onEach } from '../src/check/on-each.ts'
import type { Subject } from '../src/check/subject.ts'
import { expectAccepted } from '../src/check/whole.ts'
import { everyOperation, listingIncomingPayments, listingOutgoingPayments } from './operations.ts'
import { listFirst } from './requests.ts'

/** Longer pages, which show answers with several items. */
const pages: readonly Subject[] = [
  {
    ...listingOutgoingPayments,
    prepare: async (session) => listFirst(session, 'list-outgoing-payments', { first: 10 }),
  },
  {
    ...listingIncomingPayments,
    prepare: async (session) => listFirst(session, 'list-incoming-payments', { first: 10 }),
  },
]

export const plainest = onEach({
  id: 'whole-requests/plainest-form',
  title: 'A whole request in the plainest form is accepted',
  notices: 'plain-signature-refused',
  on: [...everyOperation, ...pages],
  claims: ['signature.accepts.plain'],
  exercises: true,
  cost: () => ({ requests: 2, accepted: 1 }),
  run: async (session, draft) => {
    await expectAccepted(session, await session.send(draft), 'signature.accepts.plain')
  },
})
