import { expect, test } from 'vitest'
import { post, wired } from './testing/wired.ts'

/** A request as a server sees it. */
interface Seen {
  raw: string[]
  headers: Record<string, string | string[] | undefined>
  body: string
  socket: unknown
}

const seeing = async () => {
  const seen: Seen[] = []
  const { wire, events } = await wired((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const { rawHeaders, headers, socket } = request
      const raw = rawHeaders.filter((_, place) => place % 2 === 0)
      seen.push({ raw, headers, body: Buffer.concat(parts).toString(), socket })
      response.end('{}')
    })
  })
  return { send: (draft: Parameters<typeof wire.send>[1]) => wire.send('a/check', draft), seen, events }
}

test('the wire sends the whole body in chunks if the draft says so', async () => {
  const { send, seen } = await seeing()
  await send({ ...post, chunked: true })
  expect(seen[0]).toMatchObject({ body: '{"a":1}', headers: { 'transfer-encoding': 'chunked' } })
  expect(seen[0]?.headers).not.toHaveProperty('content-length')
})

test.each([
  [0, 128],
  [121, 128],
  [122, 256],
])('pads a body with %i spaces to whole blocks, counted in bytes: %i', async (padding, length) => {
  const { send, seen } = await seeing()
  await send({ ...post, body: 'é€', padding, blockLength: 128 })
  expect(seen[0]?.headers['content-length']).toBe(String(length))
  expect(seen[0]?.body.trimEnd()).toBe('"é€"')
})

test('further fields and padding are part of the body and of its digest', async () => {
  const { send, seen } = await seeing()
  await send({ ...post, furtherFields: { a: 2, b: 'é' }, padding: 3 })
  await send({ ...post, body: Buffer.from('{"a":1,"b":"é"}   ') })
  expect(seen[0]?.body).toBe('{"a":1,"b":"é"}   ')
  expect(seen[0]?.headers['content-digest']).toBe(seen[1]?.headers['content-digest'])
})

test('the wire sends the headers in the order that the draft gives', async () => {
  const { send, seen } = await seeing()
  const first = ['signature', 'authorization']
  await send({ ...post, headersFirst: first })
  expect(seen[0]?.raw.filter((name) => /signature|authorization|digest/.test(name))).toEqual([
    ...first,
    'content-digest',
    'signature-input',
  ])
})

test.each(['first', 'last', 'both'] as const)(
  'the wire adds a further member to every structured field: %s',
  async (place) => {
    const { send, seen, events } = await seeing()
    await send({ ...post, furtherMember: place })
    const names = (value: unknown) =>
      [...String(value).matchAll(/(?:^|, )([a-z0-9-]+)=/g)].map(([, name]) => name)
    const { headers = {} } = seen[0] ?? {}
    const inOrder = (own: string, further: string) => [
      ...(place === 'last' ? [] : [`${further}-first`]),
      own,
      ...(place === 'first' ? [] : [`${further}-last`]),
    ]
    expect(names(headers['signature-input'])).toEqual(inOrder('sig1', 'op'))
    expect(names(headers['signature'])).toEqual(inOrder('sig1', 'op'))
    expect(names(headers['content-digest'])).toEqual(inOrder('sha-512', 'op-unknown'))
    expect(events[0]?.request).not.toHaveProperty('altered')
  },
)

test('the wire adds no further signature to a request without one', async () => {
  const { send, seen } = await seeing()
  await send({ ...post, furtherMember: 'first', signing: 'none' })
  expect(seen[0]?.headers).not.toHaveProperty('signature')
})

test('a line is a separate connection for a fixed number of requests', async () => {
  const { send, seen } = await seeing()
  await send(post)
  const line = { requests: 2 }
  await send({ ...post, line })
  await send(post)
  await send({ ...post, line })
  await send({ ...post, line: { requests: 1 } })
  const [first, second, third, fourth, fifth] = seen.map(({ socket }) => socket)
  expect(third).toBe(first)
  expect(fourth).toBe(second)
  expect(new Set([first, second, fifth]).size).toBe(3)
})

test('the wire sends each member of a structured field on a line of its own if the draft says so', async () => {
  const { send, seen } = await seeing()
  await send({ ...post, furtherMember: 'both', splitHeaders: true })
  const lines = (name: string) => seen[0]?.raw.filter((one) => one === name).length
  expect([lines('signature'), lines('signature-input'), lines('content-digest')]).toEqual([3, 3, 3])
  expect(lines('authorization')).toBe(1)
})
