import { isAccepted, isRefused } from '../../http/answer.ts'
import type { RequestDraft } from '../../http/draft.ts'
import { nothingWithoutConnection } from '../needs/prerequisites.ts'
import type { Session } from '../session.ts'
import { rowOfBatch } from './rows.ts'
import { applicable, circumstancesNamed, inCircumstances, type Row } from './table.ts'
import { type Attempt, tryUnder } from './under-circumstances.ts'

/**
 * Sends a control that costs money, or uses something up, in circumstances; plainly, if the server refuses it in them. Where it
 * was accepted in some, what held in the plainest ones is tried in them, at no further cost.
 */
export async function controlUnder(
  session: Session,
  control: RequestDraft,
  batch: number,
  attempts: readonly Attempt[],
): Promise<void> {
  const { circumstances: known } = session
  const row = applicable(wantedRow(session), control, session)
  if (!known || row.length === 0) return void (await session.control(control, [batch]))
  const answer = await session
    .send({ ...inCircumstances(row, control, session), invalid: true, patient: true })
    .catch(nothingWithoutConnection)
  if (!answer || isRefused(answer)) return void (await session.control(control, [batch]))
  session.asControl(answer, [batch])
  if (!isAccepted(answer)) return
  const taken = { ...known, taken: async () => ({ row, control: answer }) }
  for (const attempt of attempts)
    await tryUnder({ session, known: taken, whole: async () => control }, row, attempt)
}

/** A replay asks for the circumstances of its failure, or for none. */
const wantedRow = ({ replay, seed, circumstances }: Session): Row => {
  if (replay?.circumstances) return circumstancesNamed(replay.circumstances)
  return replay || circumstances?.noRoom !== undefined ? [] : rowOfBatch(Math.abs(seed))
}
