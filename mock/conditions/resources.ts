import type { Amount } from '../core/amounts.ts'
import { isCreation } from '../core/operations.ts'
import { type IncomingPayment, isSentInFull, type OutgoingPayment, type Quote } from '../state/resources.ts'
import type { World } from '../state/world.ts'
import {
  type Condition,
  everywhere,
  type Group,
  kindOf,
  type Resource,
  type ResourceKind,
} from './condition.ts'
import type { Moment } from './moment.ts'

const ofAmount = (group: Group, id: string, says: string, holds: (amount: Amount) => boolean): Condition => ({
  id,
  group,
  says: `for amounts ${says}`,
  about: 'amount',
  on: everywhere,
  holds: ({ amounts }) => amounts.some(holds),
})

const digits = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9']

/** Divisors that have nothing in common with the base of the numerals, each with some of its remainders. */
const remainders = [3n, 7n, 11n].flatMap((divisor) =>
  [1n, divisor - 1n].map((remainder) => ({ divisor, remainder })),
)

/** Returns true if a value is a power of ten, such as one unit of an asset in the scale of another. */
const isPowerOfTen = (value: bigint): boolean => /^10*$/.test(String(value))
const assetCodes = ['USD', 'JPY', 'BHD', 'XAU']
const scales = [0, 2, 3, 9]

const amountConditions: readonly Condition[] = [
  ...[0n, 1n].map((of) => ofAmount('value', `value-${of}`, `of ${of}`, ({ value }) => value === of)),
  ...[31n, 53n, 63n].map((power) =>
    ofAmount('value', `value-from-2^${power}`, `from 2^${power}`, ({ value }) => value >= 2n ** power),
  ),
  ...digits.map((digit) =>
    ofAmount('value', `value-ends-in-${digit}`, `that end in ${digit}`, ({ value }) =>
      String(value).endsWith(digit),
    ),
  ),
  ...remainders.map(({ divisor, remainder }) =>
    ofAmount(
      'value',
      `value-is-${remainder}-mod-${divisor}`,
      `that leave ${remainder} when they are divided by ${divisor}`,
      ({ value }) => value % divisor === remainder,
    ),
  ),
  ...[3n, 6n, 12n, 18n].map((power) =>
    ofAmount('value', `value-from-10^${power}`, `from 10^${power}`, ({ value }) => value >= 10n ** power),
  ),
  ...(
    [
      ['value-of-a-power-of-10', 'that are a power of 10', 0n],
      ['value-below-a-power-of-10', 'that are one below a power of 10', -1n],
      ['value-above-a-power-of-10', 'that are one above a power of 10', 1n],
    ] as const
  ).map(([id, says, by]) =>
    ofAmount('value', id, says, ({ value }) => value - by > 1n && isPowerOfTen(value - by)),
  ),
  ...assetCodes.map((code) =>
    ofAmount('asset', `asset-${code}`, `in ${code}`, ({ assetCode }) => assetCode === code),
  ),
  ...scales.map((scale) =>
    ofAmount('asset', `scale-${scale}`, `of scale ${scale}`, ({ assetScale }) => assetScale === scale),
  ),
]

const ofResource = (
  group: Group,
  id: string,
  says: string,
  holds: (resource: Resource, moment: Moment) => boolean,
  { on = everywhere, kinds }: { on?: Condition['on']; kinds?: readonly ResourceKind[] } = {},
): Condition => ({
  id,
  group,
  says,
  about: 'resource',
  on,
  ...(kinds && { kinds }),
  holds: ({ resource, moment }) => resource !== undefined && holds(resource, moment),
})

/** Excludes creations, because their resource is new. */
const afterCreation: Condition['on'] = (operation) => !isCreation(operation)

const agesIn: ReadonlyArray<[name: string, milliseconds: number]> = [
  ['500-ms', 500],
  ['2-s', 2000],
  ['5-s', 5000],
]

const ageConditions: readonly Condition[] = agesIn.map(([name, age]) =>
  ofResource(
    'age',
    `age-from-${name}`,
    `for resources that are at least ${name.replace('-', ' ')} old`,
    ({ createdAt }, { world }) => world.now() - createdAt >= age,
    { on: afterCreation },
  ),
)

