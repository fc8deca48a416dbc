import type { Answer } from '../../http/answers/answer.ts'
import type { RequestDraft, Tamper } from '../../http/draft.ts'
import { nothingWithoutConnection } from '../needs/prerequisites.ts'
import type { Observation, Session, Taken } from '../session.ts'
import { explore, sessionIn } from './explore.ts'
import { applicable, type Circumstance, inCircumstances, type Row } from './table.ts'

/** An invalid request that can be sent in any circumstances. */
export interface Attempt {
  /** Makes the invalid request from the valid one, which is already in the circumstances. */
  invalid: (whole: RequestDraft) => RequestDraft | Promise<RequestDraft>
  tamper?: Tamper
  /** Returns what the answer to the invalid request shows. */
  judge: (sent: RequestDraft, answer: Answer, behind: number) => Observation[]
  /** The observations in the simplest circumstances. */
  plainly: readonly Observation[]
}

/** The session of an attempt, and the valid request that it is made from. */
interface AttemptGround {
  session: Session
  whole: () => Promise<RequestDraft>
  /**
   * Returns the circumstances of a row in which the server accepts the valid request, with the control that shows it.
   * The member is missing if the valid request costs too much: then it is sent only if something breaks.
   */
  taken?: (row: Row) => Promise<Taken | undefined>
}

/**
 * Sends the attempt in these circumstances, and judges only claims that held in the simplest ones. Returns true if any
 * broke.
 */
export async function tryIn(ground: AttemptGround, row: Row, attempt: Attempt): Promise<boolean> {
  const tried = ground.taken ? behindControl(ground, row, attempt) : beforeControl(ground, row, attempt)
  return (await tried.catch(nothingWithoutConnection)) ?? false
}

const behindControl = async (ground: AttemptGround, row: Row, attempt: Attempt): Promise<boolean> => {
  const { session, taken } = ground
  const accepted = await taken?.(row)
  if (!accepted) return false
  const batch = session.controls.open()
  session.controls.take(accepted.control, [batch])
  return explore(session, {
    row: accepted.row,
    look: async (under) => {
      const sent = await sendBeside(ground, under, attempt)
      return shownBy(attempt, sent, batch).filter(({ outcome }) => outcome !== 'noted')
    },
  })
}

/** Sends the invalid request first, and the control only if something breaks. Nothing is observed otherwise. */
const beforeControl = async (ground: AttemptGround, row: Row, attempt: Attempt): Promise<boolean> => {
  const { session, whole } = ground
  const { invalid, tamper } = attempt
  const fresh = async (): Promise<RequestDraft> => ({ ...(await invalid(await whole())), invalid: true })
  const draft = await fresh()
  if (applicable(row, draft, session).length < row.length) return false
  const batch = session.controls.open()
  let next: RequestDraft | undefined = draft
  return explore(session, {
    row,
    look: async (under) => {
      const sent = inCircumstances(under, next ?? (await fresh()), session)
      next = undefined
      const answer = await sessionIn(session, under).send(sent, tamper)
      return shownBy(attempt, { sent, answer }, batch).filter(({ outcome }) => outcome === 'broken')
    },
    counts: async () => {
      const control = inCircumstances(row, { ...(await whole()), invalid: true, patient: true }, session)
      await session.controls.send(control, [batch])
      return true
    },
  })
}

interface Sent {
  sent: RequestDraft
  answer: Answer
}

/** Keeps only those observations whose claims held in the simplest circumstances. */
const shownBy = ({ plainly, judge }: Attempt, { sent, answer }: Sent, batch: number): Observation[] => {
  const held = new Set(
    plainly.filter(({ outcome }) => outcome === 'held').map(({ requirement }) => requirement),
  )
  return judge(sent, answer, batch).filter(({ requirement }) => held.has(requirement))
}

/** Sends the attempt, and the requests that these circumstances put before it or beside it. */
const sendBeside = async (
  { session, whole }: AttemptGround,
  row: Row,
  { invalid, tamper }: Attempt,
): Promise<Sent> => {
  const has = (beside: Circumstance['beside']): boolean => row.some((one) => one.beside === beside)
  const draft = inCircumstances(row, await whole(), session)
  if (has('the same before')) {
    const same = inCircumstances(row, await whole(), session)
    await session.send({ ...same, ...(draft.line ? { line: draft.line } : {}), invalid: true })
  }
  const sent = { ...(await invalid(draft)), invalid: true as const }
  const beside = has('another meanwhile') ? await session.circumstances?.company(session) : undefined
  const company = beside && session.send(beside)
  const [answer] = await Promise.all([sessionIn(session, row).send(sent, tamper), company])
  return { sent, answer }
}
