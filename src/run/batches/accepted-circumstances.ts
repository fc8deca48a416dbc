import { sendIn } from '../../check/circumstances/explore.ts'
import { applicable, type Circumstance, type Row } from '../../check/circumstances/table.ts'
import type { Circumstances, Session, Taken } from '../../check/session.ts'
import { type Answer, isAccepted } from '../../http/answers/answer.ts'
import type { RequestDraft } from '../../http/draft.ts'

/**
 * Finds out in which circumstances of a row the server accepts the valid request, once per run for each operation and
 * row. If the server refuses the row, each circumstance is tried by itself, and those that it refuses are left out.
 */
export function createCircumstances(
  company: Circumstances['company'],
  noRoom: string | undefined,
): Circumstances {
  const controlIn = createControls()
  const refused = new Map<RequestDraft['operation'], Set<Circumstance>>()

  return {
    company,
    ...(noRoom === undefined ? {} : { noRoom }),
    found: [],
    taken: async (session, row, whole) => {
      const draft = await whole()
      if (noRoom !== undefined) {
        leaveOutAll(session, draft, noRoom)
        return undefined
      }
      const bad = refused.get(draft.operation) ?? new Set()
      refused.set(draft.operation, bad)
      const control = async (some: Row): Promise<Answer | undefined> => {
        const answer = await controlIn(some, session, draft, whole)
        return isAccepted(answer) ? answer : undefined
      }
      const without = async (some: Row): Promise<Taken | undefined> => {
        const left = some.filter((one) => !bad.has(one))
        const accepted = left.length > 0 ? await control(left) : undefined
        return accepted && { row: left, control: accepted }
      }
      const possible = applicable(row, draft, session)
      let taken = await without(possible)
      if (!taken) {
        for (const one of possible) if (!bad.has(one) && !(await control([one]))) bad.add(one)
        taken = await without(possible)
      }
      leaveOut(
        session,
        draft,
        possible.filter((one) => bad.has(one)),
      )
      return taken
    },
  }
}

type SendControl = (
  row: Row,
  session: Session,
  draft: RequestDraft,
  whole: () => Promise<RequestDraft>,
) => Promise<Answer>

/** Sends each control request once. A request that is sent beside the control does not make it a different control. */
function createControls(): SendControl {
  const controls = new Map<string, Promise<Answer>>()
  return (row, session, draft, whole) => {
    const own = row.filter(({ beside }) => beside === undefined)
    const key = [draft.operation, ...own.map(({ name }) => name)].join('; ')
    const known = controls.get(key)
    if (known) return known
    const answer = whole().then((fresh) => sendIn(session, own, fresh))
    controls.set(key, answer)
    answer.catch(() => controls.delete(key))
    return answer
  }
}

/**
 * Reports once for all checks that invalid requests are not tried in these circumstances, because the server refuses
 * valid requests there.
 */
export function leaveOut(session: Session, { operation }: RequestDraft, row: Row): void {
  for (const { name } of row)
    if (operation) session.leaveOut(operation, [`invalid requests ${name}: the server refuses valid ones`])
}

/** Reports once for all checks that no circumstances are tried, and why. */
export function leaveOutAll(session: Session, { operation }: RequestDraft, noRoom: string): void {
  if (operation) session.leaveOut(operation, [noRoom])
}
