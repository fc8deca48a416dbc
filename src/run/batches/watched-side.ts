import type { Session } from '../../check/session.ts'
import type { Look, Side, SideView, Subject } from '../../check/subject.ts'
import { watch } from '../../check/watch.ts'
import { type Answer, isAccepted, isRefused } from '../../http/answers/answer.ts'
import { textIn } from '../../http/answers/shown.ts'
import type { RequestDraft } from '../../http/draft.ts'

/** A request of a batch, and the place in a check where it was sent. */
export interface SentInvalid {
  session: Session
  draft: RequestDraft
  answer: Answer
  /** The mark in its metadata. It tells the resources that this request created from all others. */
  mark?: string
}

/** A request of a batch, the id of its check, and the number of the batch in that check. */
export type SentInBatch = SentInvalid & { check: string; behind: number }

/** A batch of invalid requests between two controls. */
export interface TriedRequest {
  subject: Subject
  /** The session of the first check of the batch. One look serves all checks. */
  session: Session
  /** The requests that were sent between the controls. */
  sent: readonly SentInBatch[]
  /** The control that closed the batch. */
  closing: Answer
  /**
   * Sends the invalid requests of the checks that sent `suspects` again, each with a mark in its metadata. The marks begin
   * with `mark`.
   */
  again: (mark: string, suspects: readonly SentInBatch[]) => Promise<readonly SentInBatch[]>
  /** Sends a control with a mark in its metadata, and returns its answer, if there is one. */
  control: (mark: string) => Promise<Answer | undefined>
}

/** The milliseconds to wait for a resource that a refused request created and that turns up late. */
export const late = 1000

/** A side-effect check, and the resources that it already knows. */
export interface Watched {
  side: Side
  look: Look
  /** The ids that were ever seen, or undefined if nothing was seen yet. A look may read only a part of the list. */
  known: ReadonlySet<string> | undefined
  /** The time of the first look in milliseconds, by the Date of its response if it has one. */
  since: number
  /** Set if the list cannot be read, or does not show created resources. Then nothing can be learned from it. */
  blind: boolean
  batches: TriedRequest[]
}

export const watchedOn = (side: Side): Watched => ({
  side,
  look: side.open(),
  known: undefined,
  since: 0,
  blind: false,
  batches: [],
})

/**
 * Watches the list until it has shown `made`, now or to an earlier look: a look that reads on from where another one
 * ended does not come past it again. Returns undefined if the list cannot be read, or does not show `made` in time.
 */
export const viewOf = async (one: Watched, session: Session, made: Answer): Promise<SideView | undefined> => {
  const id = textIn(made, 'id')
  if (one.blind || id === undefined) return undefined
  const isShown = ({ shown }: SideView): boolean => shown.has(id) || one.known?.has(id) === true
  const view = await watch(
    session,
    () => one.look(session, id),
    (seen) => seen === undefined || isShown(seen),
  )
  if (view && isShown(view)) return view
  one.blind = true
  session.skip(one.side.of, [
    `${one.side.name}: it cannot be read, or does not show created resources, so the effect of refused requests is unknown`,
  ])
  return undefined
}

export type ShownResource = [id: string, fields: Record<string, unknown>]

/** Milliseconds by which createdAt may be before a Date of the same moment. */
const tolerance = 2000

/**
 * The resources that have appeared since the last look, that no accepted request created, and that are not dated before
 * the first look, because a look may read more of the list than the one before.
 */
export const unexplained = async (
  one: Watched,
  session: Session,
  { shown }: SideView,
): Promise<ShownResource[]> => {
  const { known } = one
  const isOld = ({ createdAt }: ShownResource[1]): boolean =>
    typeof createdAt === 'string' && Date.parse(createdAt) < one.since - tolerance
  // A resource that another check creates at the same time may be listed before its response arrives.
  await session.memory.answered()
  const created = session.memory.known()
  one.known = new Set([...(known ?? []), ...shown.keys()])
  if (!known) return []
  return [...shown].filter(
    ([id, fields]) => !known.has(id) && !isOld(fields) && created.get(id)?.createdWith === undefined,
  )
}

/** The refused requests that may have made one of these resources. */
export const suspectsOf = (
  { side }: Watched,
  { session, sent }: Pick<TriedRequest, 'session' | 'sent'>,
  made: readonly ShownResource[],
): readonly SentInBatch[] =>
  sent.filter(
    ({ draft, answer }) =>
      isRefused(answer) && made.some(([, fields]) => side.resembles(session, draft, fields)),
  )

/** A request that was neither accepted nor refused may have had any effect, so its batch is not judged. */
export const isClear = (sent: readonly SentInBatch[]): boolean =>
  sent.every(({ answer }) => isRefused(answer) || (isAccepted(answer) && textIn(answer, 'id') !== undefined))

export const want = 'nothing created by a refused request'

export const bookOne = ({ session, sent }: TriedRequest): void => {
  const debits = sent.find(({ draft }) => draft.debits !== undefined)?.draft.debits
  if (debits !== undefined) session.money.book(debits)
}
