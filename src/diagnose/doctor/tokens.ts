import {
  allTokenKinds,
  isLimited,
  type TokenKindFacts,
  tokenFacts,
  tokenPlace,
} from '../../core/token-kinds.ts'
import { isAccepted, isRefused } from '../../http/answers/answer.ts'
import { textIn } from '../../http/answers/shown.ts'
import { givenTwice } from '../../probe/given-twice.ts'
import { absentIncomingPayment } from '../../probe/own-incoming-payment.ts'
import type { KeyPath } from '../../target-file/reading/problem.ts'
import type { Credential } from '../../target-file/target.ts'
import type { DoctorContext } from './context.ts'
import { asFinding, contradicts, type DoctorFinding, fails } from './finding.ts'
import { by, listIncoming, listOutgoing, readIncomingPayment, readQuote } from './requests.ts'
import { type DraftFor, proberOf, type TriedAnswer } from './trials.ts'
import { answerOf, lackingInWords } from './words.ts'

/** A request that a token has to be allowed to make, or has to be refused. */
interface ExpectedRight {
  token: Credential
  place: KeyPath
  ask: DraftFor
  may: boolean
  /** The kind of token that the target file has to have there, in words. */
  meaning: string
}

/** Tries each token on something that it may do and on something that it may not do. */
export async function lookAtTokens(context: DoctorContext): Promise<void> {
  const { trials, report } = context
  const twice = await givenTwice(context.target)
  for (const [key, contradiction] of twice)
    if (key.startsWith('tokens.')) report.note(asFinding(contradiction))
  const absent = await absentIncomingPayment(proberOf(trials))
  report.note(contradicts(absent))
  const tried = new Set<string>()
  for (const expected of expectations(context, absent !== undefined)) {
    const kind = String(expected.place[1])
    if (twice.has(`tokens.${kind}`)) continue
    tried.add(kind)
    report.note(misfit(expected, await trials.ask(by(expected.token, expected.ask))))
  }
  report.isGood(
    'token',
    `${[...tried].join(', ')}: each token has the expected rights, and no others that were tried`,
  )
  const missing = allTokenKinds.filter((kind) => !context.target.tokens[kind])
  const keys = missing.map((kind) => `tokens.${kind}`)
  for (const text of lackingInWords(keys, context.target)) report.isUnseen('token', text)
}

const expectations = ({ target, quote: accepted }: DoctorContext, isAbsent: boolean): ExpectedRight[] => {
  const quote = accepted?.ask
  const id = accepted && textIn(accepted.made, 'id')
  const [own] = target.incomingPayments
  const full: TriedRight[] = [
    [listIncoming, true],
    [id === undefined ? undefined : readQuote(id), true],
    [own === undefined || isAbsent ? undefined : readIncomingPayment(own), true],
  ]
  const trials: Record<TokenKindFacts['allows'], TriedRight[]> = {
    all: [[listOutgoing, true]],
    own: [[listOutgoing, true]],
    read: [
      [listOutgoing, true],
      [quote, false],
    ],
    'read own': [[listOutgoing, true]],
    create: [
      [quote, true],
      [listOutgoing, false],
    ],
    nothing: [[listOutgoing, false]],
  }
  return allTokenKinds.flatMap((kind) => {
    const { allows, meaning }: TokenKindFacts = tokenFacts[kind]
    const token = isLimited(kind) ? target.tokens[kind]?.token : target.tokens[kind]
    const place = tokenPlace(kind).split('.')
    return (kind === 'full' ? full : trials[allows]).flatMap(([ask, may]) =>
      token && ask ? [{ token, place, ask, may, meaning }] : [],
    )
  })
}

/** A request, and whether the token has to allow it. The request is undefined if it cannot be made. */
type TriedRight = [ask: DraftFor | undefined, may: boolean]

const misfit = (
  { token, place, may, meaning }: ExpectedRight,
  tried: TriedAnswer,
): DoctorFinding | undefined => {
  const what = `${tried.method} ${new URL(tried.url).pathname}`
  const give = `give ${meaning}`
  if (may && !isAccepted(tried))
    return fails({
      fact: `The server refuses ${token.name} for ${what} (${answerOf(tried)})`,
      place,
      next: give,
    })
  if (may || isRefused(tried)) return undefined
  return fails({
    fact: `The server does not refuse ${token.name} for ${what} (${answerOf(tried)})`,
    place,
    next: `${give}; if this token is such a token, the server does not check it, and a run will report that`,
  })
}
