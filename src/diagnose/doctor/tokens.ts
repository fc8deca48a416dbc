import { isObject } from '../../core/json.ts'
import { isAccepted, isRefused } from '../../http/answers/answer.ts'
import { givenTwice } from '../../probe/given-twice.ts'
import { absentIncomingPayment } from '../../probe/own-incoming-payment.ts'
import type { KeyPath } from '../../target-file/reading/problem.ts'
import { type Credential, limitedKinds } from '../../target-file/target.ts'
import type { DoctorContext } from './context.ts'
import { asFinding, contradicts, type DoctorFinding } from './finding.ts'
import { by, listIncoming, listOutgoing, readIncomingPayment, readQuote } from './requests.ts'
import { type DraftFor, proberOf, type TriedAnswer } from './trials.ts'
import { answerOf } from './words.ts'

/** A request that a token has to be allowed to make, or has to be refused. */
interface ExpectedRight {
  token: Credential
  place: KeyPath
  ask: DraftFor
  may: boolean
  /** The kind of token that the target file has to have there, in words. */
  meant: string
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
  const missing = kinds.filter((kind) => !context.target.tokens[kind])
  if (missing.length > 0) {
    report.isUnseen(
      'token',
      `${missing.map((kind) => `tokens.${kind}`).join(', ')}: not in the target file, so their checks are skipped`,
    )
  }
}

const kinds = ['readOnly', 'writeOnly', 'expired', 'revoked', 'rotated', ...limitedKinds] as const

const expectations = ({ target, quote: accepted }: DoctorContext, isAbsent: boolean): ExpectedRight[] => {
  const { full, readOnly, writeOnly, expired, revoked, rotated, ownOnly } = target.tokens
  const of =
    (token: Credential | undefined, place: KeyPath, meant: string) =>
    (ask: DraftFor | undefined, may: boolean) =>
      token && ask ? [{ token, place, ask, may, meant }] : []
  const fully = of(full, ['tokens', 'full'], 'that allows every operation on walletAddress')
  const reading = of(readOnly, ['tokens', 'readOnly'], 'that may read and list, but not create')
  const writing = of(writeOnly, ['tokens', 'writeOnly'], 'that may create, but not read or list')
  const quote = accepted?.ask
  const id = accepted && idIn(accepted.made)
  const [own] = target.incomingPayments
  return [
    ...fully(listIncoming, true),
    ...fully(id === undefined ? undefined : readQuote(id), true),
    ...fully(own === undefined || isAbsent ? undefined : readIncomingPayment(own), true),
    ...reading(listOutgoing, true),
    ...reading(quote, false),
    ...writing(quote, true),
    ...writing(listOutgoing, false),
    ...of(expired, ['tokens', 'expired'], 'that was valid once and has expired')(listOutgoing, false),
    ...of(revoked, ['tokens', 'revoked'], 'that was revoked')(listOutgoing, false),
    ...of(
      ownOnly,
      ['tokens', 'ownOnly'],
      'that may read and list what its own client created',
    )(listOutgoing, true),
    ...of(rotated, ['tokens', 'rotated'], 'that was rotated: its earlier value')(listOutgoing, false),
    ...limitedKinds.flatMap((kind) =>
      of(
        target.tokens[kind]?.token,
        ['tokens', kind, 'token'],
        'that may do everything, but pays within a limit',
      )(listOutgoing, true),
    ),
  ]
}

const idIn = ({ response }: TriedAnswer): string | undefined => {
  const id = isObject(response?.json) ? response.json['id'] : undefined
  return typeof id === 'string' ? id : undefined
}

const misfit = (
  { token, place, may, meant }: ExpectedRight,
  tried: TriedAnswer,
): DoctorFinding | undefined => {
  const what = `${tried.method} ${new URL(tried.url).pathname}`
  const give = `give a token ${meant}`
  const finding = { area: 'token', weight: 'fails', place } as const
  if (may && !isAccepted(tried)) {
    return {
      ...finding,
      fact: `The server refuses ${token.name} for ${what} (${answerOf(tried)})`,
      next: give,
    }
  }
  if (may || isRefused(tried)) return undefined
  return {
    ...finding,
    fact: `The server does not refuse ${token.name} for ${what} (${answerOf(tried)})`,
    next: `${give}; if this token is such a token, the server does not check it, and a run will report that`,
  }
}
