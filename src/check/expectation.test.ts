import { expect, test } from 'vitest'
import type { Answer, FailureCode } from '../http/answers/answer.ts'
import type { RequestDraft } from '../http/draft.ts'
import type { Credential, Target } from '../target-file/target.ts'
import { judgeRefusal, leftOpen, refusedAs } from './expectation.ts'
import { scriptedSession } from './testing/scripted-session.ts'

const { session } = scriptedSession(() => 200)
const draft: RequestDraft = { operation: 'get-quote', method: 'GET', path: '/quotes/1' }

const failed = (code: FailureCode): Answer => ({
  exchange: 1,
  method: 'GET',
  url: draft.path,
  failure: { code, message: code },
})

const judged = (answer: Answer) =>
  judgeRefusal(refusedAs('unknown-id', 'errors.404.get-quote'), session, draft, answer, 0)

test.each(['throttled', 'too-large'] as const)(
  'a request without a response because it is %s breaks nothing',
  (code) => {
    expect(judged(failed(code))).toEqual([])
  },
)

test('an unanswered request breaks a requirement that names a status', () => {
  expect(judged(failed('reset'))).toMatchObject([{ requirement: 'errors.404.get-quote', outcome: 'broken' }])
})

test('a 403 in place of a stated status shows something only if the request has the full token', () => {
  const [full, limited] = [{ name: 'tokens.full' }, { name: 'tokens.limited' }] as Credential[]
  const target = { ...session.target, tokens: { full } } as Target
  const judgedWith = (token: Credential | undefined, status: number) => {
    const response = { status, headers: {}, text: '', json: undefined }
    const answer = { exchange: 1, method: 'GET', url: draft.path, response }
    const sent = { ...draft, ...(token && { token }) }
    const expectation = refusedAs('unknown-id', 'errors.404.get-quote')
    return judgeRefusal(expectation, { ...session, target }, sent, answer, 0).map(({ outcome }) => outcome)
  }
  expect(judgedWith(full, 403)).toEqual(['broken'])
  expect(judgedWith(limited, 403)).toEqual([])
  expect(judgedWith(limited, 404)).toEqual(['held'])
  expect(judgedWith(limited, 410)).toEqual(['broken'])
})

const unmodified: Answer = {
  exchange: 1,
  method: 'GET',
  url: 'https://server.example/quotes/1',
  response: { status: 304, headers: {}, text: '', json: undefined },
}

test('a 304 to a conditional request without a token serves it, and breaks the requirement of a refusal', () => {
  const expectation = refusedAs('token-missing', 'token.required')
  const conditional = { ...draft, furtherHeaders: [{ 'if-none-match': '*' }] }
  const broken = { requirement: 'token.required', outcome: 'broken' }
  expect(judgeRefusal(expectation, session, conditional, unmodified, 0)).toMatchObject([broken])
  expect(judgeRefusal(expectation, session, draft, unmodified, 0)).not.toMatchObject([broken])
})

test('a 304 does not say whether it stands for a form that needs no rights', () => {
  const conditional = { ...draft, furtherHeaders: [{ 'if-none-match': '*' }] }
  const open = { ...refusedAs('token-missing', 'token.required'), orElse: () => true }
  expect(judgeRefusal(open, session, conditional, unmodified, 0)).toEqual([])
})

test('a 304 to a conditional request that the interface leaves open is no mistake of the server', () => {
  const conditional = { ...draft, furtherHeaders: [{ 'if-none-match': '*' }] }
  const open = leftOpen('signature.expires')
  expect(judgeRefusal(open, session, conditional, unmodified, 0)).toMatchObject([
    { requirement: 'signature.expires', outcome: 'noted', got: 'status 304' },
  ])
  expect(judgeRefusal(open, session, draft, unmodified, 0)).toMatchObject([
    { requirement: 'errors.no-server-error', outcome: 'broken' },
  ])
})
