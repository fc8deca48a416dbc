import { expect, test } from 'vitest'
import type { Answer, Failure } from '../../http/answers/answer.ts'
import type { RequestDraft } from '../../http/draft.ts'
import type { Target } from '../../target-file/target.ts'
import { createLiveness, Gone, live } from './liveness.ts'
import { createQuiet, outsideQuiet } from './quiet.ts'

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
const watched = (asked: (draft: RequestDraft) => Came) => {
  let exchange = 0
  let now = 0
  const questions: RequestDraft[] = []
  const quiet = createQuiet()
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
    longestOutage: 60_000,
    quiet,
    now: () => now,
    wait: async (milliseconds) => {
      now += milliseconds
    },
    send: async (_, draft) => {
      questions.push(draft)
      return answerOf(draft, asked(draft))
    },
  })
  liveness.begin(list, { ...answerOf(list, 200), exchange: 0 })
  exchange = 0
  const come = async (draft: RequestDraft, came: Came, later = 0): Promise<void> => {
    liveness.allow(draft)
    now += later
    await liveness.saw('a/check', draft, undefined, answerOf(draft, came))
  }
  return { liveness, come, questions, answerOf, quiet, time: () => now }
}

test('after three timeouts in a row, the run asks for a minute whether the server answers, then gives up', async () => {
  const { liveness, come, questions, time } = watched(() => 'timeout')
  for (let times = 0; times < 2; times++) await come(list, 'timeout')
  expect(questions).toEqual([])
  await come(list, 'timeout')
  expect(questions[0]).toEqual({ ...list, once: true, alone: true })
  expect(time()).toBeGreaterThanOrEqual(60_000)
  expect(() => liveness.allow(list)).toThrow(Gone)
  expect(liveness.sentence()).toMatch(/^The server answered at first, but then stopped: /)
})

test.each(['reset', 'refused'] as const)(
  'after one %s the run asks for a minute whether the server is back, then gives up',
  async (came) => {
    const { liveness, come, questions, time } = watched(() => came)
    await come(list, came)
    expect(questions.length).toBeGreaterThan(20)
    expect(time()).toBeGreaterThanOrEqual(60_000)
    expect(() => liveness.allow(list)).toThrow(Gone)
    expect(liveness.isGivenUp()).toBe(true)
    expect(liveness.sentence()).toMatch(/^The server answered at first, but then stopped: /)
  },
)

test('the run waits for a server that hangs and then answers again', async () => {
  let asked = 0
  const { liveness, come } = watched(() => (++asked < 8 ? 'timeout' : 200))
  for (let times = 0; times < 3; times++) await come(list, 'timeout')
  expect(() => liveness.allow(list)).not.toThrow()
  expect([liveness.outages(), liveness.isGivenUp()]).toEqual([1, false])
})

test.each(['reset', 'refused', 'closed'] as const)(
  'the run waits for a server that is back after %s, and says for how long',
  async (came) => {
    let asked = 0
    const { liveness, come } = watched(() => (++asked < 8 ? 'refused' : 200))
    await come(list, came)
    expect(() => liveness.allow(list)).not.toThrow()
    expect(liveness.outages()).toBe(1)
    expect(liveness.sentence()).toBe(
      'The server was unavailable for 10 s; the run waited for it and then went on.',
    )
  },
)

test('requests that find nobody there at the same time wait for one return of the server', async () => {
  let asked = 0
  const { liveness, come, questions } = watched(() => (++asked < 3 ? 'refused' : 200))
  await Promise.all([come(list, 'reset'), come(pay, 'refused'), come(list, 'refused')])
  expect([questions.length, liveness.outages()]).toEqual([3, 1])
})

test('a server that breaks off a connection and answers at once is not asked each time', async () => {
  const { liveness, come, questions } = watched(() => 200)
  for (let times = 0; times < 30; times++) for (const came of ['reset', 200] as const) await come(list, came)
  expect([questions.length, liveness.outages(), liveness.sentence()]).toEqual([10, 0, undefined])
})

test.each([
  ['refused', 3],
  ['reset', 1],
] as const)('a payment that is %s is sent %i times at most', async (came, most) => {
  const { liveness, answerOf } = watched(() => 200)
  let sent = 0
  const send = live(
    liveness,
    'a/check',
  )(async (draft) => {
    sent++
    return answerOf(draft, came)
  })
  await send(pay)
  expect(sent).toBe(most)
})

test('the run does not give up on a server that still answers the start’s request', async () => {
  const { liveness, come } = watched(() => 200)
  for (let times = 0; times < 9; times++) await come(pay, 'timeout')
  expect(liveness.sentence()).toBeUndefined()
})

test('the run gives up if many requests time out alone, whatever the server answers in between', async () => {
  const alone: RequestDraft = { ...list, alone: true }
  const { liveness, come } = watched(() => 200)
  for (let times = 0; times < 10; times++) {
    for (const came of [200, 404, 'timeout'] as const) await come(times % 2 === 0 ? alone : pay, came)
  }
  expect(liveness.sentence()).toBe(
    '10 of 30 requests got no complete response within 5000 ms (create-outgoing-payment, list-outgoing-payments). Check whether the server hangs there, or raise limits.requestTimeout in t.yaml.',
  )
})

