import { rowsFor } from '../../src/check/circumstances/explore.ts'
import { allAtOnce } from '../../src/check/circumstances/rows.ts'
import { otherAskers, type Row } from '../../src/check/circumstances/table.ts'
import type { Session } from '../../src/check/session.ts'
import type { RequestDraft } from '../../src/http/draft.ts'

/** A request can be sent with so many tokens of other kinds. */
const askers = 3

/** The most rows beside the plain one. */
export const mostRows = 1 + askers

/** The rows beside the plain one in which a request may leave traces elsewhere: many circumstances at once, and those as everybody else who may ask. */
export function rowsUnder(session: Session, draft: RequestDraft): Row[] {
  return rowsFor(session, () => [
    allAtOnce,
    ...otherAskers(draft, session).map((asker) => [...allAtOnce, asker]),
  ])
}
