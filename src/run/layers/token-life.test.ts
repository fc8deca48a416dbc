import { expect, test } from 'vitest'
import type { Answer } from '../../http/answers/answer.ts'
import type { RequestDraft } from '../../http/draft.ts'
import { Gone } from './liveness.ts'
import { outsideQuiet } from './quiet.ts'
import { limited, list, pay, token, watched } from './testing/watched.ts'

test('a token that was accepted and is now refused even for the same list is reported as expired', async () => {
  const { liveness, come } = watched(() => 401)
  await come(list, 200)
  await come(pay, 401)
  expect(liveness.sentence()).toBe(
    'tokens.full was accepted in exchange 1 and is refused (status 401) since exchange 2: it expired during the run, or the server shuts a client out after many refusals. Give a token in t.yaml that is valid for longer, or a command that gets a new token in time ({ command, expiresIn }).',
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
    'tokens.full was accepted in exchange 1 and is refused (status 401) since exchange 2, although the authorization server gave it for this run: look at the log of the server.',
  ],
])(
  'the message about a granted token that was not renewed because of %j does not mention the file',
  async (why, said) => {
    const source = 'authorization server' as const
    const granted = { ...token, source, renewed: async () => false, unrenewed: () => why }
    const { liveness, come } = watched(() => 401)
    await come({ ...list, token: granted }, 200)
    await come({ ...pay, token: granted }, 401)
    expect([liveness.sentence(), liveness.isGivenUp()]).toEqual([said, why !== undefined])
  },
)

test('the command of a token is said to have been asked again', async () => {
  const printed = { ...token, source: 'command' as const, renewed: async () => false }
  const { liveness, come } = watched(() => 401)
  await come({ ...list, token: printed }, 200)
  await come({ ...pay, token: printed }, 401)
  expect(liveness.sentence()).toBe(
    'tokens.full was accepted in exchange 1 and is refused (status 401) since exchange 2, and so is the token that its command printed then: it expired during the run, or the server shuts a client out after many refusals. Have the command print a new token each time.',
  )
})

test('a token that is alive although it could not be renewed is used further', async () => {
  const granted = { ...token, renewed: async () => false, unrenewed: () => 'the server is gone' }
  const { liveness, come } = watched(() => 200)
  await come({ ...list, token: granted }, 200)
  await come({ ...pay, token: granted }, 401)
  expect([liveness.sentence(), liveness.isGivenUp()]).toEqual([undefined, false])
})

test.each([
  [0, ''],
  [
    65_000,
    " The run moved the server's time by 65 s in between: check whether the server verifies signatures and tokens by the clock that is moved.",
  ],
])(
  'a token that is refused after a move of %i ms is reported with the move and the server’s words',
  async (moved, said) => {
    const { liveness, answerOf, age } = watched(() => 401)
    age(7000)
    await liveness.saw('a/check', list, undefined, answerOf(list, 200))
    age(moved)
    const refused = answerOf(pay, 401)
    const text = '{"error":{"description":"created lies in the past"}}'
    if (refused.response) refused.response.text = text
    await liveness.saw('a/check', pay, undefined, refused)
    expect(liveness.sentence()).toContain('is refused (status 401: created lies in the past) since')
    expect(liveness.sentence()).toMatch(new RegExp(`\\(\\{ command, expiresIn \\}\\)\\.${said}$`))
  },
)

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

test('a quote that is refused with 403 once it is paid is not reported as a used-up grant', async () => {
  const payment = { ...pay, body: { quoteId: 'https://wallet.example/op/quotes/1' } }
  const { liveness, come } = watched(() => 200)
  await come(list, 200)
  await come(payment, 201)
  await come(payment, 403)
  expect(liveness.sentence()).toBeUndefined()
  expect(() => liveness.allow(payment)).not.toThrow()
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
