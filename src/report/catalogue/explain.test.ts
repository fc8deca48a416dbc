import { expect, test } from 'vitest'
import { receiver } from '../../check/needs/need.ts'
import { targetAt } from '../../http/testing/target.ts'
import { printedAs } from '../document/view.ts'
import { requirements } from '../testing/record.ts'
import { suite } from '../testing/suite.ts'
import { explain } from './explain.ts'
import { referenceOf } from './reference.ts'

const textOf = (...asked: Parameters<typeof explain>): string => printedAs('text', explain(...asked))

const { profile } = targetAt('https://wallet.example/op')
const places = new Map([['authentication.1', { title: 'Authentication, rule 1: grants and tokens' }]])
const reference = referenceOf({ suite, requirements, places, profile, runs: 20 })

test('a requirement is explained with its level, basis, reading, place and checks', () => {
  expect(textOf('right.wallet.list', reference)).toBe(`right.wallet.list
  says       What right.wallet.list says.
  level      MUST, binds the server
  basis      inferred from the interface
  reading    A list "on a wallet address" is that wallet's.
  place      Authentication, rule 1: grants and tokens
  profile    interface
`)
  expect(textOf('token.required', reference)).toContain(
    '  judged by  rules/immutable\n             start/whole-and-bare\n',
  )
})

test('a requirement is explained with the text of its place in the interface', () => {
  const text =
    'Access is by grants and access tokens.\nThe authorization server address is given in the 401 response.'
  const told = new Map([['authentication.1', { title: 'Authentication, rule 1', text }]])
  expect(textOf('right.wallet.list', { ...reference, places: told })).toMatch(
    / {2}profile {4}interface\n\n {2}The interface says there:\n {4}Access is by grants and access tokens\.\n {4}The auth.+\n$/,
  )
})

test('the basis of a requirement unknown to the interface is the specification of its profile', () => {
  const entry = requirements.get('token.required')
  const known = new Map(entry ? [['token.required', { ...entry, profile: 'open-payments-1.3' }]] : [])
  expect(textOf('token.required', { ...reference, requirements: known })).toMatch(
    /^ {2}basis +\w+ (?:by|from) the specification of its profile$/m,
  )
})

test('a requirement shows the published text that it is taken from', () => {
  const entry = requirements.get('token.required')
  const published = [{ at: 'auth-server#info.description', says: 'A token is needed.' }]
  const known = new Map(entry ? [['token.required', { ...entry, published }]] : [])
  expect(textOf('token.required', { ...reference, requirements: known })).toContain(
    '  published  "A token is needed." (auth-server#info.description)\n',
  )
})

test('a requirement without a check says why it is untested, or which planned check will test it', () => {
  expect(textOf('service.versioning', reference)).toContain('  untested   not shown\n')
  expect(textOf('client.signs', reference)).toContain('  later      its check is planned with client\n')
  expect(textOf('client.signs', reference)).toContain('  level      MUST, binds the client\n')
})

test('a disputed requirement shows both readings, and a requirement with a schema shows its places', () => {
  const entry = requirements.get('quote.disputed')
  const known = new Map(
    entry ? [['quote.disputed', { ...entry, schema: ['Quote.id.required', 'Quote.id'] }]] : [],
  )
  const text = textOf('quote.disputed', { ...reference, requirements: known })
  expect(text).toContain('  disputed   One reading.\n             The other.\n')
  expect(text).toContain('  schema     Quote.id.required\n             Quote.id\n')
})

test('a check is explained with its claims, needs, operations and what it sends', () =>
  expect(textOf('tokens/expired', reference)).toBe(`tokens/expired
  title       An expired token is refused
  profile     interface
  claims      SHOULD  errors.401.token-invalid
              MUST    token.known
  needs       tokens.expired: a token that was valid once and has expired
  also, for   get-quote: receivers.open
  operations  get-quote, list-outgoing-payments
  sends       at most 7 requests, and leaves at most 1 quote behind
  fails on    op-conformance mock --fault a-fault
`))

test.each([
  ['quotes/any-amount', 'at most 40 requests, and leaves at most 20 quotes behind; more while shrinking'],
  ['rules/immutable', 'nothing; it judges the responses to requests of other checks'],
  ['start/whole-and-bare', 'a few requests at the start of every run'],
])('%s sends %s', (id, sends) => expect(textOf(id, reference)).toContain(`  sends       ${sends}\n`))

test('an unknown id is refused, and the message suggests the nearest one', () =>
  expect(() => textOf('token.knwon', reference)).toThrow(
    expect.objectContaining({
      code: 'ERR_UNKNOWN_ID',
      message: '"token.knwon" is neither a requirement nor a check; did you mean "token.known"?',
    }),
  ))

test('a need that all operations of a check share is listed as a need of the check itself', () => {
  const [first] = suite.checks
  if (!first) throw new Error('the suite has no check')
  const needing = (...kinds: Array<'open' | 'fixed'>) =>
    first.subjects.map((subject, index) => {
      const kind = kinds[index] ?? 'open'
      return { ...subject, needs: { [kind]: receiver(kind) } }
    })
  const explained = (check: typeof first): string =>
    textOf(
      check.id,
      referenceOf({ suite: { ...suite, checks: [check] }, requirements, places, profile, runs: 20 }),
    )
  const shared = explained({ ...first, subjects: needing('open', 'open') })
  expect(shared).toContain('needs       receivers.open: an incoming payment without incomingAmount\n')
  expect(shared).not.toContain('also, for')
  const apart = explained({ ...first, needs: {}, subjects: needing('open', 'fixed') })
  expect(apart).toContain('needs       the needs of one of its operations\n')
  expect(apart).toContain('one of      get-quote: receivers.open\n')
})

test('a rule is explained with what it needs in order to see anything', () => {
  const [rule] = suite.passive
  if (!rule) throw new Error('the suite has no rule')
  const passive = [{ ...rule, otherwise: 'clock in the target file' }]
  const known = referenceOf({ suite: { ...suite, passive }, requirements, places, profile, runs: 20 })
  expect(textOf(rule.id, known)).toContain(
    'sees        nothing and is skipped, without clock in the target file\n',
  )
})
