import { costOf, noCost } from '../../check/cost.ts'
import type { Check } from '../../check/kinds/check.ts'
import type { PassiveCheck } from '../../check/kinds/passive.ts'
import { receiver, token } from '../../check/needs/need.ts'
import type { Subject } from '../../check/subject.ts'
import type { Suite } from '../../check/suite.ts'

/** Fails if it is called: reports use only the data of a check, so the tests never run one. */
const never = () => Promise.reject(new Error('nothing is run here'))

const reading: Subject = {
  operation: 'get-quote',
  needs: { open: receiver('open') },
  preparation: { requests: 1, quotes: 1 },
  accepted: noCost,
  prepare: never,
}

const listing: Subject = { ...reading, operation: 'list-outgoing-payments', needs: {}, preparation: noCost }

const expired: Check = {
  id: 'tokens/expired',
  title: 'An expired token is refused',
  detects: 'a-fault',
  claims: () => ['token.known', 'errors.401.token-invalid'],
  operations: ['get-quote', 'list-outgoing-payments'],
  needs: { expired: token('expired') },
  subjects: [reading, listing],
  batched: [],
  generates: false,
  cost: () => costOf({ requests: 7, quotes: 1 }),
  run: never,
}

const anyAmount: Check = {
  id: 'quotes/any-amount',
  title: 'A quote for any amount is made',
  detects: 'a-fault',
  claims: () => ['token.scheme'],
  operations: ['create-quote'],
  needs: { first: receiver('fixed', 0), second: receiver('fixed', 1) },
  subjects: [],
  batched: [],
  generates: true,
  cost: (runs) => costOf({ requests: 2 * runs, quotes: runs }),
  run: never,
}

const immutable: PassiveCheck = {
  id: 'rules/immutable',
  title: 'A quote says the same always',
  detects: 'a-fault',
  claims: () => ['token.required'],
  operations: ['create-quote', 'get-quote'],
  needs: { open: receiver('open') },
  start: () => () => [],
}

export const suite: Suite = {
  checks: [expired, anyAmount],
  passive: [immutable],
  start: {
    payments: [],
    id: 'start/whole-and-bare',
    title: 'A whole request is accepted',
    whole: [listing],
    bare: ['token.required'],
    quoteWithoutAmount: reading,
    withBody: reading,
  },
  renamed: {},
}
