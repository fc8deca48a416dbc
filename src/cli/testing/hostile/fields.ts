import { altering, always, head, json, paging, put, rewording, where, written } from './answering.ts'
import { type Answering, type Hostile, type Turn, withoutPayments } from './behaviour.ts'

const lastOf = (id: unknown): string => String(id).replace(/^.*\//, '')

const ids = (make: (last: string, turn: Turn) => string): Answering =>
  altering(({ id }, turn) => (id === undefined ? {} : { id: make(lastOf(id), turn) }))

const amount = (value: unknown, assetScale: unknown = 2) => ({ value, assetCode: 'USD', assetScale })

const amounts = (value: unknown, assetScale?: unknown): Answering =>
  altering((fields) =>
    Object.fromEntries(
      Object.keys(fields)
        .filter((name) => name.endsWith('Amount'))
        .map((name) => [name, amount(value, assetScale)]),
    ),
  )

const dates = (text: string): Answering =>
  altering((fields) =>
    Object.fromEntries(
      Object.keys(fields)
        .filter((name) => name.endsWith('At'))
        .map((name) => [name, text]),
    ),
  )

const isList = ({ path }: Turn): boolean => path.includes('payments?')

/** Says that every page has a next one, and gives the items new ids on each page. */
const freshItems: Answering = (() => {
  let made = 0
  return rewording((text) => {
    const page: { result?: Array<Record<string, unknown>>; pagination?: object } = JSON.parse(text)
    if (!page.result) return text
    const result = page.result.map((item) => ({ ...item, id: `${item['id']}${++made}` }))
    const pagination = {
      ...page.pagination,
      startCursor: `s${made}`,
      endCursor: `e${made}`,
      hasNextPage: true,
      hasPreviousPage: true,
    }
    return JSON.stringify({ ...page, result, pagination })
  })
})()

const quiet = ['lists/pages', 'lists/complete', 'lists/two-clients', 'settling/moves-and-arrives']

const aPage = (pagination: object, result: unknown[] = []): Buffer =>
  written({ status: 200, headers: [json], body: Buffer.from(JSON.stringify({ pagination, result })) })

/**
 * Serves the items of a list's first page again on every page, under new ids and with new cursors. Accepts its own
 * cursors too.
 */
const endless: Answering = (() => {
  const first = new Map<string, Array<Record<string, unknown>>>()
  let pages = 0
  return where(isList, async (turn) => {
    const answer = await turn.right()
    const isWhole = answer.status < 300
    const [list = ''] = turn.path.split('?')
    if (isWhole) first.set(list, JSON.parse(answer.body.toString()).result)
    if (!isWhole && !turn.path.includes('cursor')) return void turn.write(written(answer))
    const suffix = String(++pages).padStart(6, '0')
    const result = (first.get(list) ?? []).map((item) => ({
      ...item,
      id: String(item['id']).slice(0, -6) + suffix,
    }))
    const pagination = {
      startCursor: `s${pages}`,
      endCursor: `e${pages}`,
      hasNextPage: true,
      hasPreviousPage: true,
    }
    turn.write(aPage(pagination, result))
  })
})()

const yearOff = (years: number) => Date.now() + years * 365 * 86_400_000

const notReadable = 'Its last path segment reads nothing.'
const notADate = 'It is not a date-time.'
const noUint64 = 'It is not an unsigned 64-bit integer as text.'
const otherOrigin =
  'An id is a URL; a resource is read below baseUrl by its last path segment, wherever the URL points.'

export const fields: readonly Hostile[] = [
  {
    name: 'ids on another origin',
    exits: 0,
    why: otherOrigin,
    answers: ids((own, { stranger }) => `${stranger}/quotes/${own}`),
    only: withoutPayments,
  },
  {
    name: 'ids on another origin that name credentials',
    exits: 0,
    why: otherOrigin,
    answers: ids((own, { stranger }) => `${stranger.replace('//', '//user:pass@')}/${own}`),
    only: withoutPayments,
  },
  {
    name: 'ids of the scheme javascript',
    exits: 0,
    why: 'It is a URI, and only its last path segment is used.',
    answers: ids((own) => `javascript:alert(1)//quotes/${own}`),
    only: withoutPayments,
  },
  {
    name: 'ids of the scheme file',
    exits: 0,
    why: 'It is a URI, and only its last path segment is used.',
    answers: ids((own) => `file:///etc/${own}`),
    only: withoutPayments,
  },
  {
    name: 'ids of the scheme data',
    exits: 1,
    why: 'It has no last path segment that reads the resource.',
    answers: ids(() => 'data:text/html,alert(1)'),
    only: withoutPayments,
  },
  {
    name: 'ids of the scheme data and nothing else',
    exits: 1,
    why: 'It has no last path segment that reads the resource.',
    answers: ids(() => 'data:'),
  },
  { name: 'empty ids', exits: 1, why: 'It is not a URI.', answers: ids(() => '') },
  {
    name: 'ids with a backslash',
    exits: 1,
    why: 'It is not a URI.',
    answers: ids((own) => `http://127.0.0.1/quotes/a\\${own}`),
  },
  {
    name: 'objects with a toString of their own where texts belong',
    exits: 1,
    why: 'They are not texts.',
    answers: rewording((text) =>
      text.replace(
        /"(\w+(?:At|Cursor)|id|type|completed|failed)":(?:"[^"]*"|true|false)/g,
        '"$1":{"toString":"x"}',
      ),
    ),
  },
  {
    name: 'ids without a last path segment',
    exits: 1,
    why: notReadable,
    answers: ids((_, { stranger }) => `${stranger}/`),
    only: withoutPayments,
  },
  {
    name: 'ids that lead upwards',
    exits: 1,
    why: notReadable,
    answers: ids(() => 'http://127.0.0.1/quotes/..'),
    only: withoutPayments,
  },
  {
    name: 'ids that lead upwards, encoded',
    exits: 1,
    why: notReadable,
    answers: ids(() => 'http://127.0.0.1/quotes/%2e%2e%2f%2e%2e'),
    only: withoutPayments,
  },
  {
    name: 'ids with line breaks and headers',
    exits: 1,
    why: 'It is not a URI.',
    answers: ids((own) => `http://127.0.0.1/quotes/${own} HTTP/1.1\r\nx-owned: 1\r\n\r\n`),
    only: withoutPayments,
  },
  {
    name: 'ids with terminal sequences',
    exits: 1,
    why: 'It is not a URI.',
    answers: ids((own) => `http://127.0.0.1/quotes/${own}\u001b[2J\u009b31m`),
    only: withoutPayments,
  },
  {
    name: 'ids beyond ASCII and lone surrogates',
    exits: 1,
    why: 'It is not a URI.',
    answers: ids((own) => `http://127.0.0.1/quotes/${own}é\ud800`),
    only: withoutPayments,
  },
  {
    name: 'ids of a mebibyte',
    exits: 1,
    why: notReadable,
    mebibytes: 400,
    answers: ids((own) => `http://127.0.0.1/${'x'.repeat(300_000)}/${own}${'y'.repeat(300_000)}`),
    only: withoutPayments,
  },
  {
    name: 'ids of question marks without end',
    exits: 1,
    why: 'It is not a URI.',
    mebibytes: 400,
    answers: ids((own) => `http://127.0.0.1/quotes/${own}${'?'.repeat(400_000)}\n`),
    only: withoutPayments,
  },
  {
    name: 'the same id for everything',
    exits: 1,
    why: 'A resource read back is another one.',
    answers: ids(() => 'http://127.0.0.1/quotes/1'),
  },
  {
    name: 'ids called __proto__',
    exits: 1,
    why: notReadable,
    answers: ids(() => 'http://127.0.0.1/quotes/__proto__'),
  },
  {
    name: 'receivers of incoming payments without end',
    exits: 1,
    why: 'It is another receiver than the one asked for.',
    answers: altering(({ receiver }) =>
      receiver === undefined ? {} : { receiver: `http://x${'/incoming-payments/'.repeat(40_000)}\n` },
    ),
  },
  {
    name: 'receivers and wallets elsewhere',
    exits: 1,
    why: 'They are others than asked for.',
    answers: altering((own, { stranger }) => ({
      ...('receiver' in own && { receiver: `${stranger}/incoming-payments/1` }),
      walletAddress: `${stranger}/alice`,
    })),
  },
  { name: 'amounts of 10,000 digits', exits: 1, why: noUint64, answers: amounts('9'.repeat(10_000)) },
  {
    name: 'amounts that are numbers of 10,000 digits',
    exits: 1,
    why: noUint64,
    answers: rewording((text) => text.replace(/"value":"\d+"/g, `"value":${'9'.repeat(10_000)}`)),
  },
  { name: 'amounts just beyond 64 bits', exits: 1, why: noUint64, answers: amounts('18446744073709551616') },
  { name: 'negative amounts', exits: 1, why: noUint64, answers: amounts('-1') },
  { name: 'amounts with an exponent', exits: 1, why: noUint64, answers: amounts('1e400') },
  { name: 'amounts in other digits', exits: 1, why: noUint64, answers: amounts('١٢٣') },
  {
    name: 'an assetScale of a thousand million',
    exits: 1,
    why: 'It is at most 255.',
    answers: amounts('100', 1_000_000_000),
  },
  {
    name: 'an assetScale of 255',
    exits: 1,
    why: 'It is not the one that was asked for.',
    answers: amounts('100', 255),
  },
  {
    name: 'a negative assetScale',
    exits: 1,
    why: 'A quote keeps the asset that was asked for.',
    answers: amounts('100', -1),
  },
  {
    name: 'a wallet asset of scale 255, learned',
    exits: 0,
    why: 'What is debited stays below maxDebitValue.',
    target: { walletAsset: undefined },
    answers: where(({ path }) => path === '/alice', always(document({ assetCode: 'USD', assetScale: 2 }))),
  },
  {
    name: 'a wallet address document with an assetScale of a thousand million',
    exits: 0,
    why: 'That scale is invalid, so the asset is learned from a quote.',
    target: { walletAsset: undefined },
    answers: where(({ path }) => path === '/alice', always(document({ assetCode: 'USD', assetScale: 1e9 }))),
  },
  {
    name: 'dates in the year 0000',
    exits: 1,
    why: 'Nothing was created then and is still payable; read again it is another.',
    answers: dates('0000-02-30T00:00:00Z'),
  },
  {
    name: 'dates in the year 9999',
    exits: 0,
    why: 'They are dates, and the interface ties them to nothing.',
    answers: dates('9999-12-31T23:59:59.999999999999999999Z'),
    only: withoutPayments,
  },
  {
    name: 'dates of ECMAScript, beyond RFC 3339',
    exits: 1,
    why: notADate,
    answers: dates('+275760-09-13T00:00:00.000Z'),
  },
  { name: 'dates beyond that', exits: 1, why: notADate, answers: dates('+999999-99-99T99:99:99Z') },
  {
    name: 'dates in a leap second',
    exits: 0,
    why: 'RFC 3339 has leap seconds.',
    answers: dates('2016-12-31T23:59:60Z'),
    only: withoutPayments,
  },
  {
    name: 'dates with an offset of 99 hours',
    exits: 1,
    why: notADate,
    answers: dates('2026-01-01T00:00:00+99:99'),
  },
  {
    name: 'dates of a mebibyte',
    exits: 1,
    why: notADate,
    mebibytes: 400,
    answers: dates(`2026-01-01T00:00:00.${'0'.repeat(200_000)}`),
  },
  {
    name: 'a clock a year ahead',
    exits: 0,
    why: 'The interface says nothing of clocks.',
    mock: { clock: { at: yearOff(1) } },
  },
  {
    name: 'a clock a year behind',
    exits: 0,
    why: 'The interface says nothing of clocks.',
    mock: { clock: { at: yearOff(-1) } },
  },
  {
    name: 'cursors that never end',
    exits: 3,
    why: 'A list is walked for a hundred pages.',
    answers: endless,
    only: quiet,
  },
  {
    name: 'pages that never end, of fresh items',
    exits: 1,
    why: 'What the run made itself is on none of them.',
    answers: freshItems,
    only: quiet,
  },
  {
    name: 'a next page that is the same',
    exits: 1,
    why: 'There is no page behind the last one.',
    answers: paging(() => ({ hasNextPage: true, endCursor: 'same' })),
    only: ['lists/pages'],
  },
  {
    name: 'pages that are empty and go on',
    exits: 1,
    why: 'The items that it has are in none.',
    answers: where(
      isList,
      always(aPage({ startCursor: 'a', endCursor: 'b', hasNextPage: true, hasPreviousPage: true })),
    ),
  },
  {
    name: 'cursors that are objects',
    exits: 1,
    why: 'A cursor is a text.',
    answers: paging(() => ({ startCursor: {}, endCursor: ['x'], hasNextPage: 'yes' })),
  },
  {
    name: 'every secret that it was sent, in header and body',
    exits: 0,
    why: 'Nobody forbids it; nothing of it is written down.',
    answers: put(echoing),
  },
]

function document(fields: object): Buffer {
  return written({ status: 200, headers: [json], body: Buffer.from(JSON.stringify({ id: 'x', ...fields })) })
}

function echoing({ status, headers, body }: Parameters<Parameters<typeof put>[0]>[0], turn: Turn): Buffer {
  const said = JSON.stringify(turn.headers)
  const encoded = Buffer.from(said).toString('base64')
  const text = body.toString().replace('{', `{"you":${said},"said":"${encoded}",`)
  const bytes = Buffer.from(text)
  return Buffer.concat([
    head(status, [
      ...headers,
      ['x-you', said],
      ['x-said', encoded],
      ['content-length', String(bytes.length)],
    ]),
    bytes,
  ])
}
