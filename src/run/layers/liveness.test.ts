import { expect, test } from 'vitest'
import type { Answer, Failure } from '../../http/answers/answer.ts'
import type { RequestDraft } from '../../http/draft.ts'
import type { Target } from '../../target-file/target.ts'
import { createLiveness, Gone } from './liveness.ts'

const connection = { url: 'https://wallet.example/op', requestTimeout: 5000 }
const token = { name: 'tokens.full', value: async () => 'a-token' }
const limited = { ...token, name: 'tokens.limited.token' }
const tokens = { full: token, limited: { token: limited, debitAmount: 5n } }
const target = { file: 't.yaml', baseUrl: connection.url, connection, tokens } as unknown as Target
const list: RequestDraft = {
  operation: 'list-outgoing-payments',
  method: 'GET',
  path: '/outgoing-payments',
  token,
}
const pay: RequestDraft = {
  operation: 'create-outgoing-payment',
  method: 'POST',
  path: '/outgoing-payments',
  token,
  body: { debitAmount: '1' },
}

type Came = number | Failure['code']

/** A server that answers the requests of checks as the test says, and the layer's own requests with `asked`. */
const watched = (asked: () => Came) => {
  let exchange = 0
  let now = 0
  const questions: RequestDraft[] = []
  const answerOf = (draft: RequestDraft, came: Came): Answer => ({
    exchange: ++exchange,
    method: draft.method,
    url: draft.path,
    ...(typeof came === 'number'
      ? { response: { status: came, headers: {}, text: '', json: undefined } }
      : { failure: { code: came, message: came } }),
  })
  const liveness = createLiveness({
    target,
    now: () => now,
    send: async (_, draft) => {
      questions.push(draft)
      return answerOf(draft, asked())
    },
  })
  liveness.begin(list)
  const come = async (draft: RequestDraft, came: Came, later = 0): Promise<void> => {
    liveness.allow(draft)
    now += later
    await liveness.saw('a/check', draft, undefined, answerOf(draft, came))
  }
  return { liveness, come, questions }
}

test.each(['timeout', 'reset', 'refused'] as const)(
  'after %s three times in a row, the run repeats the start’s request once, then gives up',
  async (came) => {
    const { liveness, come, questions } = watched(() => came)
    for (let times = 0; times < 3; times++) await come(list, came)
    expect(questions).toEqual([{ ...list, once: true }])
    expect(() => liveness.allow(list)).toThrow(Gone)
    expect(liveness.sentence()).toMatch(/^The server answered at first, but then stopped: /)
  },
)

test('the run does not give up on a server that still answers the start’s request', async () => {
  const { liveness, come } = watched(() => 200)
  for (let times = 0; times < 9; times++) await come(pay, 'timeout')
  expect(liveness.sentence()).toBeUndefined()
})

test('the run gives up if many requests time out, whatever the server answers in between', async () => {
  const { liveness, come } = watched(() => 200)
  for (let times = 0; times < 10; times++) {
    for (const came of [200, 404, 'timeout'] as const) await come(times % 2 === 0 ? list : pay, came)
  }
  expect(liveness.sentence()).toBe(
    '10 of 30 requests got no complete response within 5000 ms (create-outgoing-payment, list-outgoing-payments). Check whether the server hangs there, or raise limits.requestTimeout in t.yaml.',
  )
})

test('the run does not give up because of occasional timeouts', async () => {
  const { liveness, come } = watched(() => 200)
  for (let times = 0; times < 200; times++) await come(list, times % 9 === 0 ? 'timeout' : 200)
  expect(liveness.sentence()).toBeUndefined()
})

test('a single answer between timeouts restarts their count', async () => {
  const { come, questions } = watched(() => 'timeout')
  for (const came of ['timeout', 'timeout', 404, 'timeout', 'timeout'] as const) await come(list, came)
  expect(questions).toEqual([])
})

test('the run gives up on endless 429 answers, at once after a long wait', async () => {
  const { liveness, come } = watched(() => 429)
  await come(list, 200)
  await come(list, 'throttled', 30_000)
  expect(liveness.sentence()).toBe(
    'The server keeps answering 429 (too many requests). Lower limits.requestsPerSecond in t.yaml.',
  )
})

test('a token that was accepted and is now refused even for the same list is reported as expired', async () => {
  const { liveness, come } = watched(() => 401)
  await come(list, 200)
  await come(pay, 401)
  expect(liveness.sentence()).toBe(
    'tokens.full was accepted in exchange 1 and is refused (401) since exchange 2: it expired during the run. Give a token in t.yaml that is valid for longer, or a command that gets a new token in time ({ command, expiresIn }).',
  )
  expect(() => liveness.allow(pay)).toThrow(Gone)
  expect(() => liveness.allow({ ...list, token: { ...token, name: 'tokens.readOnly' } })).not.toThrow()
})

test('a token that the list still accepts is not reported as expired', async () => {
  const { liveness, come } = watched(() => 200)
  await come(list, 200)
  await come(pay, 403)
  expect(liveness.sentence()).toBeUndefined()
})

test('a payment that was accepted and is now refused with 403 is reported as a used-up grant', async () => {
  const { liveness, come } = watched(() => 200)
  await come(list, 200)
  await come(pay, 201)
  await come(pay, 403)
  expect(liveness.sentence()).toContain(
    'the grant behind the token, or the money of the wallet, is probably used up',
  )
  expect(() => liveness.allow(list)).not.toThrow()
  expect(() => liveness.allow(pay)).toThrow(Gone)
})

test('a limited token that is used up on purpose is not reported and stays usable', async () => {
  const payment = { ...pay, token: limited }
  const { liveness, come } = watched(() => 200)
  await come({ ...list, token: limited }, 200)
  await come(payment, 201)
  await come(payment, 403)
  expect(liveness.sentence()).toBeUndefined()
  expect(() => liveness.allow(payment)).not.toThrow()
})

test('a refused request that is invalid or has no token casts no doubt on the token', async () => {
  const { come, questions } = watched(() => 401)
  const { token: _, ...bare } = list
  await come(list, 200)
  for (const draft of [{ ...list, invalid: true as const }, bare]) await come(draft, 401)
  expect(questions).toEqual([])
})
