import type { Attempt } from '../../../src/check/circumstances/attempt.ts'
import { controlIn } from '../../../src/check/circumstances/costly.ts'
import { noServerError, rowOf } from '../../../src/check/expectation.ts'
import { onEach } from '../../../src/check/kinds/on-each.ts'
import type { Session } from '../../../src/check/session.ts'
import { isObject } from '../../../src/core/json.ts'
import {
  type Answer,
  answerInWords,
  isAccepted,
  isRefused,
  whyUnjudged,
} from '../../../src/http/answers/answer.ts'
import { itemsIn, textIn } from '../../../src/http/answers/shown.ts'
import type { RequestDraft } from '../../../src/http/draft.ts'
import type { Credential } from '../../../src/target-file/target.ts'
import { withId } from '../../ids/ids.ts'
import { everyOperation } from '../../support/operations.ts'
import { unknownOfSameForm } from '../../support/unknown-id.ts'

const row = 'token-missing'
const tokenRequired = 'token.required'
const tokenInHeader = 'token.in-header'

/** Other spellings of a path, which routers often take for the same. */
const otherPaths: ReadonlyArray<(path: string) => string> = [
  (path) => `${path}/`,
  (path) => path.replace(/^\/[^/]+/, (name) => name.toUpperCase()),
  (path) => `/${path}`,
  (path) => `${path};v=1`,
  (path) => `${path}.json`,
  (path) => `/.${path}`,
]

/** The number of spellings that each operation is tried with. */
const pathsEach = 2

/**
 * A request without a token is sent twice, since a server may look at the signature first: signed over the other
 * components, and unsigned. The server must refuse both, and at least one of them with 401. It is also sent with the token
 * in other headers, and unsigned to other spellings of its path, where the operation must not be served either.
 */
export const missing = onEach({
  id: 'tokens/missing',
  title: 'A request without a token is refused with 401',
  detects: 'without-token-present',
  on: everyOperation,
  row,
  claims: (profile) => {
    const recommended = rowOf(profile, row).should
    return [
      tokenRequired,
      tokenInHeader,
      ...everyOperation.map(({ operation }) => `errors.401.${operation}`),
      ...(recommended ? [recommended.requirement] : []),
      noServerError,
    ]
  },
  cost: () => ({ requests: 10 + pathsEach, accepted: 2 }),
  inCircumstances: true,
  run: (session, draft, _, again) =>
    expectRefusedBare(session, draft, again, async (bare, control) => {
      // The rules judge what a 401 says, also where nothing is addressed.
      await session.send({ ...ofNothingKnown(bare, session), signing: 'none' })
      for (const answer of await atOtherPaths(session, bare)) expectNotServed(session, answer, control)
    }),
  repeated: (session, draft, _, again) => expectRefusedBare(session, draft, again),
})

/** Sends the request without a token between two controls. `also` is given that request and the first control. */
const expectRefusedBare = async (
  session: Session,
  draft: RequestDraft,
  again: () => Promise<RequestDraft>,
  also?: (bare: RequestDraft, control: Answer) => Promise<void>,
): Promise<void> => {
  const batch = session.controls.open()
  const control = await session.controls.send(draft, [batch])
  if (!isAccepted(control)) return
  const { token, ...whole } = await again()
  const bare: RequestDraft = { ...whole, invalid: true }
  const answers = [await session.send(bare), await session.send({ ...bare, signing: 'none' })]
  const elsewhere =
    token && also && answers.every(isRefused)
      ? [await session.send(withHeaders(bare, await elsewhereIn(session, control, token)))]
      : []
  await also?.(bare, control)
  if (draft.debits === undefined) await session.controls.send(await again(), [batch])
  else await controlIn(session, draft, batch, answers.flatMap(attemptAt))
  for (const answer of answers.filter(isJudged)) expectRefused(session, answer, batch)
  for (const answer of elsewhere.filter(isJudged)) expectRefused(session, answer, batch, tokenInHeader)
  expectStatus(session, draft, answers, batch)
}

/**
 * Returns headers other than authorization in which servers look for a token, and the cookies that the server has set:
 * they may stand for a session in which the token was accepted. Headers that the target file sets are left out.
 */
const elsewhereIn = async (
  { target }: Session,
  { response }: Answer,
  token: Credential,
): Promise<Record<string, string>> => {
  const value = await token.value()
  const cookies = cookiesSetBy(response?.headers['set-cookie'] ?? '')
  const own = Object.keys(target.connection.headers).map((name) => name.toLowerCase())
  const all = {
    cookie: [...cookies, `access_token=${value}`, `token=${value}`].join('; '),
    'x-access-token': value,
    'x-auth-token': value,
    'x-forwarded-access-token': value,
    'proxy-authorization': `GNAP ${value}`,
  }
  return Object.fromEntries(Object.entries(all).filter(([name]) => !own.includes(name)))
}

/** Several cookies are joined by commas, and a date contains a comma too. */
const cookiesSetBy = (joined: string): string[] =>
  joined.split(/,(?=[^;,=]+=)/).flatMap((one) => one.split(';', 1)[0]?.trim() || [])

