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
  /** Sends a control, and returns its answer, if there is one. */
  control: () => Promise<Answer | undefined>
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

/** The refused requests that may have made one of these resources. */
const suspectsOf = (
  { side }: Watched,
  { session, sent }: Pick<TriedRequest, 'session' | 'sent'>,
  made: readonly ShownResource[],
): readonly SentInBatch[] =>
  sent.filter(
    ({ draft, answer }) =>
      isRefused(answer) && made.some(([, fields]) => side.resembles(session, draft, fields)),
  )

/** A request that was neither accepted nor refused may have had any effect, so its batch is not judged. */
const isClear = (sent: readonly SentInBatch[]): boolean =>
  sent.every(({ answer }) => isRefused(answer) || (isAccepted(answer) && idOf(answer) !== undefined))

const examine = async (one: Watched, tried: TriedRequest): Promise<void> => {
  const { session, closing, sent } = tried
  const view = one.known && (await viewOf(one, session, closing))
  if (!view) return
  const fresh = await unexplained(one, session, view)
  if (!isClear(sent)) return
  one.batches.push(tried)
  const found = fresh.filter((shown) => suspectsOf(one, tried, [shown]).length > 0)
  if (found.length > 0) await bookedAfter(tried, found.length, () => confirm(one, tried, found))
  else expectNothing(one, tried, view)
}

const examineLate = async (one: Watched): Promise<void> => {
  const last = one.batches.at(-1)
  if (!last || one.blind) return
  await pause(last.session, late)
  const view = await viewOf(one, last.session, last.closing)
  if (!view) return
  const fresh = await unexplained(one, last.session, view)
  const isOf = (tried: TriedRequest, made: readonly ShownResource[]): boolean =>
    suspectsOf(one, tried, made).length > 0
  const found = fresh.filter((shown) => one.batches.some((tried) => isOf(tried, [shown])))
  await bookedAfter(last, found.length, async () => {
    for (const tried of one.batches) if (isOf(tried, fresh) && (await confirm(one, tried, fresh))) return
  })
}

const want = 'nothing created by a refused request'

const expectNothing = ({ side }: Watched, { sent }: TriedRequest, { answer }: SideView): void => {
  const refused = sent.filter((one) => isRefused(one.answer))
  const checks = new Map(refused.map((one) => [one.check, one]))
  for (const { session, behind } of checks.values())
    session.observe({ requirement: side.requirement, outcome: 'held', want, got: 'nothing', answer, behind })
}

/** The number of times that the suspects are sent again if nothing turns up: a server may fail only now and then. */
const rounds = 3

/**
 * Somebody else may have created what turned up. So the requests that may have made it are sent again, each with a mark in
 * its metadata. A resource that turns up then counts against the server if it bears the mark, or if the server hides
 * metadata and the resource resembles the request.
 */
const confirm = async (
  one: Watched,
  tried: TriedRequest,
  found: readonly ShownResource[],
): Promise<boolean> => {
  const { session, closing } = tried
  const suspects = suspectsOf(one, tried, found)
  const sent: SentInBatch[] = []
  const made: ShownResource[] = []
  const look = async (shown: Answer): Promise<boolean> => {
    const view = await viewOf(one, session, shown)
    if (view) made.push(...(await unexplained(one, session, view)))
    return view !== undefined
  }
  for (let round = 0; round < rounds && guiltyOf(one, sent, made).length === 0; round++) {
    sent.push(...(await tried.again(`${idOf(closing) ?? ''} ${round}`, suspects)))
    if (!(await look(closing))) return false
  }
  const control = await tried.control()
  if (!control || !isAccepted(control) || !isClear(sent) || !(await look(control))) return false
  if (guiltyOf(one, sent, made).length === 0) {
    // The resources that turned up so far may come from somebody else, and the marked ones may still follow.
    await pause(session, late)
    await look(control)
  }
  return accuse(one, tried, guiltyOf(one, sent, made))
}

/** Reports these refused requests, each with what it made. Returns false if there are none. */
const accuse = (one: Watched, tried: TriedRequest, guilty: ReturnType<typeof guiltyOf>): boolean => {
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

const guiltyOf = (one: Watched, sent: readonly SentInBatch[], found: readonly ShownResource[]) =>
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
