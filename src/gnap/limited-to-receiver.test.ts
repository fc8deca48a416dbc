import { expect, test } from 'vitest'
import type { Outcome } from '../http/answers/answer.ts'
import type { Target } from '../target-file/target.ts'
import { limitToReceiver } from './limited-to-receiver.ts'
import type { SignedRequest } from './transport.ts'

const listed = 'https://wallet.example/incoming-payments/1'
const made = 'https://wallet.example/incoming-payments/2'
const create = {
  kind: 'create',
  walletAddress: 'https://wallet.example/bob',
  baseUrl: 'https://wallet.example',
  token: { name: 'receivers.create', value: async () => 'secret' },
}

const limited = async (open: unknown, response: { status: number; json?: unknown } = { status: 500 }) => {
  const [notes, sent]: [string[], SignedRequest[]] = [[], []]
  const tokens: { limitedToReceiver?: { receiver?: string } } = { limitedToReceiver: {} }
  const target = { tokens, receivers: { sources: { open } }, signing: {} } as unknown as Target
  const send = async (request: SignedRequest): Promise<Outcome> => {
    sent.push(request)
    return { response } as unknown as Outcome
  }
  const transport = { send, read: () => Promise.reject(new Error('nothing is read')) }
  await limitToReceiver({ target, transport, note: (text) => notes.push(text) })
  return { receiver: tokens.limitedToReceiver?.receiver, notes, sent }
}

test('the token is limited to the first open receiver of the file, without a request', async () => {
  const { receiver, sent } = await limited({ kind: 'list', receivers: [{ url: listed }] })
  expect([receiver, sent]).toEqual([listed, []])
})

test('a receiver for the limited token is created at the other wallet address', async () => {
  const { receiver, sent } = await limited(create, { status: 201, json: { id: made } })
  expect(receiver).toBe(made)
  expect(sent).toMatchObject([
    {
      method: 'POST',
      url: 'https://wallet.example/incoming-payments',
      token: 'secret',
      body: { walletAddress: 'https://wallet.example/bob' },
    },
  ])
})

test.each([
  ['refused', create, { status: 403 }],
  ['answered without a URL', create, { status: 201, json: { id: 7 } }],
  ['not possible, as a command makes receivers', { kind: 'command', command: ['make'] }, { status: 201 }],
  ['not possible, as the file has none', undefined, { status: 201 }],
])('the token is not requested if creating a receiver is %s', async (_says, open, response) => {
  expect(await limited(open, response)).toMatchObject({
    receiver: undefined,
    notes: ['tokens.limitedToReceiver is not used: there is no receiver that it could be limited to'],
  })
})
