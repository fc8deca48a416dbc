import { expect, test } from 'vitest'
import { type Call, call } from '../testing/call.ts'
import { askAt, askGrant, consentedTo, finish, forQuotes, type Learnt, toPay } from '../testing/grants.ts'
import { askPayment, askQuote, usd } from '../testing/requests.ts'
import { type Running, running } from '../testing/running.ts'
import { variantsNamed } from '../variants/index.ts'

const severalTokens = () => running({ variants: variantsNamed(['several-access-tokens']) })

type Labelled = Learnt['access_token'] & { label: string }

const tokensIn = ({ access_token }: { access_token: unknown }) => access_token as Labelled[]

const asked = (mock: Running) => [
  { label: 'paying', access: [toPay(mock, { debitAmount: usd('500') })] },
  { label: 'asking', access: [forQuotes] },
]

const by = ({ value }: { value: string }): Partial<Call> => ({ authorization: `GNAP ${value}` })

test('several tokens are given under the labels that the client chose, each with its own access', async () => {
  const mock = await severalTokens()
  const tokens = tokensIn(await consentedTo(mock, asked(mock)))
  const [paying, asking] = tokens
  if (!paying || !asking) throw new Error('no tokens')
  expect(tokens.map(({ label, access }) => ({ label, access }))).toEqual(asked(mock))
  expect(new Set(tokens.flatMap(({ value, manage }) => [value, manage])).size).toBe(4)
  expect((await call(mock, askPayment(mock, {}, by(paying)))).status).toBe(201)
  expect((await call(mock, askPayment(mock, {}, by(asking)))).status).toBe(403)
  expect((await call(mock, askQuote(mock, {}, by(asking)))).status).toBe(201)
  expect((await call(mock, askQuote(mock, {}, by(paying)))).status).toBe(403)
})

test('each of several tokens is rotated and revoked by itself, and keeps its label', async () => {
  const mock = await severalTokens()
  const [paying, asking] = tokensIn(await consentedTo(mock, asked(mock)))
  if (!paying || !asking) throw new Error('no tokens')
  const rotated = (await call(mock, askAt(mock, asking.manage, asking.value))).json as {
    access_token: Labelled
  }
  expect(rotated.access_token).toMatchObject({ label: 'asking', access: [forQuotes] })
  expect((await call(mock, askQuote(mock, {}, by(asking)))).status).toBe(401)
  expect((await call(mock, askQuote(mock, {}, by(rotated.access_token)))).status).toBe(201)
  const revoked = await call(mock, askAt(mock, paying.manage, paying.value, { method: 'DELETE' }))
  expect(revoked.status).toBe(204)
  expect((await call(mock, askPayment(mock, {}, by(paying)))).status).toBe(401)
  expect((await call(mock, askQuote(mock, {}, by(rotated.access_token)))).status).toBe(201)
})

test('one token in an array is given in an array', async () => {
  const mock = await severalTokens()
  const access_token = [{ label: 'only', access: [forQuotes] }]
  const { json } = await call(mock, askGrant(mock, { access_token }))
  expect(tokensIn(json as Learnt)).toMatchObject([{ label: 'only', access: [forQuotes] }])
})

test.each<[unknown, string]>([
  [[], 'access_token is not an object, or an array of 1 to 10 objects'],
  [Array(11).fill({ label: 'a', access: [forQuotes] }), 'access_token is not an object, or an array of 1'],
  [[{ access: [forQuotes] }], 'access_token[0].label is not a string of at least one character'],
  [
    [
      { label: 'a', access: [forQuotes] },
      { label: 'a', access: [forQuotes] },
    ],
    'access_token[1].label is that of an earlier token',
  ],
  [[{ label: 'a', access: [] }], 'access_token[0].access is not an array of one to three access items'],
  [[7], 'access_token[0] is not a JSON object'],
])('several tokens with fault %# are refused, and the message says why', async (access_token, says) => {
  const mock = await severalTokens()
  const interact = { start: ['redirect'], finish }
  expect((await call(mock, askGrant(mock, { access_token, interact }))).json).toMatchObject({
    error: { code: 'invalid_request', description: expect.stringContaining(says) },
  })
})

test('without the variant a request for an array of tokens is refused with a hint to ask for one each', async () => {
  const mock = await running({ profile: 'open-payments-1.3' })
  const { status, json } = await call(mock, askGrant(mock, { access_token: asked(mock) }))
  expect(status).toBe(400)
  expect(json).toMatchObject({
    error: {
      code: 'invalid_request',
      description: expect.stringMatching(/access_token is an array.*one request per token/),
    },
  })
})
