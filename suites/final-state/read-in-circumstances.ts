import { explore, rowsFor, sessionIn } from '../../src/check/circumstances/explore.ts'
import { policy } from '../../src/check/circumstances/rows.ts'
import { inCircumstances, type Row } from '../../src/check/circumstances/table.ts'
import { nothingWithoutConnection, type Observation, type Session } from '../../src/check/session.ts'
import { type Answer, isAccepted } from '../../src/http/answers/answer.ts'
import type { RequestDraft } from '../../src/http/draft.ts'

/** A reading of a resource in circumstances, and its response. */
interface LookedUp {
  draft: RequestDraft
  row: Row
  first: Answer
}

/** A resource that was not found in the circumstances, although it exists. */
interface Missed extends LookedUp {
  seen: (answer: Answer) => Observation
}

/** Reads resources in turn plainly and in circumstances that mean nothing. */
export interface Reader {
  /** Reads a resource and returns the response that counts. If it is not found in circumstances, it is read plainly. */
  read: (draft: RequestDraft, seen: Missed['seen']) => Promise<Answer>
  /** Reads in circumstances a resource that was just read plainly. */
  readUnder: (draft: RequestDraft, seen: Missed['seen']) => Promise<void>
  /** Claims that resources found only plainly exist, if another one was found in the same circumstances. */
  close: () => Promise<void>
}

export function createReader(session: Session): Reader {
  const rows = rowsFor(session, policy.reads)
  const missed: Missed[] = []
  const found: LookedUp[] = []
  let turn = 0
  let looks = 0
  const look = async (draft: RequestDraft): Promise<LookedUp | undefined> => {
    const row = rows[looks++ % rows.length] ?? []
    const first = await sendIn(session, row, draft).catch(nothingWithoutConnection)
    if (!first) return undefined
    const seen = { draft, row, first }
    if (isAccepted(first) && !foundLike(seen)) found.push(seen)
    return seen
  }
  const foundLike = ({ row }: LookedUp): LookedUp | undefined => found.find((other) => other.row === row)
  return {
    readUnder: async (draft, seen) => {
      if (rows.length === 0) return
      const one = await look(draft)
      if (one && seen(one.first).outcome === 'broken') missed.push({ ...one, seen })
    },
    read: async (draft, seen) => {
      if (rows.length === 0 || (turn++ % 2 === 1 && !session.replay)) return session.send(draft)
      const one = await look(draft)
      if (one && seen(one.first).outcome !== 'broken') return one.first
      const plainly = await session.send(draft)
      if (one && isAccepted(plainly)) missed.push({ ...one, seen })
      return plainly
    },
    close: async () => {
      const one = missed.find(foundLike)
      const other = one && foundLike(one)
      if (one && other) await claimMissed(session, one, other)
    },
  }
}

const sendIn = (session: Session, under: Row, draft: RequestDraft): Promise<Answer> =>
  sessionIn(session, under).send(inCircumstances(under, draft, session))

/** Claims that the missed resource exists. The one that was found in the same circumstances is the control. */
const claimMissed = async (session: Session, one: Missed, found: LookedUp): Promise<void> => {
  const behind = session.controls.open()
  session.controls.take(found.first, [behind])
  const look = async (under: Row): Promise<Observation[]> => [
    { ...one.seen(await sendIn(session, under, one.draft)), behind },
  ]
  await explore(session, { row: one.row, seen: [{ ...one.seen(one.first), behind }], look })
}
