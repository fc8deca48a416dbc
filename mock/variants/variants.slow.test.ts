import { expect, test } from 'vitest'
import { seeded } from '../core/random.ts'
import { readCatalogue } from '../openapi/catalogue.ts'
import type { ProfileName } from '../profiles/index.ts'
import { call } from '../testing/call.ts'
import {
  type Conversation,
  differs,
  everyConversation,
  transcript,
} from '../testing/conversations/conversation.ts'
import { askConsent, askGrant, decide, forQuotes, grant } from '../testing/grants.ts'
import { askPayment, askQuote } from '../testing/requests.ts'
import { type Running, running } from '../testing/running.ts'
import { areCompatible, departuresOf, type Variant, variantsNamed, variantsOf } from './index.ts'

const profiles = ['interface', 'open-payments-1.3'] as const

const mockWith = (profile: ProfileName, ...variants: Variant[]) =>
  running({ publicUrl: 'https://mock.example/op', random: seeded(1), profile, variants })

/** Requests several tokens, and yields the redirects after a person accepts and declines. */
async function* grants(mock: Running): Conversation {
  yield await call(mock, askGrant(mock, { access_token: [{ label: 'one', access: [forQuotes] }] }))
  for (const decision of ['accept', 'decline']) {
    const learnt = await grant(mock, askConsent(mock))
    if (!learnt.interact) continue
    const { statusCode, headers } = await decide(mock, learnt, decision)
    yield { status: statusCode, headers: {}, text: String(headers['location']), json: undefined }
  }
}

/**
 * Sends every usual request, and others that only variants change: a page past the end, a request without token and
 * signature, a paid quote, and unusual circumstances.
 */
async function* conversation(mock: Running): Conversation {
  yield* everyConversation(mock)
  yield* grants(mock)
  yield await call(mock, { path: '/incoming-payments', ofNoWallet: true })
  const page = await call(mock, { path: '/incoming-payments' })
  const { endCursor } = Object(Object(page.json).pagination)
  yield await call(mock, { path: `/incoming-payments?first=1&cursor=${encodeURIComponent(endCursor)}` })
  yield await call(mock, { path: '/incoming-payments', authorization: null, signer: null })
  const quote = await call(mock, askQuote(mock, {}))
  const { id } = Object(quote.json)
  yield await call(
    mock,
    askPayment(mock, { quoteId: id, incomingPayment: undefined, debitAmount: undefined }),
  )
  const whole = askQuote(mock, {})
  yield await call(mock, { ...whole, chunked: true })
  yield await call(mock, { ...whole, body: `${JSON.stringify(whole.body)}${' '.repeat(64 * 1024)}` })
  yield await call(mock, { path: '/incoming-payments?unknown=1' })
  for (const [name, value] of [
    ['if-none-match', '*'],
    ['range', 'bytes=0-0'],
  ] as const)
    yield await call(mock, {
      path: '/incoming-payments',
      tamper: (headers) => ({ ...headers, [name]: value }),
    })
  yield await call(mock, { path: new URL(id).pathname.replace(/^.*(?=\/quotes\/)/, '') })
}

test.each(profiles)(
  '%s: every variant has a unique id, and departs only from requirements of the profile',
  (profile) => {
    const variants = variantsOf(profile)
    expect(new Set(variants.map(({ id }) => id)).size).toBe(variants.length)
    const departures = variants.flatMap(departuresOf).map(({ requirement }) => requirement)
    expect([...readCatalogue(profile).ids]).toEqual(expect.arrayContaining(departures))
  },
)

test('every variant departs only from requirements of some profile', () => {
  const departures = variantsOf('interface')
    .flatMap(departuresOf)
    .map(({ requirement }) => requirement)
  const standing = profiles.flatMap((profile) => [...readCatalogue(profile).ids])
  expect(departures.filter((id) => !standing.includes(id))).toEqual([])
})

test('a profile has a variant only where it leaves a point open', () => {
  expect(variantsNamed(['completing-again-refused'], 'open-payments-1.3')).toHaveLength(1)
  expect(() => variantsNamed(['completing-again-refused'])).toThrow('Unknown variant')
  expect(() => variantsNamed(['errors-as-problems'], 'open-payments-1.3')).toThrow('Unknown variant')
})

test('a variant departs from nothing that its profile does not have', () => {
  const [departing] = variantsNamed(['quotes-without-expiry'])
  const [conforming] = variantsNamed(['quotes-without-expiry'], 'open-payments-1.3')
  expect([departing && departuresOf(departing), conforming?.departs]).toEqual([
    [{ requirement: 'quote.expires-at.present', grade: 'warning' }],
    undefined,
  ])
})

test('every variant excludes only known variants', () => {
  const ids = variantsOf('interface').map(({ id }) => id)
  const excluded = variantsOf('interface').flatMap(({ excludes = [] }) => excludes)
  expect(excluded.filter((id) => !ids.includes(id))).toEqual([])
})

test.each(profiles)('%s: every variant changes an answer', async (profile) => {
  const strict = await transcript(conversation(await mockWith(profile)))
  const same: string[] = []
  for (const variant of variantsOf(profile)) {
    const mock = await mockWith(profile, variant)
    if (!(await differs(conversation(mock), strict))) same.push(variant.id)
    await mock.close()
  }
  expect(same).toEqual([])
})

test('an unknown variant is refused, and the message suggests the nearest one', () => {
  expect(() => variantsNamed(['list-ascending'])).toThrow(
    expect.objectContaining({
      code: 'ERR_UNKNOWN_VARIANT',
      message: 'Unknown variant "list-ascending". Did you mean "lists-ascending"?',
    }),
  )
})

test('variants that exclude each other are refused together, whichever comes first', () => {
  const message =
    'The variants "dates-with-offset" and "dates-in-seconds" exclude each other. Remove one of them'
  expect(() => variantsNamed(['dates-in-seconds', 'short-pages', 'dates-with-offset'])).toThrow(
    expect.objectContaining({ code: 'ERR_VARIANTS_EXCLUDE_EACH_OTHER', message }),
  )
  expect(() => variantsNamed(['dates-with-offset', 'dates-in-seconds'])).toThrow(/exclude each other/)
})

test('variants come in one order, each once, however they are named', () => {
  expect(variantsNamed(['fees', 'short-pages', 'fees']).map(({ id }) => id)).toEqual(['short-pages', 'fees'])
})

test('each variant that does not stand alone is compatible with most others', () => {
  const together = variantsOf('interface').filter(({ alone }) => !alone)
  for (const variant of together) {
    const others = together.filter((other) => other !== variant)
    const compatible = others.filter((other) => areCompatible(variant, other))
    expect(compatible.length, variant.id).toBeGreaterThan(others.length * 0.8)
  }
})

test.each([
  ['https://mock.example/op', 'https://mock.example/op/op/v1.0/~tenant'],
  ['https://mock.example/', 'https://mock.example/op/v1.0/~tenant'],
])('the path of a variant is appended to the public URL %s', async (publicUrl, expected) => {
  const { world } = await running({ publicUrl, variants: variantsNamed(['base-path']) })
  expect(world.publicUrl).toBe(expected)
})
