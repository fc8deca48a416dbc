import { missingOf } from '../check/need.ts'
import type { Session } from '../check/session.ts'
import type { Subject } from '../check/subject.ts'
import type { Target } from '../target/target.ts'
import { type Answer, answerInWords, isAccepted, isRefused } from '../wire/answer.ts'
import type { Draft } from '../wire/draft.ts'
import { likeliestCause } from './likeliest-cause.ts'
import type { Start } from './suite.ts'

/** How the start of a run went. */
export interface Started {
  /** The whole request that was accepted: every later witness. */
  whole?: Subject
  /** The server accepted a request with neither token nor signature. */
  bareAccepted: boolean
  /** Why nothing can be judged, in one sentence; absent where the run may go on or the bare request was accepted. */
  cause?: string
}

/** One request that has to be accepted and one that must not be. Sends nothing further. */
export const start = async ({ whole, bare }: Start, session: Session): Promise<Started> => {
  const tried = await untilAccepted(whole, session)
  const last = tried.at(-1)
  if (!last) return { bareAccepted: false, cause: nothingToBeginWith(session.target) }
  const answer = await session.send(bareOf(last.draft))
  const bareAccepted = isAccepted(answer)
  const behind = session.newBatch()
  session.asControl(last.answer, [behind])
  const seen = { want: 'refused (any 4xx): neither token nor signature', got: answerInWords(answer), answer }
  for (const requirement of bare) {
    if (bareAccepted) session.observe({ requirement, outcome: 'broken', ...seen })
    else if (isRefused(answer)) session.observe({ requirement, outcome: 'held', ...seen, behind })
  }
  if (isAccepted(last.answer)) return { whole: last.subject, bareAccepted }
  if (bareAccepted) return { bareAccepted }
  return { bareAccepted, cause: likeliestCause(last.answer, session.target) }
}

const nothingToBeginWith = ({ file }: Target): string =>
  `Nothing can be asked first: give receivers.open in ${file}.`

/** The same request with neither token nor signature. */
const bareOf = ({ token: _, ...draft }: Draft): Draft => ({ ...draft, signing: 'none' })

interface Attempt {
  subject: Subject
  draft: Draft
  answer: Answer
}

/** Tries the subjects in turn; the last attempt is the accepted one, if any was. */
const untilAccepted = async (subjects: readonly Subject[], session: Session): Promise<Attempt[]> => {
  const tried: Attempt[] = []
  for (const subject of subjects) {
    if (missingOf(subject.needs, session.target).length > 0) continue
    const draft = await subject.prepare(session)
    const answer = await session.send(draft)
    tried.push({ subject, draft, answer })
    if (isAccepted(answer)) break
  }
  return tried
}
