import type { Session } from '../../check/session.ts'
import { madeBy, showsMetadata } from '../../check/unshown-creation.ts'
import { pause } from '../../check/watch.ts'
import { type Answer, answerInWords, isAccepted, isRefused } from '../../http/answers/answer.ts'
import { textIn } from '../../http/answers/shown.ts'
import type { RequestDraft } from '../../http/draft.ts'
import {
  bookOne,
  isClear,
  late,
  type SentInBatch,
  type ShownResource,
  suspectsOf,
  type TriedRequest,
  unexplained,
  viewOf,
  type Watched,
  want,
} from './watched-side.ts'

/**
 * The number of times that the suspects are sent again if nothing appears, because a server may fail only now and then.
 */
const rounds = 3

/**
 * The verdict on the server: whether it made something for a refused request. The requests that were sent once more
 * show it.
 */
export type Finding = 'guilty' | 'innocent' | 'unclear'

/**
 * Somebody else may have created what appeared. The requests that may have made it are therefore sent again, each with
 * a mark in its metadata. A resource that appears then counts against the server if it bears the mark. The control that
 * follows has a mark too, which shows whether the server hides metadata. If it does, or if a request cannot have a
 * mark, a resource that resembles the request counts, provided that none appears while nothing is sent.
 */
export const confirm = async (
  one: Watched,
  tried: TriedRequest,
  found: readonly ShownResource[],
): Promise<Finding> => {
  const { session, closing } = tried
  const suspects = suspectsOf(one, tried, found)
  const seen: SeenAgain = { sent: [], made: [], showsMarks: false }
  const look = (shown: Answer): Promise<boolean> => lookAgain(one, session, shown, seen)
  const mark = textIn(closing, 'id') ?? ''
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
    // Nothing similar may appear while nothing is sent. That would be somebody else's, and so the others
    // might be, too.
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