const withHeaders = (draft: RequestDraft, headers: Record<string, string>): RequestDraft => ({
  ...draft,
  headers: { ...draft.headers, ...headers },
})

/**
 * The request with an id in its path that no resource has, or with a wallet address that the server does not know,
 * wherever it names the one under test.
 */
const ofNothingKnown = (bare: RequestDraft, { target: { walletAddress } }: Session): RequestDraft => {
  const unknown = (value: unknown): unknown =>
    value === walletAddress ? unknownOfSameForm(walletAddress) : value
  const { query, body, path } = bare
  return {
    ...(/^\/[^/]+\/./.test(path) ? withId(bare, unknownOfSameForm) : bare),
    ...(query && { query: query.map(([name, value]) => [name, String(unknown(value))] as const) }),
    ...(isObject(body) && {
      body: Object.fromEntries(Object.entries(body).map(([name, value]) => [name, unknown(value)])),
    }),
  }
}

/**
 * Sends the request to a few other spellings of its path. The seed and the operation decide to which. These paths address
 * no operation, so the rules about answers of operations do not apply.
 */
const atOtherPaths = async (session: Session, bare: RequestDraft): Promise<Answer[]> => {
  const { operation, ...elsewhere } = bare
  const { path, debits } = bare
  if (debits !== undefined) return []
  const place = everyOperation.findIndex((one) => one.operation === operation)
  const first = (Math.abs(session.generated.seed) + place) * pathsEach
  const answers: Answer[] = []
  for (let at = first; at < first + pathsEach; at++) {
    const written = otherPaths[at % otherPaths.length]?.(path) ?? path
    answers.push(await session.send({ ...elsewhere, path: written, signing: 'none' }))
  }
  return answers
}

/** Only what the operation itself shows counts. A server may answer an unknown path with anything else. */
const expectNotServed = (session: Session, answer: Answer, control: Answer): void => {
  const want = 'not served at another spelling of the path, without a token'
  const seen = { requirement: tokenRequired, want, got: answerInWords(answer), answer }
  if (isAccepted(answer) && showsAlike(answer, control)) session.observe({ ...seen, outcome: 'broken' })
}

const showsAlike = (answer: Answer, control: Answer): boolean => {
  const [id, known] = [textIn(answer, 'id'), textIn(control, 'id')]
  if (known === undefined) return (itemsIn(answer)?.length ?? 0) > 0 && itemsIn(control) !== undefined
  return control.method === 'GET' ? id === known : id !== undefined && answer.response?.status === 201
}

/**
 * Repeats the request in circumstances, if it was refused plainly. `at` is 0 for the signed one and 1 for the unsigned
 * one.
 */
const attemptAt = (plainly: Answer, at: number): Attempt[] => {
  const held = { requirement: tokenRequired, want: 'refused (any 4xx)', outcome: 'held' } as const
  if (!isRefused(plainly)) return []
  return [
    {
      invalid: ({ token: _, ...whole }) => ({ ...whole, ...(at === 0 ? {} : { signing: 'none' as const }) }),
      judge: (_, answer, behind) => {
        const seen = { ...held, got: answerInWords(answer), answer }
        if (isAccepted(answer)) return [{ ...seen, outcome: 'broken' }]
        return isRefused(answer) ? [{ ...seen, behind }] : []
      },
      plainly: [{ ...held, got: answerInWords(plainly) }],
    },
  ]
}

/** A server may limit requests without a token more than others, and a 429 does not say how they are refused. */
const isJudged = (answer: Answer): boolean => whyUnjudged(answer) === undefined

const expectRefused = (
  session: Session,
  answer: Answer,
  behind: number,
  requirement = tokenRequired,
): void => {
  const seen = { want: 'refused (any 4xx)', got: answerInWords(answer), answer }
  if (isAccepted(answer)) session.observe({ requirement, outcome: 'broken', ...seen })
  else if (isRefused(answer)) session.observe({ requirement, outcome: 'held', ...seen, behind })
  else session.observe({ requirement: noServerError, outcome: 'broken', ...seen, behind })
}

const expectStatus = (
  session: Session,
  { operation }: RequestDraft,
  answers: Answer[],
  behind: number,
): void => {
  const by401 = answers.filter(({ response }) => response?.status === 401)
  const other = answers.find((answer) => !by401.includes(answer)) ?? answers[0]
  const got = `${answers.map(answerInWords).join(' when signed, ')} when unsigned`
  const claim = (requirement: string, held: boolean, want: string): void =>
    session.observe({
      requirement,
      outcome: held ? 'held' : 'broken',
      want,
      got,
      behind,
      ...(other ? { answer: other } : {}),
    })
  const areAllJudged = answers.every(isJudged)
  if (areAllJudged || by401.length > 0)
    claim(`errors.401.${operation}`, by401.length > 0, 'status 401 when signed or when unsigned')
  const recommended = rowOf(session.target.profile, row).should
  if (recommended && areAllJudged)
    claim(recommended.requirement, by401.length === answers.length, 'status 401 both times')
}
