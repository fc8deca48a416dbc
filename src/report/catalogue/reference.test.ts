import { expect, test } from 'vitest'
import { targetAt } from '../../http/testing/target.ts'
import { printedAs } from '../document/view.ts'
import { requirements } from '../testing/record.ts'
import { suite } from '../testing/suite.ts'
import { listView, referenceOf } from './reference.ts'

const { profile } = targetAt('https://wallet.example/op')
const reference = referenceOf({ suite, requirements, places: new Map(), profile, runs: 20 })

test('the list has every check by topic and every requirement of the profile with its level', () =>
  expect(printedAs('text', listView(reference))).toBe(`Checks (4)
  quotes
    quotes/any-amount  A quote for any amount is made

  rules
    rules/immutable  A quote says the same always

  start
    start/whole-and-bare  A whole request is accepted

  tokens
    tokens/expired  An expired token is refused

Requirements of profile interface (8)
  MUST    client.signs              What client.signs says.  [later: client]
  SHOULD  errors.401.token-invalid  What errors.401.token-invalid says.
  MUST    quote.disputed            What quote.disputed says.  [disputed]
  MUST    right.wallet.list         What right.wallet.list says.
  note    service.versioning        What service.versioning says.  [untested: not shown]
  MUST    token.known               What token.known says.
  MUST    token.required            What token.required says.
  note    token.scheme              What token.scheme says.

Requirements of level MUST: 3 stated, 1 inferred; 1 more is disputed.

Disputed requirements with both readings; they never fail a run (1)
  quote.disputed
      One reading.
      The other.

To see an entry in full: op-conformance explain ID
`))

test('the list as JSON says which checks judge a requirement, and what a check needs and costs', () => {
  const listed = JSON.parse(printedAs('json', listView(reference)))
  expect(listed.profile).toBe('interface')
  expect(listed.requirements).toContainEqual(
    expect.objectContaining({ id: 'token.required', checks: ['rules/immutable', 'start/whole-and-bare'] }),
  )
  expect(listed.checks).toContainEqual({
    id: 'quotes/any-amount',
    title: 'A quote for any amount is made',
    topic: 'quotes',
    kind: 'active',
    detects: 'a-fault',
    claims: ['token.scheme'],
    operations: ['create-quote'],
    needs: [{ key: 'receivers.fixed', meaning: 'an incoming payment with incomingAmount' }],
    partly: [],
    generates: true,
    cost: { requests: 40, quotes: 20, payments: 0, incomingPayments: 0 },
  })
})
