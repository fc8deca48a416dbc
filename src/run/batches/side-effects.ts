import type { Session } from '../../check/session.ts'
import type { Look, Side, SideSight } from '../../check/side.ts'
import type { Subject } from '../../check/subject.ts'
import { marked, markName } from '../../check/unaccepted-request.ts'
import { pause, watch } from '../../check/watch.ts'
import { isObject } from '../../core/json.ts'
import { type Answer, answerInWords, isAccepted, isRefused } from '../../http/answers/answer.ts'
import type { RequestDraft } from '../../http/draft.ts'

/** A request of a batch, and the place in a check that it was sent at. */
export interface SentInvalid {
  session: Session
  draft: RequestDraft
  answer: Answer
  /** What its metadata was given, to tell what it made from everything else. */
  mark?: string
}

/** One batch of invalid requests behind controls. */
export interface TriedRequest {
  subject: Subject
  /** Of the first check of the batch: what is looked at is looked at for all of them. */
  session: Session
  /** What was sent between the controls, each with the number of the batch in its own check. */
  sent: ReadonlyArray<SentInvalid & { behind: number }>
  /** The control that closed it. */
  closing: Answer
  /** Sends the invalid requests once more, each with a mark in its metadata, then a control. */
  again: (mark: string) => Promise<Pick<TriedRequest, 'sent'> & { closing: Answer | undefined }>
}

/** Looks whether requests that were refused have created anything all the same. */
export interface Aftermath {
  /** After a control that was accepted: whatever is there now, no later request has made. */
  begin: (subject: Subject, session: Session, opening: Answer) => Promise<void>
  /** After a batch whose controls held. */
  end: (tried: TriedRequest) => Promise<void>
  /** After the last batch of a subject: what comes late counts too. */
  close: (subject: Subject) => Promise<void>
}

/** How much later, in milliseconds, nothing that a refused request made may have turned up either. */
const late = 1000

export function createAftermath(): Aftermath {
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

/** A side, and what is known to be there. */
interface Watched {
  side: Side
  look: Look
  /** Undefined as long as nothing was seen. */
  known: ReadonlySet<string> | undefined
  /** It cannot be read, or does not show what was created: nothing is to be learned from it. */
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

/** What is there, once it shows `made`; undefined where it cannot be read, or does not show that in time. */
const sightOf = async (one: Watched, session: Session, made: Answer): Promise<SideSight | undefined> => {
  const id = idOf(made)
  if (one.blind || id === undefined) return undefined
  const sight = await watch(
    session,
    () => one.look(session, id),
    (seen) => seen === undefined || seen.shown.has(id),
  )
  if (sight?.shown.has(id)) return sight
  one.blind = true
  session.leaveOut(one.side.of, [
    `${one.side.name}: it cannot be read, or does not show created resources, so the effect of refused requests is unknown`,
  ])
  return undefined
}

const idOf = ({ response }: Answer): string | undefined => {
  const id = isObject(response?.json) ? response.json['id'] : undefined
  return typeof id === 'string' ? id : undefined
}

const anchor = async (one: Watched, session: Session, opening: Answer): Promise<void> => {
  const sight = await sightOf(one, session, opening)
  if (sight) one.known = new Set(sight.shown.keys())
}

type ShownResource = [id: string, fields: Record<string, unknown>]

/** What has turned up since the last look and no accepted request has created. */
const unexplained = async (
  one: Watched,
  session: Session,
  { shown }: SideSight,
): Promise<ShownResource[]> => {
  const { known } = one
  // What another check creates meanwhile may be there before its answer.
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

/** Nobody knows what a request has done that was neither accepted nor refused. */
const isClear = (sent: TriedRequest['sent']): boolean =>
  sent.every(({ answer }) => isRefused(answer) || (isAccepted(answer) && idOf(answer) !== undefined))

const examine = async (one: Watched, tried: TriedRequest): Promise<void> => {
  const { session, closing, sent } = tried
  const sight = one.known && (await sightOf(one, session, closing))
  if (!sight) return
  const fresh = await unexplained(one, session, sight)
  if (!isClear(sent)) return
  one.batches.push(tried)
  const suspects = fresh.filter((shown) => isSuspect(one, tried, shown))
  if (suspects.length > 0) await bookedAfter(tried, suspects.length, () => confirm(one, tried))
  else expectNothing(one, tried, sight)
}

const examineLate = async (one: Watched): Promise<void> => {
  const last = one.batches.at(-1)
  if (!last || one.blind) return
  await pause(last.session, late)
  const sight = await sightOf(one, last.session, last.closing)
  if (!sight) return
  const fresh = await unexplained(one, last.session, sight)
  const isOf = (tried: TriedRequest): boolean => fresh.some((shown) => isSuspect(one, tried, shown))
  const suspects = fresh.filter((shown) => one.batches.some((tried) => isSuspect(one, tried, shown)))
  await bookedAfter(last, suspects.length, async () => {
    for (const tried of one.batches) if (isOf(tried) && (await confirm(one, tried))) return
  })
}

const want = 'nothing created by a refused request'

const expectNothing = ({ side }: Watched, { sent }: TriedRequest, { answer }: SideSight): void => {
  const refused = sent.filter((one) => isRefused(one.answer))
  const checks = new Map(refused.map((one) => [one.behind, one]))
  for (const { session, behind } of checks.values())
    session.observe({ requirement: side.requirement, outcome: 'held', want, got: 'nothing', answer, behind })
}

/**
 * Somebody else may have made what turned up. So the same requests are sent once more, each with a mark in its metadata;
 * only what turns up then is held against the server: what bears the mark, or hides metadata and is what was asked for.
 */
const confirm = async (one: Watched, tried: TriedRequest): Promise<boolean> => {
  const { session, closing } = tried
  const again = await tried.again(idOf(closing) ?? '')
  const held = again.closing && isAccepted(again.closing) && isClear(again.sent) ? again.closing : undefined
  const sight = held && (await sightOf(one, session, held))
  if (!sight || !held) return false
  let guilty = guiltyOf(one, again.sent, await unexplained(one, session, sight))
  if (guilty.length === 0) {
    // What turned up meanwhile may be something else, and this may still come.
    await pause(session, late)
    const later = await sightOf(one, session, held)
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

/** Whoever made so many: they count afterwards, so that many at once leave room for what tells who it was. */
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

/** The same session, whose requests to one operation are noted, and marked where it is said how. */
export function noting(
  session: Session,
  operation: Subject['operation'],
  note: (sent: SentInvalid) => void,
  nextMark?: () => string,
): Session {
  return {
    ...session,
    of: (place) => noting(session.of(place), operation, note, nextMark),
    // What is sent again was judged the first time.
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
