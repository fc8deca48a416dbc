import { circumstancesNamed, inCircumstances, type Row } from '../../src/check/circumstance.ts'
import { allAtOnce } from '../../src/check/circumstance-rows.ts'
import { nothingWithoutConnection, type Observation, type Session } from '../../src/check/session.ts'
import { fewest, observeUnder } from '../../src/check/under-circumstances.ts'
import { type Answer, isAccepted } from '../../src/http/answer.ts'
import type { RequestDraft } from '../../src/http/draft.ts'

/** No server can mean anything by these. */
const meaningless = ['order', 'names', 'connection']

/** A resource that was not found in circumstances, though it is there. */
interface Missed {
  draft: RequestDraft
  seen: (answer: Answer) => Observation
  first: Answer
}

/** Reads resources in turn plainly and in circumstances that mean nothing. */
export interface Reader {
  /** The answer that counts: in circumstances what was not found is read plainly. */
  read: (draft: RequestDraft, seen: Missed['seen']) => Promise<Answer>
  /** Reads in circumstances what was just read plainly. */
  readUnder: (draft: RequestDraft, seen: Missed['seen']) => Promise<void>
  /** Claims of what was found only plainly that it is there, if anything was found in the circumstances. */
  close: () => Promise<void>
}

export function createReader(session: Session): Reader {
  const row = wantedRow(session)
  const missed: Missed[] = []
  let found: Answer | undefined
  let turn = 0
  const sendIn = (under: Row, draft: RequestDraft): Promise<Answer> =>
    session
      .of(under.length > 0 ? { circumstances: under.map(({ name }) => name) } : {})
      .send(inCircumstances(under, draft, session))
  const look = async (draft: RequestDraft): Promise<Answer | undefined> => {
    const answer = await sendIn(row, draft).catch(nothingWithoutConnection)
    if (answer && isAccepted(answer)) found = answer
    return answer
  }
  return {
    readUnder: async (draft, seen) => {
      if (row.length === 0) return
      const first = await look(draft)
      if (first && seen(first).outcome === 'broken') missed.push({ draft, seen, first })
    },
    read: async (draft, seen) => {
      if (row.length === 0 || (turn++ % 2 === 1 && !session.replay)) return session.send(draft)
      const first = await look(draft)
      if (first && seen(first).outcome !== 'broken') return first
      const plainly = await session.send(draft)
      if (first && isAccepted(plainly)) missed.push({ draft, seen, first })
      return plainly
    },
    close: async () => {
      const [one] = missed
      if (!one || !found) return
      const behind = session.newBatch()
      session.asControl(found, [behind])
      const lookUnder = async (under: Row): Promise<Observation[]> => [
        { ...one.seen(await sendIn(under, one.draft)), behind },
      ]
      const broken = { ...one.seen(one.first), behind }
      const known = session.circumstances
      const shown =
        known && !session.replay
          ? await fewest({ row, seen: [broken] }, broken, lookUnder, known.found)
          : { row, seen: [broken] }
      for (const each of shown.seen) observeUnder(session, shown.row, each)
    },
  }
}

const wantedRow = ({ replay, circumstances }: Session): Row => {
  if (replay) return circumstancesNamed(replay.circumstances ?? [])
  if (!circumstances || circumstances.noRoom !== undefined) return []
  return allAtOnce.filter(({ factor }) => meaningless.includes(factor))
}