test('the run does not give up because many requests at a time make each other late', async () => {
  const { liveness, come } = watched(() => 200)
  for (let times = 0; times < 30; times++)
    for (const came of ['timeout', 'timeout', 200] as const) await come(list, came)
  expect(liveness.sentence()).toBeUndefined()
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
    'tokens.full was accepted in exchange 1 and is refused (401) since exchange 2: it expired during the run, or the server shuts a client out after many refusals. Give a token in t.yaml that is valid for longer, or a command that gets a new token in time ({ command, expiresIn }).',
  )
  expect(() => liveness.allow(pay)).toThrow(Gone)
  expect(() => liveness.allow({ ...list, token: { ...token, name: 'tokens.readOnly' } })).not.toThrow()
})

test.each([
  [
    'the authorization server at https://auth.example cannot be reached',
    'Tokens that the server refused during the run could not be renewed: the authorization server at https://auth.example cannot be reached.',
  ],
  [
    undefined,
    'tokens.full was accepted in exchange 1 and is refused (401) since exchange 2, although the authorization server gave it for this run: look at the log of the server.',
  ],
])(
  'a granted token that was not renewed because of %j is not said to stand in the file',
  async (why, said) => {
    const granted = { ...token, renewed: async () => false, unrenewed: () => why }
    const { liveness, come } = watched(() => 401)
    await come({ ...list, token: granted }, 200)
    await come({ ...pay, token: granted }, 401)
    expect([liveness.sentence(), liveness.isGivenUp()]).toEqual([said, why !== undefined])
  },
)

test('a token that is alive although it could not be renewed is used further', async () => {
  const granted = { ...token, renewed: async () => false, unrenewed: () => 'the server is gone' }
  const { liveness, come } = watched(() => 200)
  await come({ ...list, token: granted }, 200)
  await come({ ...pay, token: granted }, 401)
  expect([liveness.sentence(), liveness.isGivenUp()]).toEqual([undefined, false])
})

/** A granted token that is dead after its first use, and again after each use of a new value. */
const mortal = () => {
  let value = 0
  const lives = new Set<number>()
  return {
    granted: {
      ...token,
      value: async () => String(value),
      renewed: async (refused: string, isDead?: boolean) => isDead === true && refused === String(value++),
    },
    isAlive: (): boolean => value > 0 && !lives.has(value),
    die: () => void lives.add(value),
  }
}

test('a dead token is renewed each time that it was accepted before, and requests with it are alive again', async () => {
  const { granted, isAlive, die } = mortal()
  const { liveness, come, questions } = watched(() => (isAlive() ? 200 : 401))
  const [read, paid] = [
    { ...list, token: granted },
    { ...pay, token: granted },
  ]
  await come(read, 200)
  await come(paid, 401)
  expect([liveness.sentence(), liveness.wasRevived('tokens.full')]).toEqual([undefined, true])
  await come(read, 200)
  die()
  await come(paid, 401)
  expect([liveness.sentence(), liveness.hasLostToken(), questions.length]).toEqual([undefined, false, 20])
  die()
  await come(paid, 401)
  expect(liveness.hasLostToken()).toBe(true)
})

test.each([1, 2, 4])(
  'a token that is accepted again after %i further refusals is alive',
  async (refusals) => {
    const read: RequestDraft = { operation: 'get-quote', method: 'GET', path: '/quotes/1', token }
    let asked = 0
    const { liveness, come, questions } = watched(() => (++asked <= refusals ? 401 : 200))
    await come(list, 200)
    await come(read, 200)
    await come(pay, 401)
    expect([liveness.sentence(), liveness.wasRevived('tokens.full')]).toEqual([undefined, true])
    const line = { requests: 1 }
    const tried = [{ ...read, line }, list, { ...read, line }, list]
    expect(questions.map(({ once: _, ...question }) => question)).toEqual([list, ...tried.slice(0, refusals)])
  },
)

test('requests that are refused at the same time wait for one proof that the token is alive', async () => {
  const { come, questions } = watched(() => 401)
  await come(list, 200)
  await Promise.all([come(pay, 401), come({ ...pay, path: '/quotes' }, 401)])
  expect(questions.length).toBe(9)
})

test('no other request is sent while a refused token is tried again', async () => {
  let asked = 0
  let sent: Promise<Answer> | undefined
  const { come, answerOf, quiet } = watched(() => {
    if (++asked === 2) sent = send({ ...list, token: { ...token, name: 'tokens.readOnly' } })
    return asked <= 5 ? 401 : 200
  })
  let before = 0
  const send = outsideQuiet(quiet)(async (draft) => {
    before = asked
    return answerOf(draft, 200)
  })
  await come(list, 200)
  await come(pay, 401)
  await sent
  expect([before, asked]).toEqual([6, 6])
})

test('tokens that are refused because of each other are not said to have expired', async () => {
  const another = { ...token, name: 'tokens.readOnly' }
  let last: string | undefined
  const { liveness, come } = watched((draft) => {
    const before = last
    last = draft.token?.name
    return before === last ? 200 : 401
  })
  for (const one of [token, another]) await come({ ...list, token: one }, 200)
  await Promise.all([token, another].map((one) => come({ ...pay, token: one }, 401)))
  expect(liveness.sentence()).toBeUndefined()
})

test('a payment that is refused with 401 is not said to be out of money if its token is alive', async () => {
  let asked = 0
  const { liveness, come } = watched(() => (++asked === 1 ? 401 : 200))
  await come(list, 200)
  await come(pay, 201)
  await come(pay, 401)
  expect(liveness.sentence()).toBeUndefined()
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
