import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { minimalServer, senderTo } from '../testing/minimal-server.ts'

const large = '9'.repeat(1_100_000)
const deep = 100_000

test('minimal-server answers no odd request with a server error', async () => {
  const { target, world } = await minimalServer()
  const send = senderTo(target)
  const [receiver] = world.receivers.open
  const debitAmount = { value: '100', assetCode: 'KWD', assetScale: 3 }
  const whole = { walletAddress: target.walletAddress, incomingPayment: receiver?.id, debitAmount }
  const withMetadata = (metadata: string): string =>
    `${JSON.stringify(whole).slice(0, -1)},"metadata":${metadata}}`
  const json = { 'content-type': 'application/json' }
  const statuses = await Promise.all([
    ...[
      '',
      '{',
      'null',
      '[]',
      '"text"',
      '{}',
      '\ufeff{}',
      '{"walletAddress":{"toString":1},"method":[],"receiver":null}',
      '{"__proto__":{"walletAddress":"x"},"constructor":1}',
      withMetadata('[]'),
      withMetadata('{"__proto__":1,"constructor":{"prototype":2}}'),
      withMetadata(`{"a":${'['.repeat(deep)}${']'.repeat(deep)}}`),
      withMetadata(`{"a":"${large}"}`),
      withMetadata('{"a":1e999,"b":9007199254740993,"c":"\\ud800"}'),
      Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]),
    ].map((body) => send('POST', '/outgoing-payments', body, json)),
    ...['%zz', '%00', '..', '__proto__', 'constructor', '%F0%9F%92%A9', 'a;b', "'--", '.', '*'].flatMap(
      (id) => [send('GET', `/quotes/${id}`), send('GET', `/incoming-payments/${id}`)],
    ),
    ...[
      'cursor=',
      'cursor=%00',
      'cursor=aXRlbSAw',
      'cursor=aXRlbSA5OTk5OTk5OTk',
      'cursor=a&cursor=b',
      'first=0',
      'first=1e3',
      'last=-1',
      'first=99999999999999999999',
      '%zz',
      '=',
      '&&',
      'wallet-address=%F0%28%8C%28',
    ].map((query) => send('GET', `/outgoing-payments?${query}`)),
    send('DELETE', '/quotes/1'),
    send('GET', '/'),
  ])
  expect(statuses.filter(({ status }) => status >= 500 || status < 200)).toEqual([])
  expect((await send('GET', '/outgoing-payments')).status).toBe(200)
})

test('minimal-server answers no odd request of the published specification with a server error', async () => {
  const { target } = await minimalServer('open-payments')
  const send = senderTo(target)
  const { walletAddress } = target
  const amounts = [null, [], '5', { value: -1 }, { value: '1', assetCode: 'KWD', assetScale: '3' }]
  const bodies = [
    ...['', '[]', '{', 'null', '{"__proto__":{}}'],
    ...amounts.map((incomingAmount) => JSON.stringify({ walletAddress, incomingAmount })),
    ...[null, 0, '', 'tomorrow', {}].map((expiresAt) => JSON.stringify({ walletAddress, expiresAt })),
    `{"walletAddress":"${walletAddress}","metadata":{"a":${'['.repeat(deep)}${']'.repeat(deep)}}}`,
  ]
  const answers = await Promise.all([
    ...bodies.map((body) => send('POST', '/incoming-payments', body)),
    ...['%zz', '..', '__proto__', 'a;b', '*', ''].flatMap((id) => [
      send('POST', `/incoming-payments/${id}/complete`),
      send('POST', `/incoming-payments/${id}/complete`, '{'),
      send('GET', `/outgoing-payments/${id}`),
    ]),
    send('GET', '/outgoing-payment-grant?a=%zz'),
  ])
  expect(answers.filter(({ status }) => status >= 500 || status < 200)).toEqual([])
  const refused = answers.filter(({ status }) => status >= 400).map(({ text }) => JSON.parse(text))
  expect(refused).not.toHaveLength(0)
  for (const { error } of refused)
    expect(error).toMatchObject({ code: expect.any(String), description: expect.any(String) })
  expect((await send('GET', '/outgoing-payment-grant')).status).toBe(200)
})

test('minimal-server returns metadata digit for digit', async () => {
  const { target, world } = await minimalServer()
  const debitAmount = { value: '100', assetCode: 'KWD', assetScale: 3 }
  const whole = {
    walletAddress: target.walletAddress,
    incomingPayment: world.receivers.open[0]?.id,
    debitAmount,
  }
  const body = `${JSON.stringify(whole).slice(0, -1)},"metadata":{"n":9007199254740993,"x":1.50}}`
  const { status, text } = await senderTo(target)('POST', '/outgoing-payments', body)
  expect(status).toBe(201)
  expect(text).toContain('"metadata":{"n":9007199254740993,"x":1.50}')
})

test.for([
  { what: 'no HTTP', bytes: 'hello\r\n\r\n' },
  { what: 'headers without end', bytes: `GET / HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(100_000)}\r\n\r\n` },
  {
    what: 'a header named __proto__',
    bytes: 'GET /pay/v0/quotes/1 HTTP/1.1\r\nhost: x\r\n__proto__: x\r\nconnection: close\r\n\r\n',
  },
  {
    what: 'an absolute target',
    bytes: 'GET http://x/pay/v0/quotes/1 HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n',
  },
])('minimal-server answers $what with a 4xx', async ({ bytes }) => {
  const { world } = await minimalServer()
  const socket = connect(Number(new URL(world.origin).port), '127.0.0.1')
  socket.write(bytes)
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 4/)
})

test('minimal-server survives a client that disconnects in the middle of a body', async () => {
  const { target, world } = await minimalServer()
  const socket = connect(Number(new URL(world.origin).port), '127.0.0.1')
  socket.write('POST /pay/v0/quotes HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{')
  socket.destroySoon()
  expect((await senderTo(target)('GET', '/outgoing-payments')).status).toBe(200)
})

test('minimal-server makes one payment per quote and never overpays a receiver, however many come at once', async () => {
  const { target, world } = await minimalServer()
  const send = senderTo(target)
  const [open, fixed] = [world.receivers.open[0], world.receivers.fixed[0]]
  const { walletAddress } = target
  const debitAmount = { value: '90', assetCode: 'KWD', assetScale: 3 }
  const quote = await send(
    'POST',
    '/quotes',
    JSON.stringify({ walletAddress, receiver: open?.id, method: 'ilp', debitAmount }),
  )
  const { id: quoteId } = JSON.parse(quote.text)
  const paying = (body: object) =>
    Promise.all(
      Array.from({ length: 20 }, () =>
        send('POST', '/outgoing-payments', JSON.stringify({ walletAddress, ...body })),
      ),
    )
  const fromQuote = await paying({ quoteId })
  expect(fromQuote.filter(({ status }) => status === 201)).toHaveLength(1)
  const direct = await paying({ incomingPayment: fixed?.id, debitAmount })
  // Each payment delivers 89.
  expect(direct.filter(({ status }) => status === 201)).toHaveLength(5)
  world.clock.advance(60_000)
  await send('GET', '/outgoing-payments')
  expect(fixed?.received).toBe(445n)
  expect(open?.received).toBe(89n)
})
