import { halvesOf } from '../../check/circumstances/covering.ts'
import { sendIn } from '../../check/circumstances/explore.ts'
import { applicable, type Circumstance, type Row } from '../../check/circumstances/table.ts'
import type { AcceptedRow, Circumstances, Session } from '../../check/session.ts'
import { type Answer, isServed } from '../../http/answers/answer.ts'
import type { RequestDraft } from '../../http/draft.ts'

/** Prepares a valid request that costs nothing. */
type Companion = (session: Session) => Promise<RequestDraft>

/**
 * Finds out in which circumstances of a row the server accepts the valid request, once per run for each operation and
 * row. If the server refuses the row, the circumstances that it refuses are found by halving, and are left out. What it
 * refuses at a time when it refuses the plain request as well is tried again with the next check.
 */
export function createCircumstances(
  companion: Companion,
  noRoom: string | undefined,
): Omit<Circumstances, 'plainFirst'> {
  const controls = createControls()
  const refused = new Map<RequestDraft['operation'], Set<Circumstance>>()

  return {
    beside: createCompanions(companion),
    ...(noRoom === undefined ? {} : { noRoom }),
    found: [],
    acceptedRow: async (session, row, valid) => {
      const draft = await valid()
      if (noRoom !== undefined) {
        skipAll(session, draft, noRoom)
        return undefined
      }
      const bad = refused.get(draft.operation) ?? new Set()
      refused.set(draft.operation, bad)
      const before = new Set(bad)
      const controlOf = async (some: Row): Promise<Answer | undefined> => {
        const answer = await controls.send(some, session, draft, valid)
        return isServed(answer) ? answer : undefined
      }
      const possible = applicable(row, draft, session)
      const accepted = await acceptedOf(possible, { bad, controlOf })
      const found = possible.filter((one) => bad.has(one) && !before.has(one))
      if (found.length > 0 && !isServed(await sendIn(session, [], await valid()))) {
        for (const one of found) bad.delete(one)
        controls.forget(draft)
        // Only a plain valid request shows whether the token is alive.
        await session.send(await valid())
        return undefined
      }
      const left = possible.filter((one) => bad.has(one))
      skipRow(session, draft, left)
      return accepted
    },
  }
}

/** A search for the circumstances in which the server refuses a valid request. */
interface Search {
  /** The search has found these so far. */
  bad: Set<Circumstance>
  /** Sends the valid request in circumstances. Returns the answer if the server accepts the request. */
  controlOf: (row: Row) => Promise<Answer | undefined>
}

const acceptedOf = async (row: Row, search: Search): Promise<AcceptedRow | undefined> => {
  const { bad } = search
  // Many servers refuse what they may refuse. A single request shows that, without a search.
  for (const one of row) if (one.isOpen && !bad.has(one)) await findRefused([one], search)
  const accepted = await acceptedWithout(row, search)
  if (accepted) return accepted
  await findRefused(
    row.filter((one) => !bad.has(one)),
    search,
  )
  return acceptedWithout(row, search)
}

const acceptedWithout = async (row: Row, { bad, controlOf }: Search): Promise<AcceptedRow | undefined> => {
  const left = row.filter((one) => !bad.has(one))
  const control = left.length > 0 ? await controlOf(left) : undefined
  return control && { row: left, control }
}

const findRefused = async (row: Row, search: Search): Promise<void> => {
  const [only] = row
  if (!only || (await search.controlOf(row))) return
  if (row.length === 1) search.bad.add(only)
  else for (const half of halvesOf(row)) await findRefused(half, search)
}

/** Keeps one request under way for all requests that want a concurrent one. */
const createCompanions = (companion: Companion): Circumstances['beside'] => {
  let underWay: ReturnType<Circumstances['beside']> | undefined
  const end = (): void => {
    underWay = undefined
  }
  const begin = async (session: Session): Promise<{ answer: Promise<unknown> }> => {
    const answer = session.send(await companion(session))
    answer.then(end, end)
    return { answer }
  }
  return (session) => {
    if (!underWay) {
      underWay = begin(session)
      underWay.catch(end)
    }
    return underWay
  }
}

/**
 * Sends each control request once. A request that is sent beside the control does not make it a different control, and
 * neither does its connection.
 */
const createControls = () => {
  const byOperation = new Map<RequestDraft['operation'], Map<string, Promise<Answer>>>()
  return {
    send: (
      row: Row,
      session: Session,
      { operation }: RequestDraft,
      valid: () => Promise<RequestDraft>,
    ): Promise<Answer> => {
      const own = row.filter(({ beside }) => beside === undefined)
      const key = own.flatMap(({ factor, name }) => (factor === 'connection' ? [] : [name])).join('; ')
      const controls = byOperation.get(operation) ?? new Map<string, Promise<Answer>>()
      byOperation.set(operation, controls)
      const known = controls.get(key)
      if (known) return known
      const answer = valid().then((fresh) => sendIn(session, own, fresh))
      controls.set(key, answer)
      answer.catch(() => controls.delete(key))
      return answer
    },
    forget: ({ operation }: RequestDraft): void => void byOperation.delete(operation),
  }
}

/**
 * Reports once for all checks that invalid requests are not tried in these circumstances, because the server refuses
 * valid requests there. What it may refuse anyway is left out without a word.
 */
export function skipRow(session: Session, { operation }: RequestDraft, row: Row): void {
  for (const { name, isOpen } of row)
    if (operation && !isOpen)
      session.skip(operation, [`invalid requests ${name}: the server refuses valid ones`])
}

/** Reports once for all checks that no circumstances are tried, and why. */
export function skipAll(session: Session, { operation }: RequestDraft, noRoom: string): void {
  if (operation) session.skip(operation, [noRoom])
}
