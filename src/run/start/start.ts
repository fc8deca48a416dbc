import { missingOf } from '../../check/needs/need.ts'
import type { Session } from '../../check/session.ts'
import type { Subject } from '../../check/subject.ts'
import type { Start } from '../../check/suite.ts'
import {
  type Answer,
  answerInWords,
  isAccepted,
  isRefused,
  type Response,
} from '../../http/answers/answer.ts'
import { answerInFull } from '../../http/answers/answer-in-full.ts'
import type { RequestDraft } from '../../http/draft.ts'
import { demandedParameters } from '../../probe/demanded-parameters.ts'
import { misnamedScheme } from '../../probe/named-in-file.ts'
import { inSentence } from '../../probe/prober.ts'
import { isPage, whyUnreachable } from '../../probe/unreachable.ts'
import type { Target } from '../../target-file/target.ts'
import { whyUnmet } from '../session/supervise.ts'

export interface FirstRequest {
  draft: RequestDraft
  answer: Answer
}

/** The outcome of the start of a run. */
export interface Started {
  begun?: FirstRequest
  /** Set if the target file is wrong about what the simplest valid request needs. Nothing is judged then. */
  contradicted?: true
  /** The valid request that was accepted. It is sent again as the control of later refusals. */
  whole?: Subject
  /** Set if the server accepted a request with neither token nor signature. */
  bareAccepted: boolean
  /**
   * A sentence that says why nothing can be judged, or why even the bare request was accepted. The member is missing if
   * all is well.
   */
  cause?: string
}

/** Sends a request that must be accepted and one that must be refused. Sends nothing further. */
export async function start({ whole, bare }: Start, session: Session): Promise<Started> {
  const { target } = session
  const { last, hindrance } = await untilAccepted(whole, session)
  if (!last) return { bareAccepted: false, cause: hindrance ?? nothingToBeginWith(target) }
  const answer = await session.send(bareOf(last.draft))
  const bareAccepted = isAccepted(answer)
  const behind = session.controls.open()
  session.controls.take(last.answer, [behind])
  const seen = { want: 'refused (any 4xx): neither token nor signature', got: answerInWords(answer), answer }
  for (const requirement of bare) {
    if (bareAccepted) session.observe({ requirement, outcome: 'broken', ...seen })
    else if (isRefused(answer)) session.observe({ requirement, outcome: 'held', ...seen, behind })
  }
  return {
    bareAccepted,
    begun: last,
    ...(isAccepted(last.answer) ? { whole: last.subject } : {}),
    ...(await causeOf(last, answer, session, hindrance)),
  }
}

const causeOf = async (
  { draft, answer: whole }: FirstRequest,
  bare: Answer,
  session: Session,
  hindrance: string | undefined,
): Promise<Pick<Started, 'cause'>> => {
  const { target } = session
  if (isAccepted(bare) && bare.response) return { cause: causeOfAcceptance(bare.response, target) }
  if (isAccepted(whole)) return {}
  const misnamed =
    whole.response?.status === 401
      ? ((await misnamedScheme(session, draft)) ?? (await demandedParameters(session, draft)))
      : undefined
  if (misnamed) return { cause: `${inSentence(misnamed, target)}.` }
  const cause = likeliestCause(whole, target)
  const { status = 0 } = whole.response ?? {}
  // A redirection, or a refusal of the token or the signature, would have met the next subject, too: its response adds nothing.
  return { cause: hindrance && status > 401 ? `${cause} ${hindrance}` : cause }
}

const nothingToBeginWith = ({ file }: Target): string =>
  `The run has no first request. Set receivers.open in ${file}.`

/** Returns the same request without token and signature. */
const bareOf = ({ token: _, ...draft }: RequestDraft): RequestDraft => ({ ...draft, signing: 'none' })

interface FirstAttempts {
  /** The accepted attempt, or the last one that was refused. */
  last?: { subject: Subject; draft: RequestDraft; answer: Answer }
  /** A sentence that says why another subject could not be tried. */
  hindrance?: string
}

/** Tries the subjects in turn until one is accepted. Subjects that cannot be prepared are passed over. */
const untilAccepted = async (subjects: readonly Subject[], session: Session): Promise<FirstAttempts> => {
  const attempts: FirstAttempts = {}
  for (const subject of subjects) {
    if (missingOf(subject.needs, session.target).length > 0) continue
    try {
      const draft = await subject.prepare(session)
      const answer = await session.send(draft)
      attempts.last = { subject, draft, answer }
      if (isAccepted(answer)) break
    } catch (error) {
      const why = whyUnmet(error)
      if (why === undefined) throw error
      attempts.hindrance = `${subject.operation} could not be tried: ${why}.`
    }
  }
  return attempts
}

/** Says in sentences why a valid request was not accepted: the place in the target file, and the next step. */
function likeliestCause(answer: Answer, target: Target): string {
  const unreachable = whyUnreachable(answer, target)
  return unreachable ? `${inSentence(unreachable, target)}.` : causeOfRefusal(answer, target)
}

const causeOfRefusal = (answer: Answer, { baseUrl, file, placeOf }: Target): string => {
  const { status = 0, headers = {} } = answer.response ?? {}
  const came = answerInFull(answer).replace('status ', '')
  const who = isPage(headers)
    ? 'The response is HTML: a firewall or a proxy in front of the server may have sent it. If not, the '
    : 'The '
  if (status === 401) {
    return `${who}server refuses tokens.full or the signature (${came}). Check that the token is still valid, that the key of signing is registered for it under its keyId, and that the server verifies against ${baseUrl}. See ${placeOf(['tokens', 'full'])}, and ${placeOf(['signing'])}.`
  }
  if (status === 403) {
    return `${who}server refuses tokens.full (${came}). The token must allow every operation on walletAddress in ${file}. See ${placeOf(['tokens', 'full'])}, and ${placeOf(['walletAddress'])}.`
  }
  if (status === 404) {
    return `The server has nothing at ${baseUrl} (${came}). Correct the path of baseUrl in ${file}. See ${placeOf(['baseUrl'])}, and ${placeOf(['walletAddress'])}.`
  }
  if (status >= 500) return `The server fails on a valid request (${came}). Look at its log.`
  if (isPage(headers)) {
    return `The server answers with HTML (${status}). baseUrl in ${file} is probably the URL of a web page or a proxy.`
  }
  return `The server refuses a valid request (${came}). See its response in the events of this run.`
}

/**
 * Says why a request with neither token nor signature was accepted: the server requires neither, or something else
 * answers there.
 */
function causeOfAcceptance(response: Response, { file }: Target): string {
  return isPage(response.headers)
    ? `The server answers every request with HTML. baseUrl in ${file} is probably the URL of a web page or a proxy.`
    : `The server requires neither a token nor a signature. Check that it verifies both, and that baseUrl in ${file} is the URL of the payments service itself.`
}
