import type { Session } from '../../check/session.ts'
import type { Look, Side, SideView } from '../../check/side.ts'
import type { Subject } from '../../check/subject.ts'
import { marked, markName } from '../../check/unaccepted-request.ts'
import { pause, watch } from '../../check/watch.ts'
import { isObject } from '../../core/json.ts'
import { type Answer, answerInWords, isAccepted, isRefused } from '../../http/answers/answer.ts'
import type { RequestDraft } from '../../http/draft.ts'

/** A request of a batch, and the place in a check where it was sent. */
export interface SentInvalid {
  session: Session
  draft: RequestDraft
  answer: Answer
  /** The mark in its metadata. It tells the resources that this request created from all others. */
  mark?: string
}

/** A batch of invalid requests between two controls. */
export interface TriedRequest {
  subject: Subject
  /** The session of the first check of the batch. One look serves all checks. */
  session: Session
  /** The requests that were sent between the controls, each with the number of the batch in its own check. */
  sent: ReadonlyArray<SentInvalid & { behind: number }>
  /** The control that closed the batch. */
  closing: Answer
  /** Sends the invalid requests again, each with a mark in its metadata, and then a control. */
  again: (mark: string) => Promise<Pick<TriedRequest, 'sent'> & { closing: Answer | undefined }>
}

/** Checks whether refused requests have created anything. */
export interface SideEffectCheck {
  /** Takes the baseline after an accepted control. Whatever exists now was not created by a later request. */
  begin: (subject: Subject, session: Session, opening: Answer) => Promise<void>
  /** Looks after a batch whose controls were accepted. */
  end: (tried: TriedRequest) => Promise<void>
  /** Looks after the last batch of a subject, because resources that turn up late count too. */
  close: (subject: Subject) => Promise<void>
}

/** The milliseconds to wait for a resource that a refused request created and that turns up late. */
const late = 1000

export function createSideEffectCheck(): SideEffectCheck {
  const watched = new Map<Subject, Watched[]>()
  const of = (subject: Subject): Watched[] => {
    const known = watched.get(subject) ?? (subject.sides ?? []).map(watchedOn)
    watched.set(subject, known)
    return known
  }
  return {
    begin: async (subject, session, opening) => {
      for (const one of of(subject)) await anchor(one, session, opening)
    },
    end: async (tried) => {
      for (const one of of(tried.subject)) await examine(one, tried)
    },
    close: async (subject) => {
      for (const one of of(subject)) await examineLate(one)
    },
  }
}

/** A side-effect check, and the resources that it already knows. */
interface Watched {
  side: Side
  look: Look
  /** The ids that were seen last, or undefined if nothing was seen yet. */
  known: ReadonlySet<string> | undefined
  /** Set if the list cannot be read, or does not show created resources. Then nothing can be learned from it. */
  blind: boolean
  batches: TriedRequest[]
}

const watchedOn = (side: Side): Watched => ({
  side,
  look: side.open(),
  known: undefined,
  blind: false,
  batches: [],
})

/**
 * Watches the list until it shows `made`. Returns undefined if the list cannot be read, or does not show `made` in
 * time.
 */
const viewOf = async (one: Watched, session: Session, made: Answer): Promise<SideView | undefined> => {
  const id = idOf(made)
  if (one.blind || id === undefined) return undefined
  const view = await watch(
    session,
    () => one.look(session, id),
    (seen) => seen === undefined || seen.shown.has(id),
  )
  if (view?.shown.has(id)) return view
  one.blind = true
  session.skip(one.side.of, [
    `${one.side.name}: it cannot be read, or does not show created resources, so the effect of refused requests is unknown`,
  ])
  return undefined
}

const idOf = ({ response }: Answer): string | undefined => {
  const id = isObject(response?.json) ? response.json['id'] : undefined
  return typeof id === 'string' ? id : undefined
}

const anchor = async (one: Watched, session: Session, opening: Answer): Promise<void> => {
  const view = await viewOf(one, session, opening)
  if (view) one.known = new Set(view.shown.keys())
}

type ShownResource = [id: string, fields: Record<string, unknown>]

/** The resources that have turned up since the last look and that no accepted request created. */
const unexplained = async (one: Watched, session: Session, { shown }: SideView): Promise<ShownResource[]> => {
  const { known } = one
  // A resource that another check creates at the same time may be listed before its response arrives.
  await session.memory.answered()
  const created = session.memory.known()
  one.known = new Set(shown.keys())
  return known
    ? [...shown].filter(([id]) => !known.has(id) && created.get(id)?.createdWith === undefined)
    : []
}

const isSuspect = (
  { side }: Watched,
  { session, sent }: Pick<TriedRequest, 'session' | 'sent'>,
  [, fields]: ShownResource,
) => sent.some(({ draft, answer }) => isRefused(answer) && side.resembles(session, draft, fields))

/** A request that was neither accepted nor refused may have had any effect, so its batch is not judged. */
const isClear = (sent: TriedRequest['sent']): boolean =>
  sent.every(({ answer }) => isRefused(answer) || (isAccepted(answer) && idOf(answer) !== undefined))

