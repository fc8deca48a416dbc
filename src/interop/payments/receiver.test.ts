import { expect, test } from 'vitest'
import type { PaymentCase } from './cell.ts'
import { findReceiver } from './receiver.ts'
import { createConversation, type PaymentSide } from './side.ts'

const usd = { assetCode: 'USD', assetScale: 2 }
const eur = { assetCode: 'EUR', assetScale: 2 }

/** Creates a server whose file lists these receivers, of every kind. */
const server = (
  name: string,
  asset: typeof usd,
  urls: string[] = [],
  access?: { name: string },
): PaymentSide => {
  const listed = [...urls]
  const receivers = {
    access,
    sources: Object.fromEntries(['open', 'otherAsset'].map((kind) => [kind, { kind: 'list' }])),
  }
  return {
    name,
    asset,
    catalogue: new Map(),
    spare: new Map(),
    now: () => new Date(0),
    maxDebitValue: 1000n,
    trials: {
      target: {
        baseUrl: `https://${name}.example/op`,
        connection: { url: `https://${name}.example/op` },
        origins: [],
        receivers,
      },
    },
    pool: {
      has: (kind: string) => kind === 'otherAsset' || kind === 'open',
      alone: async () => listed.splice(0, 1).map((url) => ({ url }))[0],
      shared: async () => ({ url: urls[0] }),
    },
  } as unknown as PaymentSide
}

/** Looks for a receiver. Its URL says which asset it has; any other receiver is not shown. */
const found = async (sender: PaymentSide, side: PaymentSide, kind: PaymentCase, sides = [sender, side]) => {
  const talk = {
    ...createConversation(),
    readReceiver: async (_: unknown, { url }: { url: string }) => {
      const asset = [usd, eur].find(({ assetCode }) => url.endsWith(assetCode))
      const shows = asset && { completed: false, receivedAmount: { value: '0', ...asset } }
      return { tried: { response: { status: 401, json: undefined } }, ...(shows ? { shows } : {}) } as never
    },
  }
  return findReceiver({ sender, receiver: side, kind, talk, sides })
}

const at = (name: string, asset: string): string => `https://${name}.example/op/incoming-payments/${asset}`

test('a receiver is held by the server of its URL, whoever lists it', async () => {
  const [a, b] = [server('a', usd, [at('b', 'USD'), at('z', 'USD')]), server('b', usd)]
  expect(await found(a, a, 'open', [a, b])).toMatchObject({ holder: { name: 'b' } })
  expect(await found(a, a, 'open', [a, b])).toMatchObject({ holder: { name: 'https://z.example' } })
})

test('another asset is one that the wallet of the sender does not have, and what does not fit one sender fits another', async () => {
  const urls = [at('c', 'USD'), at('c', 'EUR')]
  const [a, b, c] = [server('a', usd), server('b', eur), server('c', usd, urls)]
  expect(await found(a, c, 'otherAsset')).toMatchObject({ receiver: { url: at('c', 'EUR') } })
  expect(await found(b, c, 'otherAsset')).toMatchObject({ receiver: { url: at('c', 'USD') } })
  const [only, again] = [server('c', usd, [at('c', 'USD')]), server('d', usd, [at('d', 'USD')])]
  expect(await found(a, only, 'otherAsset')).toEqual({
    status: 'not tried',
    why: 'receivers.otherAsset of c: the last one is in USD/2, as the wallet of a',
  })
  expect(await found(b, again, 'otherAsset')).toMatchObject({ receiver: { url: at('d', 'USD') } })
})

test('receivers.access is said to be missing only if it is', async () => {
  const unseen = [at('b', 'unseen')]
  const [a, b] = [server('a', usd), server('b', usd, unseen)]
  expect(await found(a, b, 'open')).toEqual({
    status: 'not tried',
    why: 'receivers.access of b, which may read open receivers',
  })
  const reading = server('b', usd, unseen, { name: 'receivers.access.token' })
  expect(await found(a, reading, 'open')).toEqual({
    status: 'not judged',
    why: 'b shows no receivedAmount to receivers.access.token (status 401)',
  })
})
