import { sendIn } from '../../check/circumstances/explore.ts'
import { applicable, type Circumstance, type Row } from '../../check/circumstances/table.ts'
import type { AcceptedRow, Session } from '../../check/session.ts'
import { isAccepted } from '../../http/answers/answer.ts'
import type { RequestDraft } from '../../http/draft.ts'
import { skipRow } from './accepted-circumstances.ts'

/** The most retries of a refused control in subsets of its row. */
export const mostTries = 5

/**
 * Closes batches whose control costs money, in other circumstances than the simplest. A refused control costs nothing,
 * so the circumstances that the server refuses are found by halving the row, over all batches of a run.
 */
export interface ClosingRows {
  close: (session: Session, row: Row, draft: RequestDraft) => Promise<AcceptedRow | undefined>
}

export function createClosingRows(): ClosingRows {
  const good = new Set<Circumstance>()
  const bad = new Set<Circumstance>()
  let halved: Row = []
  return {
    close: async (session, wanted, draft) => {
      const possible = applicable(wanted, draft, session)
      const unknown = (): Row => possible.filter((one) => !good.has(one) && !bad.has(one))
      // A long row is halved over several batches.
      const left = unknown().filter((one) => halved.includes(one))
      let tested = left.length > 0 ? left : unknown()
      for (let tries = 0; tries < mostTries; tries++) {
        const row = possible.filter((one) => good.has(one) || tested.includes(one))
        if (row.length === 0) return undefined
        const control = await sendIn(session, row, draft)
        if (isAccepted(control)) {
          for (const one of tested) good.add(one)
          halved = []
          return { row, control }
        }
        const [only] = tested
        if (tested.length === 1 && only) {
          bad.add(only)
          skipRow(session, draft, tested)
        }
        tested = tested.length > 1 ? tested.slice(0, Math.ceil(tested.length / 2)) : unknown()
        halved = tested
      }
      return undefined
    },
  }
}
