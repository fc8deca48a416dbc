import { expect, test } from 'vitest'
import { readCatalogue } from '../faults/catalogue.ts'
import type { ProfileName } from '../profiles/index.ts'
import { call } from '../testing/call.ts'
import { type Conversation, differs, everyConversation, transcript } from '../testing/conversation.ts'
import { askPayment, askQuote } from '../testing/requests.ts'
import { type Running, running } from '../testing/running.ts'
import { seeded } from '../world/random.ts'
import { allStyles, areCompatible, type Style, stylesNamed, stylesOf } from './index.ts'

const profiles = ['interface', 'open-payments-1.3'] as const

const mockWith = (profile: ProfileName, ...styles: Style[]) =>
  running({ publicUrl: 'https://mock.example/op', random: seeded(1), profile, styles })

/** With what styles alone change: a page past the end, no token and no signature, a quote that was paid, odd circumstances. */
async function* conversation(mock: Running): Conversation {
  yield* everyConversation(mock)
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
  yield await call(mock, { path: new URL(id).pathname.replace(/^.*(?=\/quotes\/)/, '') })
}

test.each(profiles)('%s: every style has an id of its own, and departs from what stands there', (profile) => {
  const styles = stylesOf(profile)
  expect(new Set(styles.map(({ id }) => id)).size).toBe(styles.length)
  const departures = styles.flatMap(({ departs }) => (departs ? [departs.requirement] : []))
  expect([...readCatalogue(profile).ids]).toEqual(expect.arrayContaining(departures))
})

test('every style of the interface departs from what stands there, if from anything', () => {
  expect(stylesOf('interface')).toEqual(allStyles)
})

test('a style stands only where its profile leaves it open', () => {
  expect(stylesNamed(['completing-again-refused'], 'open-payments-1.3')).toHaveLength(1)
  expect(() => stylesNamed(['completing-again-refused'])).toThrow('There is no style')
  expect(() => stylesNamed(['errors-as-problems'], 'open-payments-1.3')).toThrow('There is no style')
})

test('a style departs from nothing that its profile does not have', () => {
  const [departing] = stylesNamed(['quotes-without-expiry'])
  const [conforming] = stylesNamed(['quotes-without-expiry'], 'open-payments-1.3')
  expect([departing?.departs?.requirement, conforming?.departs]).toEqual([
    'quote.expires-at.present',
    undefined,
  ])
})

test('every style excludes only styles that there are', () => {
  const ids = allStyles.map(({ id }) => id)
  const excluded = allStyles.flatMap(({ excludes = [] }) => excludes)
  expect(excluded.filter((id) => !ids.includes(id))).toEqual([])
})

test.each(profiles)('%s: every style changes an answer', { timeout: 60_000 }, async (profile) => {
  const strict = await transcript(conversation(await mockWith(profile)))
  const same: string[] = []
  for (const style of stylesOf(profile)) {
    const mock = await mockWith(profile, style)
    if (!(await differs(conversation(mock), strict))) same.push(style.id)
    await mock.close()
  }
  expect(same).toEqual([])
})

test('an unknown style is refused, with the nearest', () => {
  expect(() => stylesNamed(['list-ascending'])).toThrow(
    expect.objectContaining({
      code: 'ERR_UNKNOWN_STYLE',
      message: 'There is no style "list-ascending"; did you mean "lists-ascending"?',
    }),
  )
})

test('styles that exclude each other are refused together, whichever comes first', () => {
  const message =
    'The styles "dates-with-offset" and "dates-in-seconds" exclude each other; leave out one of them'
  expect(() => stylesNamed(['dates-in-seconds', 'short-pages', 'dates-with-offset'])).toThrow(
    expect.objectContaining({ code: 'ERR_STYLES_EXCLUDE_EACH_OTHER', message }),
  )
  expect(() => stylesNamed(['dates-with-offset', 'dates-in-seconds'])).toThrow(/exclude each other/)
})

test('styles come in one order, each once, however they are named', () => {
  expect(stylesNamed(['fees', 'short-pages', 'fees']).map(({ id }) => id)).toEqual(['short-pages', 'fees'])
})

test('each style is compatible with most others', () => {
  for (const style of allStyles) {
    const others = allStyles.filter((other) => other !== style)
    const compatible = others.filter((other) => areCompatible(style, other))
    expect(compatible.length, style.id).toBeGreaterThan(others.length * 0.8)
  }
})

test.each([
  ['https://mock.example/op', 'https://mock.example/op/op/v1.0/~tenant'],
  ['https://mock.example/', 'https://mock.example/op/v1.0/~tenant'],
])('the path of a style comes behind that of the public URL %s', async (publicUrl, expected) => {
  const { world } = await running({ publicUrl, styles: stylesNamed(['base-path']) })
  expect(world.publicUrl).toBe(expected)
})