type State = 'new' | 'under-way' | 'done' | 'failed'

const stateOf = (resource: Resource, world: World): State => {
  switch (kindOf(resource)) {
    case 'quote':
      return stateOfQuote(resource as Quote, world)
    case 'outgoing-payment':
      return stateOfPayment(resource as OutgoingPayment)
    case 'incoming-payment':
      return stateOfReceiver(resource as IncomingPayment, world)
  }
}

/** An expired quote counts as failed. */
const stateOfQuote = (quote: Quote, { ledger, now }: World): State => {
  if (ledger.paid.has(quote)) return 'done'
  return quote.expiresAt <= now() ? 'failed' : 'new'
}

const stateOfPayment = (payment: OutgoingPayment): State => {
  if (payment.failed) return 'failed'
  if (isSentInFull(payment)) return 'done'
  return payment.sentAmount.value === 0n ? 'new' : 'under-way'
}

/** An incoming payment that expired before it completed counts as failed. */
const stateOfReceiver = (
  { completed, expiresAt, receivedAmount }: IncomingPayment,
  { now }: World,
): State => {
  if (completed) return 'done'
  if (expiresAt <= now()) return 'failed'
  return receivedAmount.value === 0n ? 'new' : 'under-way'
}

const stateConditions: readonly Condition[] = [
  inState('new', 'that are new'),
  inState('under-way', 'that are under way'),
  inState('done', 'that are done'),
  inState('failed', 'that failed or expired'),
]

function inState(state: State, says: string): Condition {
  return ofResource(
    'state',
    `state-${state}`,
    `for resources ${says}`,
    (resource, { world }) => stateOf(resource, world) === state,
    state === 'under-way' ? { kinds: ['outgoing-payment', 'incoming-payment'] } : {},
  )
}

/** Returns the resources of the same kind on the same wallet. */
const siblingsOf = (resource: Resource, world: World): readonly Resource[] => {
  const stores = {
    quote: world.quotes,
    'outgoing-payment': world.outgoingPayments,
    'incoming-payment': world.incomingPayments,
  }
  return stores[kindOf(resource)].of(resource.wallet)
}

const crowdConditions: readonly Condition[] = [
  ofResource(
    'number',
    'more-than-10-resources',
    'for wallets with more than 10 resources of the same kind',
    (resource, { world }) => siblingsOf(resource, world).length > 10,
  ),
  ofResource(
    'number',
    'made-in-the-same-millisecond',
    'for resources created in the same millisecond as another resource',
    (resource, { world }) =>
      siblingsOf(resource, world).some(
        (other) => other.id !== resource.id && other.createdAt === resource.createdAt,
      ),
  ),
]

const sideConditions: readonly Condition[] = [
  ofResource(
    'side',
    'of-sender',
    "for the resources of the sender's wallet: quotes and outgoing payments",
    (resource) => kindOf(resource) !== 'incoming-payment',
    { kinds: ['quote', 'outgoing-payment'] },
  ),
  ofResource(
    'side',
    'of-receiver',
    "for the resources of the receiver's wallet: incoming payments",
    (resource) => kindOf(resource) === 'incoming-payment',
    { kinds: ['incoming-payment'] },
  ),
]

const identityConditions: readonly Condition[] = [
  ofResource(
    'identity',
    'asked-by-maker',
    'when the client that created the resource sends the request',
    ({ client }, { token }) => client !== undefined && token?.client === client,
    { on: afterCreation },
  ),
  ofResource(
    'identity',
    'asked-by-other-client',
    'when a client that did not create the resource sends the request',
    ({ client }, { token }) => token !== undefined && token.client !== client,
    { on: afterCreation },
  ),
  ofResource(
    'identity',
    'asked-by-anyone',
    'when the request has no valid token',
    (_resource, { token }) => token === undefined,
  ),
]

export const resourceConditions: readonly Condition[] = [
  ...amountConditions,
  ...ageConditions,
  ...stateConditions,
  ...crowdConditions,
  ...sideConditions,
  ...identityConditions,
]