const examine = async (one: Watched, tried: TriedRequest): Promise<void> => {
  const { session, closing, sent } = tried
  const view = one.known && (await viewOf(one, session, closing))
  if (!view) return
  const fresh = await unexplained(one, session, view)
  if (!isClear(sent)) return
  one.batches.push(tried)
  const suspects = fresh.filter((shown) => isSuspect(one, tried, shown))
  if (suspects.length > 0) await bookedAfter(tried, suspects.length, () => confirm(one, tried))
  else expectNothing(one, tried, view)
}

const examineLate = async (one: Watched): Promise<void> => {
  const last = one.batches.at(-1)
  if (!last || one.blind) return
  await pause(last.session, late)
  const view = await viewOf(one, last.session, last.closing)
  if (!view) return
  const fresh = await unexplained(one, last.session, view)
  const isOf = (tried: TriedRequest): boolean => fresh.some((shown) => isSuspect(one, tried, shown))
  const suspects = fresh.filter((shown) => one.batches.some((tried) => isSuspect(one, tried, shown)))
  await bookedAfter(last, suspects.length, async () => {
    for (const tried of one.batches) if (isOf(tried) && (await confirm(one, tried))) return
  })
}

const want = 'nothing created by a refused request'

const expectNothing = ({ side }: Watched, { sent }: TriedRequest, { answer }: SideView): void => {
  const refused = sent.filter((one) => isRefused(one.answer))
  const checks = new Map(refused.map((one) => [one.behind, one]))
  for (const { session, behind } of checks.values())
    session.observe({ requirement: side.requirement, outcome: 'held', want, got: 'nothing', answer, behind })
}

/**
 * Somebody else may have created what turned up. So the same requests are sent again, each with a mark in its metadata.
 * A resource that turns up then counts against the server if it bears the mark, or if the server hides metadata and the
 * resource resembles the request.
 */
const confirm = async (one: Watched, tried: TriedRequest): Promise<boolean> => {
  const { session, closing } = tried
  const again = await tried.again(idOf(closing) ?? '')
  const held = again.closing && isAccepted(again.closing) && isClear(again.sent) ? again.closing : undefined
  const view = held && (await viewOf(one, session, held))
  if (!view || !held) return false
  let guilty = guiltyOf(one, again.sent, await unexplained(one, session, view))
  if (guilty.length === 0) {
    // The resources that turned up so far may come from somebody else, and the marked ones may still follow.
    await pause(session, late)
    const later = await viewOf(one, session, held)
    if (later) guilty = guiltyOf(one, again.sent, await unexplained(one, session, later))
  }
  for (const { sent, id } of guilty) {
    bookOne(tried)
    sent.session.observe({
      requirement: one.side.requirement,
      outcome: 'broken',
      want,
      got: `${answerInWords(sent.answer)}, but ${id} is in ${one.side.name}`,
      answer: sent.answer,
    })
  }
  return guilty.length > 0
}

const guiltyOf = (one: Watched, sent: TriedRequest['sent'], found: readonly ShownResource[]) =>
  sent.flatMap((each) => {
    const shown = found.find((made) => isMadeBy(one, each, made))
    return shown && isRefused(each.answer) ? [{ sent: each, id: shown[0] }] : []
  })

/**
 * Counts the unexplained payments against the money limits, whoever made them. They are counted after the task, so that
 * many of them at once leave room for the requests that find out who made them.
 */
const bookedAfter = async (
  tried: TriedRequest,
  count: number,
  task: () => Promise<unknown>,
): Promise<void> => {
  try {
    await task()
  } finally {
    for (let made = 0; made < count; made++) bookOne(tried)
  }
}

const bookOne = ({ session, sent }: TriedRequest): void => {
  const debits = sent.find(({ draft }) => draft.debits !== undefined)?.draft.debits
  if (debits !== undefined) session.money.book(debits)
}

const isMadeBy = (
  { side }: Watched,
  { session, draft, mark }: SentInvalid,
  [, fields]: ShownResource,
): boolean => {
  const metadata = fields['metadata']
  if (isObject(metadata) && mark !== undefined) return metadata[markName] === mark
  return metadata === undefined && side.resembles(session, draft, fields)
}

/** Returns the same session, but notes its requests to one operation, and marks them if `nextMark` is given. */
export function noting(
  session: Session,
  operation: Subject['operation'],
  note: (sent: SentInvalid) => void,
  nextMark?: () => string,
): Session {
  return {
    ...session,
    of: (place) => noting(session.of(place), operation, note, nextMark),
    // A request that is sent again was already judged the first time.
    ...(nextMark ? { observe: () => {} } : {}),
    send: async (draft, tamper) => {
      if (draft.operation !== operation) return session.send(draft, tamper)
      const mark = nextMark?.()
      const sent = mark === undefined ? draft : marked(draft, mark)
      const answer = await session.send(sent, tamper)
      note({ session, draft: sent, answer, ...(mark === undefined ? {} : { mark }) })
      return answer
    },
  }
}
