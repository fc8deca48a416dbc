import { expectAccepted } from '../../src/check/expect-answer.ts'
import { onEach } from '../../src/check/kinds/on-each.ts'
import { PreconditionFailed } from '../../src/check/session.ts'
import type { Subject } from '../../src/check/subject.ts'
import { answerInWords, isAccepted, isRefused } from '../../src/http/answers/answer.ts'
import {
  creatingQuote,
  everyOperation,
  listingIncomingPayments,
  listingOutgoingPayments,
} from '../support/operations.ts'
import { type List, listFirst, pageOf } from '../support/walk.ts'
import { requiredComponents } from './signature-headers.ts'

/** A list with a longer page, so that responses with several items are seen: as long as the server lets it be. */
const longerPageOf = (listing: Subject, list: List): Subject => ({
  ...listing,
  prepare: async (session) => {
    const { asked } = await pageOf(session, list, { cursor: undefined, first: 10 })
    return listFirst(session, list, { first: asked ?? 1 })
  },
})

const longerPages: readonly Subject[] = [
  longerPageOf(listingOutgoingPayments, 'list-outgoing-payments'),
  longerPageOf(listingIncomingPayments, 'list-incoming-payments'),
]

const noFurther = 'signature.accepts.no-further-components'

/** Components that a verifier may require beyond those of the interface. */
const further = ['content-type', 'content-length']

/** Claims nothing if the server also refuses a signature that covers more: the refusal then has another reason. */
export const requiredComponentsOnly = onEach({
  id: 'whole-requests/no-further-components',
  title: 'A body signed over only the required components is accepted',
  detects: 'plain-components-refused',
  on: [creatingQuote],
  claims: [noFurther],
  cost: () => ({ requests: 2, accepted: 2 }),
  run: async (session, draft) => {
    const plain = await session.send({ ...draft, signing: { components: requiredComponents, exactly: true } })
    const seen = { requirement: noFurther, want: 'accepted (any 2xx)', answer: plain }
    if (isAccepted(plain)) return session.observe({ ...seen, outcome: 'held', got: answerInWords(plain) })
    const added = [...new Set([...session.target.signing.components, ...further])].filter(
      (name) => !requiredComponents.includes(name),
    )
    const components = [...requiredComponents, ...added]
    const covered = await session.send({ ...draft, signing: { components } })
    if (!isRefused(plain) || !isAccepted(covered))
      throw new PreconditionFailed(
        `the server refuses quotes whatever the signature covers: ${answerInWords(covered)}`,
      )
    const names = components.map((name) => `"${name}"`).join(', ')
    const got = `${answerInWords(plain)}, and ${answerInWords(covered)} with ${added.join(' and ')} covered. To sign these components in every request, set signing.components: [${names}]`
    session.observe({ ...seen, outcome: 'broken', got })
  },
})

export const simplestForm = onEach({
  id: 'whole-requests/plainest-form',
  title: 'A valid request in the plainest form is accepted',
  detects: 'plain-signature-refused',
  on: [...everyOperation, ...longerPages],
  claims: ['signature.accepts.plain'],
  exercises: true,
  cost: () => ({ requests: 2, accepted: 1 }),
  run: async (session, draft) => {
    await expectAccepted(session, await session.send(draft), 'signature.accepts.plain')
  },
})
