import type { Answer } from '../../http/answer.ts'
import type { RequestDraft, Tamper } from '../../http/draft.ts'
import { nothingWithoutConnection } from '../needs/prerequisites.ts'
import { type Circumstances, type Observation, PreconditionFailed, type Session } from '../session.ts'
import { applicable, type Circumstance, circumstances, inCircumstances, type Row } from './table.ts'

/** An invalid request that can be sent in any circumstances. */
export interface Attempt {
  /** Makes it of the whole request, which is in the circumstances already. */
  invalid: (whole: RequestDraft) => RequestDraft | Promise<RequestDraft>
  tamper?: Tamper
  /** What the answer to it shows. */
  judge: (sent: RequestDraft, answer: Answer, behind: number) => Observation[]
  /** What it showed in the plainest circumstances. */
  plainly: readonly Observation[]
}

/** Where an attempt is made, and the whole request that it is made of. */
interface Ground {
  session: Session
  known: Circumstances
  whole: () => Promise<RequestDraft>
}

type Uncontrolled = Pick<Ground, 'session' | 'whole'>

/**
 * Sends what held so many times more, one after the other: a server that counts its requests meets one of them. What breaks
 * then breaks not each time.
 */
export async function tryRepeatedly(ground: Uncontrolled, times: number, attempt: Attempt): Promise<void> {
  for (let turn = 0; turn < times; turn++) if (await breaksUncontrolled(ground, [], attempt)) return
}

/** Sends what held in circumstances in which the whole request would cost too much: it is sent there only if something breaks. */
export async function tryUncontrolled(ground: Uncontrolled, row: Row, attempt: Attempt): Promise<void> {
  await breaksUncontrolled(ground, row, attempt).catch(nothingWithoutConnection)
}

/** Whether it breaks there; then a control is sent, and what broke is observed. */
const breaksUncontrolled = async (
  { session, whole }: Uncontrolled,
  row: Row,
  attempt: Attempt,
): Promise<boolean> => {
  const { invalid, tamper, judge, plainly } = attempt
  const draft = { ...(await invalid(await whole())), invalid: true as const }
  if (applicable(row, draft, session).length < row.length) return false
  const sent = inCircumstances(row, draft, session)
  const answer = await placeOf(session, row).send(sent, tamper)
  const batch = session.newBatch()
  const held = requirementsHeld(plainly)
  const broken = judge(sent, answer, batch).filter(
    ({ requirement, outcome }) => outcome === 'broken' && held.has(requirement),
  )
  if (broken.length === 0) return false
  const control = inCircumstances(row, { ...(await whole()), invalid: true, patient: true }, session)
  await session.control(control, [batch])
  for (const one of broken) observeUnder(session, row, one)
  return true
}

const requirementsHeld = (plainly: readonly Observation[]): Set<string> =>
  new Set(plainly.filter(({ outcome }) => outcome === 'held').map(({ requirement }) => requirement))

/** What was seen in a row of circumstances. */
interface ShownUnder<O extends Observation> {
  row: Row
  seen: readonly O[]
}

/**
 * Tries in these circumstances what held in the plainest ones, as far as the server takes the whole request in them. What
 * breaks is observed under the fewest circumstances in which it breaks; in a replay, which names those, as it is.
 */
export async function tryUnder(ground: Ground, row: Row, attempt: Attempt): Promise<void> {
  await tryIn(ground, row, attempt).catch(nothingWithoutConnection)
}

const tryIn = async (ground: Ground, row: Row, attempt: Attempt): Promise<void> => {
  const { session, known, whole } = ground
  const taken = await known.taken(session, row, whole)
  if (!taken) return
  const batch = session.newBatch()
  session.asControl(taken.control, [batch])
  const look = (under: Row): Promise<Observation[]> => seenUnder(ground, under, attempt, batch)
  const first = { row: taken.row, seen: await look(taken.row) }
  const worst = first.seen.find(({ outcome }) => outcome === 'broken')
  const shown = worst && !session.replay ? await fewest(first, worst, look, known.found) : first
  for (const one of shown.seen) observeUnder(session, shown.row, one)
}

/**
 * The fewest and the weakest circumstances in which the same claim breaks, each time; none, if it breaks without any or not
 * each time. Ends early if limits do not allow more.
 */
export async function fewest<O extends Observation>(
  first: ShownUnder<O>,
  { requirement }: Observation,
  look: (row: Row) => Promise<O[]>,
  found: Row[],
): Promise<ShownUnder<O>> {
  let smallest = first
  const breaksIn = async (row: Row): Promise<boolean> => {
    const seen = await look(row)
    const breaks = seen.some((one) => one.outcome === 'broken' && one.requirement === requirement)
    if (breaks) smallest = { row, seen }
    return breaks
  }
  try {
    for (const row of found.filter((some) => isWithin(some, first.row)))
      if (await breaksIn(row)) return smallest
    if (await breaksIn([])) return smallest
    for (const one of first.row) await breaksIn(smallest.row.filter((other) => other !== one))
    for (const one of smallest.row) {
      for (const weaker of weakerThan(one)) {
        if (await breaksIn(smallest.row.map((other) => (other === one ? weaker : other)))) break
      }
    }
    const { row } = smallest
    const isSteady = row.length > 0 && (await breaksIn(row)) && (await breaksIn(row))
    if (!isSteady) return { ...smallest, row: [] }
    found.unshift(row)
  } catch (error) {
    if (!(error instanceof PreconditionFailed)) throw error
  }
  return smallest
}

const isWithin = (some: Row, row: Row): boolean =>
  some.every((one) => row.some((other) => other === one || weakerThan(other).includes(one)))

const weakerThan = (one: Circumstance): Circumstance[] => {
  const alike = circumstances.filter(({ factor }) => factor === one.factor)
  return ['size', 'members', 'query'].includes(one.factor) ? alike.slice(0, alike.indexOf(one)) : []
}

const placeOf = (session: Session, row: Row): Session =>
  row.length > 0 ? session.of({ circumstances: row.map(({ name }) => name) }) : session

/** What is broken without any is broken, though not each time. */
export function observeUnder(session: Session, row: Row, observation: Observation): void {
  placeOf(session, row).observe(
    row.length > 0 ? observation : { ...observation, got: `${observation.got}, but not every time` },
  )
}

/** What is shown of claims that hold in the plainest circumstances. */
const seenUnder = async (
  ground: Ground,
  row: Row,
  attempt: Attempt,
  batch: number,
): Promise<Observation[]> => {
  const held = requirementsHeld(attempt.plainly)
  const { sent, answer } = await sendUnder(ground, row, attempt)
  return attempt
    .judge(sent, answer, batch)
    .filter(({ requirement, outcome }) => held.has(requirement) && outcome !== 'noted')
}

const sendUnder = async (
  { session, known, whole }: Ground,
  row: Row,
  { invalid, tamper }: Attempt,
): Promise<{ sent: RequestDraft; answer: Answer }> => {
  const has = (beside: Circumstance['beside']): boolean => row.some((one) => one.beside === beside)
  const draft = inCircumstances(row, await whole(), session)
  if (has('the same before')) {
    const same = inCircumstances(row, await whole(), session)
    await session.send({ ...same, ...(draft.line ? { line: draft.line } : {}), invalid: true })
  }
  const sent = { ...(await invalid(draft)), invalid: true as const }
  const company = has('another meanwhile') ? session.send(await known.company(session)) : undefined
  const [answer] = await Promise.all([placeOf(session, row).send(sent, tamper), company])
  return { sent, answer }
}
