import type { Session } from '../../check/session.ts'
import type { Look, Side, SideView } from '../../check/side.ts'
import type { Subject } from '../../check/subject.ts'
import { madeBy, marked, showsMetadata } from '../../check/unaccepted-request.ts'
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
  /** Sends a control with a mark in its metadata, and returns its answer, if there is one. */
  control: (mark: string) => Promise<Answer | undefined>
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
    const findings: Finding[] = []
    for (const tried of one.batches)
      if (isOf(tried, fresh) && !findings.includes('guilty')) findings.push(await confirm(one, tried, fresh))
    return findings.find((finding) => finding !== 'innocent') ?? 'innocent'
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

/** Whether the server made something for a refused request, as the requests that were sent once more show. */
type Finding = 'guilty' | 'innocent' | 'unclear'

/**
 * Somebody else may have created what turned up. So the requests that may have made it are sent again, each with a mark in
 * its metadata. A resource that turns up then counts against the server if it bears the mark. The control that follows has
 * a mark too, which shows whether the server hides metadata. If it does, or if a request cannot have a mark, a resource that
 * resembles the request counts, provided that none turns up while nothing is sent.
 */
const confirm = async (
  one: Watched,
  tried: TriedRequest,
  found: readonly ShownResource[],
): Promise<Finding> => {
  const { session, closing } = tried
  const suspects = suspectsOf(one, tried, found)
  const seen: SeenAgain = { sent: [], made: [], showsMarks: false }
  const look = (shown: Answer): Promise<boolean> => lookAgain(one, session, shown, seen)
  const mark = idOf(closing) ?? ''
  const begun = session.time.own.now()
  for (let round = 0; round < rounds && guiltyOf(one, seen).length === 0; round++) {
    seen.sent.push(...(await tried.again(`${mark} ${round}`, suspects)))
    if (!(await look(closing))) return 'unclear'
  }
  const control = await tried.control(`${mark} control`)
  if (!control || !isAccepted(control) || !isClear(seen.sent) || !(await look(control))) return 'unclear'
  if (guiltyOf(one, seen).length === 0) {
    // The resources that turned up so far may come from somebody else, and the marked ones may still follow.
    await pause(session, late)
    await look(control)
  }
  const guilty = guiltyOf(one, seen)
  const isQuiet = async (): Promise<boolean> => {
    // While nothing is sent, nothing like it may turn up: that would be somebody else's, as the others may be.
    const before = seen.made.length
    await pause(session, Math.max(late, session.time.own.now() - begun))
    await look(control)
    return suspectsOf(one, tried, seen.made.slice(before)).length === 0
  }
  const likenessCounts = guilty.some(({ evidence }) => evidence === 'likeness') && (await isQuiet())
  const certain = guilty.filter(({ evidence }) => evidence === 'mark' || likenessCounts)
  if (accuse(one, tried, certain)) return 'guilty'
  return seen.showsMarks ? 'innocent' : 'unclear'
}

/** Adds what has turned up in the list since the last look. Returns false if the list cannot be read. */
const lookAgain = async (
  one: Watched,
  session: Session,
  shown: Answer,
  seen: SeenAgain,
): Promise<boolean> => {
  const view = await viewOf(one, session, shown)
  if (!view) return false
  seen.made.push(...(await unexplained(one, session, view)))
  seen.showsMarks ||= showsMetadata(view.shown.values())
  return true
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

/** The requests that were sent once more, and the resources that turned up meanwhile. */
interface SeenAgain {
  sent: SentInBatch[]
  made: ShownResource[]
  /** Set if the list shows metadata, and so the marks. */
  showsMarks: boolean
}

const guiltyOf = ({ side }: Watched, { sent, made, showsMarks }: SeenAgain) =>
  sent.flatMap((each) => {
    const resembles = (asked: RequestDraft, fields: Record<string, unknown>): boolean =>
      side.resembles(each.session, asked, fields)
    const found = isRefused(each.answer) ? madeBy(each, made, { showsMarks, resembles }) : undefined
    return found ? [{ sent: each, ...found }] : []
  })

/**
 * Counts the unexplained payments against the money limits, unless they are certainly somebody else's. They are counted
 * after the task, so that many of them at once leave room for the requests that find out who made them.
 */
const bookedAfter = async (
  tried: TriedRequest,
  count: number,
  task: () => Promise<Finding>,
): Promise<void> => {
  let finding: Finding = 'unclear'
  try {
    finding = await task()
  } finally {
    for (let made = 0; finding !== 'innocent' && made < count; made++) bookOne(tried)
  }
}

const bookOne = ({ session, sent }: TriedRequest): void => {
  const debits = sent.find(({ draft }) => draft.debits !== undefined)?.draft.debits
  if (debits !== undefined) session.money.book(debits)
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
      const next = nextMark?.()
      const sent = next === undefined ? { draft } : marked(draft, next)
      const answer = await session.send(sent.draft, tamper)
      note({ session, ...sent, answer })
      return answer
    },
  }
}
