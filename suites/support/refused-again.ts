import { rowsFor } from '../../src/check/circumstances/explore.ts'
import { policy } from '../../src/check/circumstances/rows.ts'
import {
  applicable,
  inCircumstances,
  otherIdentities,
  type Row,
} from '../../src/check/circumstances/table.ts'
import { mapConcurrently } from '../../src/check/concurrently.ts'
import { nothingWithoutConnection } from '../../src/check/needs/prerequisites.ts'
import type { Session } from '../../src/check/session.ts'
import { type Answer, isAccepted } from '../../src/http/answers/answer.ts'
import type { RequestDraft } from '../../src/http/draft.ts'

/** An answer that accepted a request, and the circumstances of the request. */
export interface AcceptedIn {
  under: Row
  answer: Answer
}

/** The two rows in which a request that must not succeed is sent again. */
export function rowsOfRefused(session: Session): Row[] {
  return rowsFor(session, () => [policy.consumes(0), policy.consumes(1)])
}

/** Sends a request that must not succeed again in each of the rows. Returns the answers that accepted it. */
export async function sendRefusedIn(
  session: Session,
  draft: RequestDraft,
  rows: readonly Row[],
): Promise<AcceptedIn[]> {
  const accepted = await mapConcurrently(session, rows, async (row) => {
    const under = applicable(row, draft, session)
    const place = session.of({ circumstances: under.map(({ name }) => name) })
    const sent = inCircumstances(under, { ...draft, invalid: true }, session)
    const answer = await place.send(sent).catch(nothingWithoutConnection)
    return answer && isAccepted(answer) ? [{ under, answer }] : []
  })
  return accepted.flat()
}

/**
 * Sends a payment that the server has refused again, in other circumstances and as every other identity that may pay.
 * Returns the answers that accepted it.
 */
export function sendRefusedOtherwise(session: Session, draft: RequestDraft): Promise<AcceptedIn[]> {
  const identities = otherIdentities(draft, session).map((identity) => [identity])
  return sendRefusedIn(session, draft, [...rowsOfRefused(session), ...identities])
}
