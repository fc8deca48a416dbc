import { halvesOf } from '../../check/circumstances/covering.ts'
import { sendIn } from '../../check/circumstances/explore.ts'
import { applicable, type Circumstance, type Row } from '../../check/circumstances/table.ts'
import type { AcceptedRow, Circumstances, Session } from '../../check/session.ts'
import { type Answer, isServed } from '../../http/answers/answer.ts'
import type { RequestDraft } from '../../http/draft.ts'

/**
 * Finds out in which circumstances of a row the server accepts the valid request, once per run for each operation and
 * row. If the server refuses the row, the circumstances that it refuses are found by halving, and are left out.
 */
export function createCircumstances(
  { companion, plainFirst }: Pick<Circumstances, 'companion' | 'plainFirst'>,
  noRoom: string | undefined,
): Circumstances {
  const controlIn = createControls()
  const refused = new Map<RequestDraft['operation'], Set<Circumstance>>()

  return {
    companion,
    plainFirst,
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
      const controlOf = async (some: Row): Promise<Answer | undefined> => {
        const answer = await controlIn(some, session, draft, valid)
        return isServed(answer) ? answer : undefined
      }
      const without = async (some: Row): Promise<AcceptedRow | undefined> => {
        const left = some.filter((one) => !bad.has(one))
        const control = left.length > 0 ? await controlOf(left) : undefined
        return control && { row: left, control }
      }
      const findRefused = async (some: Row): Promise<void> => {
        const [only] = some
        if (!only || (await controlOf(some))) return
        if (some.length === 1) bad.add(only)
        else for (const half of halvesOf(some)) await findRefused(half)
      }
      const possible = applicable(row, draft, session)
      // Many servers refuse what they may refuse. One request by itself tells, and spares the search.
      for (const one of possible) if (one.isOpen && !bad.has(one)) await findRefused([one])
      let accepted = await without(possible)
      if (!accepted) {
        await findRefused(possible.filter((one) => !bad.has(one)))
        accepted = await without(possible)
      }
      skipRow(
        session,
        draft,
        possible.filter((one) => bad.has(one)),
      )
      return accepted
    },
  }
}

type SendControl = (
  row: Row,
  session: Session,
  draft: RequestDraft,
  valid: () => Promise<RequestDraft>,
) => Promise<Answer>

/** Sends each control request once. A request that is sent beside the control does not make it a different control. */
function createControls(): SendControl {
  const controls = new Map<string, Promise<Answer>>()
  return (row, session, draft, valid) => {
    const own = row.filter(({ beside }) => beside === undefined)
    const key = [draft.operation, ...own.map(({ name }) => name)].join('; ')
    const known = controls.get(key)
    if (known) return known
    const answer = valid().then((fresh) => sendIn(session, own, fresh))
    controls.set(key, answer)
    answer.catch(() => controls.delete(key))
    return answer
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
