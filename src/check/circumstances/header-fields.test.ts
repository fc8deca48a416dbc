import { expect, test } from 'vitest'
import { loadRequestHeaders } from '../../catalogue/request-headers.ts'
import { build } from '../../http/request/message.ts'
import type { Target } from '../../target-file/target.ts'
import { reached } from '../testing/scripted-session.ts'
import { headerFields } from './header-fields.ts'
import { pairwise, policy, rowsOf } from './rows.ts'
import { inCircumstances } from './table.ts'
import { trialsFor } from './trials.ts'

const target = { ...reached, tokens: {}, receivers: {} } as Target
const get = { method: 'GET', path: '/quotes/7', query: [['first', '1']] } as const
const post = { method: 'POST', path: '/quotes', body: {} }

/** Apache httpd and Envoy take 100 fields. Signing and sending add seven to these, and the target file may add some. */
const mostFields = 90

const named = (text: string) => headerFields().filter(({ name }) => name.includes(text))

const headersOf = async (draft: Parameters<typeof build>[0]): Promise<Record<string, string>> =>
  (await build(draft, target)).headers

test('a value takes its parts from the request', async () => {
  const draft = inCircumstances(named('{'), get, { target })
  expect(await headersOf(draft)).toMatchObject({
    forwarded: 'for=127.0.0.1;host="server.example";proto=https',
    'x-forwarded-port': '443',
    'x-http-method': 'POST',
    'x-rewrite-url': '/quotes/7?first=1',
  })
  const [same] = named('x-http-method: {method}')
  expect(await headersOf(same?.apply(get, { target }) ?? get)).toEqual({ 'x-http-method': 'GET' })
})

test('fields with the same meaning are sent together, except those that the target file adds', async () => {
  const [proto] = named('x-forwarded-proto')
  const connection = { ...target.connection, headers: { 'X-Scheme': 'https' } }
  const draft = proto?.apply(get, { target: { ...target, connection } })
  expect(draft && (await headersOf(draft))).toEqual({
    'x-forwarded-proto': 'https',
    'x-forwarded-scheme': 'https',
    'x-url-scheme': 'https',
  })
})

test.each([1, 2, 3, 4])(
  'with seed %i, no request has as many header fields as some servers refuse',
  async (seed) => {
    const rows = [...rowsOf({ seed, place: 0 }), policy.batch(0), ...policy.pays(0), ...policy.pays(1)]
    for (const row of rows) {
      const draft = inCircumstances(row, post, { target })
      expect(Object.keys(await headersOf(draft)).length).toBeLessThanOrEqual(mostFields)
    }
  },
)

test('a long URL is not repeated in headers', () => {
  const long = { ...get, query: [['op-unknown', 'x'.repeat(1000)]] } as const
  expect(named('{path}').map(({ apply }) => apply(long, { target }))).toEqual(
    named('{path}').map(() => undefined),
  )
})

test('a header that describes a body replaces the usual one, and is sent only with a body', async () => {
  const [type] = named('content-type')
  expect(type?.apply(get, { target })).toBeUndefined()
  const draft = inCircumstances(type ? [type] : [], post, { target })
  expect((await headersOf(draft))['content-type']).toBe('text/plain; charset=utf-8')
})

test('a header that a check sets replaces the one of a circumstance', async () => {
  const draft = inCircumstances(named('cookie'), post, { target })
  expect((await headersOf({ ...draft, headers: { cookie: 'own=1' } })).cookie).toBe('own=1')
})

test('a header that the target file adds to every request is left as it is', () => {
  const connection = { ...target.connection, headers: { 'X-Real-IP': '127.0.0.1' } }
  const [address] = named('x-real-ip')
  expect(address?.apply(get, { target: { ...target, connection } })).toBeUndefined()
})

test('a server that answers again by the idempotency key gets another key with each request', async () => {
  const keys = await Promise.all(
    [1, 2].map(async () => {
      const draft = inCircumstances(named('idempotency-key'), post, { target })
      return (await headersOf(draft))['idempotency-key']
    }),
  )
  expect(keys[0]).toMatch(/^"[0-9a-f-]{36}"$/)
  expect(keys[1]).not.toBe(keys[0])
})

test('the values of a field are alternatives, and no factor has more than two circumstances', () => {
  const all = headerFields()
  for (const { factor } of all)
    expect(all.filter((one) => one.factor === factor).length).toBeLessThanOrEqual(2)
  for (const { name, values } of loadRequestHeaders()) {
    const own = all.filter((one) => /^with ([a-z0-9-]+)/.exec(one.name)?.[1] === name)
    expect(own).toHaveLength(values.length)
    expect(new Set(own.map(({ factor }) => factor)).size).toBe(1)
  }
})

test.each([1, 2, 3])(
  'with seed %i, every invalid request with a body meets every header, and three without one do',
  (seed) => {
    const seenBy = (places: readonly number[], seesAllRows: boolean): Set<string> =>
      new Set(
        places
          .flatMap((place) => trialsFor({ seed, place, seesAllRows }, { requests: 1, apart: 1 }))
          .flatMap(({ row }) => row.map(({ name }) => name)),
      )
    const names = headerFields().map(({ name }) => name)
    for (const seen of [seenBy([0], true), seenBy([0, 1, 2], false)])
      expect(names.filter((name) => !seen.has(name))).toEqual([])
  },
)

test('under a value that is open, invalid requests are tried but no valid one is judged', () => {
  const open = headerFields().filter(({ isOpen }) => isOpen)
  expect(open.map(({ name }) => name.split(/[:,]/)[0])).toEqual([
    'with x-http-method-override',
    'with x-http-method',
    'with x-method-override',
    'with content-type',
    'with dpop',
    'with x-api-version',
  ])
  for (const seed of [1, 2, 3, 4]) {
    const judged = [
      ...policy.valid({ seed }),
      ...policy.pays(0),
      ...policy.pays(1),
      policy.consumes(seed),
    ].flat()
    expect(judged.filter(({ isOpen }) => isOpen)).toEqual([])
    const batches = [...policy.batch(0), ...policy.batch(1)].filter(({ factor }) => factor !== 'page')
    const tried = batches.filter(({ isOpen }) => isOpen).map(({ name }) => name)
    expect(tried.sort()).toEqual(open.map(({ name }) => name).sort())
  }
})

test('rows of pairs differ in which headers they have', () => {
  for (const { name } of headerFields()) {
    const having = pairwise.filter((row) => row.some((one) => one.name === name)).length
    expect(having).toBeGreaterThan(pairwise.length / 5)
    expect(having).toBeLessThan(pairwise.length)
  }
})

test('the headers of a full row leave room for others below the hundred that some servers accept', async () => {
  const trials = trialsFor({ seed: 0, place: 0, seesAllRows: true }, { requests: 1, apart: 1 })
  for (const { row } of trials.slice(0, 2)) {
    const headers = Object.keys(await headersOf(inCircumstances(row, post, { target })))
    expect(headers.length).toBeGreaterThan(60)
    expect(headers.length).toBeLessThan(95)
  }
})
