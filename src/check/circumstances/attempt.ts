import { randomUUID } from 'node:crypto'
import type { Answer } from '../../http/answers/answer.ts'
import type { RequestDraft, Tamper } from '../../http/draft.ts'
import { nothingWithoutConnection } from '../needs/prerequisites.ts'
import type { AcceptedRow, Observation, Session } from '../session.ts'
import { type Exploration, explore, sessionIn } from './explore.ts'
import { applicable, type Circumstance, inCircumstances, type Row } from './table.ts'

/** An invalid request that can be sent in any circumstances. */
export interface Attempt {
  /** Makes the invalid request from the valid one, which is already in the circumstances. */
  invalid: (valid: RequestDraft) => RequestDraft | Promise<RequestDraft>
  tamper?: Tamper
  /** Returns what the answer to the invalid request shows. */
  judge: (sent: RequestDraft, answer: Answer, behind: number) => Observation[]
  /** The observations in the simplest circumstances. */
  plainly: readonly Observation[]
  /** Set if these are the observations of a similar request, and this one was not sent in the simplest circumstances. */
  isNew?: true
}

/** The session of an attempt, and the valid request that it is made from. */
interface AttemptContext {
  session: Session
  valid: () => Promise<RequestDraft>
  /**
   * Returns the circumstances of a row in which the server accepts the valid request, with the control that shows it.
   * The member is missing if the valid request costs too much: then it is sent only if something breaks.
   */
  acceptedRow?: (row: Row) => Promise<AcceptedRow | undefined>
}

/**
 * Sends the attempt in these circumstances, and judges only claims that held in the simplest ones. If there are none,
 * nothing is sent. Returns true if any broke.
 */
export async function tryIn(context: AttemptContext, row: Row, attempt: Attempt): Promise<boolean> {
  if (!attempt.plainly.some(({ outcome }) => outcome === 'held')) return false
  const tried = context.acceptedRow
    ? behindControl(context, row, attempt)
    : beforeControl(context, row, attempt)
  return (await tried.catch(nothingWithoutConnection)) ?? false
}

const behindControl = async (context: AttemptContext, row: Row, attempt: Attempt): Promise<boolean> => {
  const { session, acceptedRow } = context
  const accepted = await acceptedRow?.(row)
  if (!accepted) return false
  const batch = session.controls.open()
  session.controls.take(accepted.control, [batch])
  return explore(session, {
    row: accepted.row,
    ...observingNew(session, attempt),
    look: async (under) => {
      const sent = await sendBeside(context, under, attempt)
      return shownBy(attempt, sent, batch).filter(({ outcome }) => outcome !== 'noted')
    },
  })
}

/** A request that was never sent plainly may break a claim in any circumstances, and every time. */
const observingNew = (session: Session, { isNew }: Attempt): Pick<Exploration, 'observe'> =>
  isNew ? { observe: (under, one) => sessionIn(session, under).observe(one) } : {}

/** Sends the invalid request first, and the control only if something breaks. Nothing is observed otherwise. */
const beforeControl = async (context: AttemptContext, row: Row, attempt: Attempt): Promise<boolean> => {
  const { session, valid } = context
  const { invalid, tamper } = attempt
  const fresh = async (): Promise<RequestDraft> => ({ ...(await invalid(await valid())), invalid: true })
  const draft = await fresh()
  if (applicable(row, draft, session).length < row.length) return false
  const batch = session.controls.open()
  let next: RequestDraft | undefined = draft
  return explore(session, {
    row,
    ...observingNew(session, attempt),
    look: async (under) => {
      const sent = inCircumstances(under, next ?? (await fresh()), session)
      next = undefined
      const answer = await sessionIn(session, under).send(sent, tamper)
      return shownBy(attempt, { sent, answer }, batch).filter(({ outcome }) => outcome === 'broken')
    },
    counts: async () => {
      const control = inCircumstances(row, { ...(await valid()), invalid: true, patient: true }, session)
      await session.controls.send(control, [batch])
      return true
    },
  })
}

interface SentAttempt {
  sent: RequestDraft
  answer: Answer
}

/** Keeps only those observations whose claims held in the simplest circumstances. */
const shownBy = (
  { plainly, judge }: Attempt,
  { sent, answer }: SentAttempt,
  batch: number,
): Observation[] => {
  const held = new Set(
    plainly.filter(({ outcome }) => outcome === 'held').map(({ requirement }) => requirement),
  )
  return judge(sent, answer, batch).filter(({ requirement }) => held.has(requirement))
}

interface SameBefore extends Pick<AttemptContext, 'valid'> {
  row: Row
  draft: RequestDraft
  uuid: string
}

const sendSame = async (
  session: AttemptContext['session'],
  { row, draft, valid, uuid }: SameBefore,
): Promise<Answer> => {
  const same = inCircumstances(row, await valid(), session)
  return session.send({ ...same, ...(draft.line ? { line: draft.line } : {}), uuid, invalid: true })
}

/** Returns true if two requests differ at most in who sends them, and in how they are signed. */
const isForTheSame = (one: RequestDraft, other: RequestDraft): boolean =>
  one.path === other.path && one.query === other.query && one.body === other.body

/**
 * Sends the attempt, and the requests that these circumstances put before it or beside it. An attempt that wants the same
 * as the request before it has the same idempotency key, which must not spare it the checks of a server.
 */
const sendBeside = async (
  { session, valid }: AttemptContext,
  row: Row,
  { invalid, tamper }: Attempt,
): Promise<SentAttempt> => {
  const has = (beside: Circumstance['beside']): boolean => row.some((one) => one.beside === beside)
  const draft = inCircumstances(row, await valid(), session)
  const uuid = randomUUID()
  const before = has('the same before') ? await sendSame(session, { row, draft, valid, uuid }) : undefined
  // Only what is signed at the same time has the same signature.
  const signedAt = before?.signedAt && { signedAt: before.signedAt }
  const flawed = await invalid(draft)
  const shared = isForTheSame(flawed, draft) ? { uuid } : {}
  const sent = { ...signedAt, ...flawed, ...shared, invalid: true as const }
  const beside = has('another meanwhile') ? await session.circumstances?.beside(session) : undefined
  const [answer] = await Promise.all([sessionIn(session, row).send(sent, tamper), beside?.answer])
  return { sent, answer }
}
