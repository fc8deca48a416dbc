import { expect, test } from 'vitest'
import type { Variant } from '../../mock/changes/change.ts'
import { faultsNamed } from '../../mock/conditions/named.ts'
import type { Stored } from '../../mock/state/resources.ts'
import { serveInProcess } from '../../src/app/selftest/mocks.ts'
import { loadCatalogue } from '../../src/catalogue/catalogue.ts'
import type { VerdictEvent } from '../../src/core/events.ts'
import { runChecks } from '../../src/selftest/run-checks.ts'
import type { Target } from '../../src/target-file/target.ts'
import { loadSuite } from '../load.ts'
import { against, brokenIn, verdictsIn } from '../testing/against-mock.ts'

const suite = await loadSuite()

const id = 'last-look/everything-once-more'

const profiles = ['interface', 'open-payments-1.3'] as const

interface Tried {
  profile: (typeof profiles)[number]
  faults: readonly string[]
  only: readonly string[]
}

/** The server runs in virtual time, so that its delays do not depend on how busy this machine is. */
const verdictsOf = ({ profile, faults, only }: Tried): Promise<VerdictEvent[]> =>
  serveInProcess(
    { profile, faults: faultsNamed(faults, profile) },
    (error) => {
      throw error
    },
    async (served) => {
      const knowledge = { suite, catalogue: loadCatalogue(profile) }
      return (await runChecks(knowledge, served, { only, seed: 1, runs: 1 })).verdicts
    },
  )

const faults = [
  ['received-amount-drops-later', 'settling/moves-and-arrives', 'incoming-payment.received-amount.grows'],
  ['receiver-vanishes-later', 'settling/moves-and-arrives', 'incoming-payment.stays'],
  ['payment-vanishes-later', 'settling/moves-and-arrives', 'outgoing-payment.stays'],
  ['failed-payment-revived-later', 'settling/failure-is-marked', 'outgoing-payment.failed.stays'],
  ['quote-vanishes-later', 'ids/quote-is-read-back', 'quote.stays'],
  ['quote-abroad-priced-anew-later@every-eleventh', 'expiry/expired-quote', 'quote.immutable'],
] as const

const cases = profiles.flatMap((profile) => faults.map((fault) => [profile, ...fault] as const))

test.each(cases)(
  '%s: the final state check finds %s after a run of %s alone',
  async (profile, fault, check, requirement) => {
    const verdicts = await verdictsOf({ profile, faults: [fault], only: [check] })
    expect([...brokenIn(verdicts)]).toEqual([[requirement, 'failure']])
  },
)

test.each(profiles)(
  '%s: the final state check finds everything still there on the strict mock',
  async (profile) => {
    const only = ['settling/moves-and-arrives', 'settling/failure-is-marked', 'ids/quote-is-read-back']
    const verdicts = await verdictsOf({ profile, faults: [], only })
    expect([...brokenIn(verdicts)]).toEqual([])
    const claims = verdicts.find(({ check }) => check === id)?.claims ?? {}
    expect(Object.keys(claims).filter((claim) => claim.endsWith('.stays'))).toEqual([
      'incoming-payment.stays',
      'outgoing-payment.stays',
      'quote.stays',
    ])
  },
)

test('the final state check finds a paid quote that a token of another wallet may read', async () => {
  const faults = ['paid-quote-shown-to-every-wallet']
  const verdicts = await verdictsOf({ profile: 'interface', faults, only: ['payments/from-quote'] })
  expect([...brokenIn(verdicts)]).toEqual([['right.wallet.get-quote', 'failure']])
})

test('the final state check sends the last requests of a run', async () => {
  const events = await against({ only: ['expiry', 'settling/moves-and-arrives'] })
  const sent = events.flatMap((event) => (event.type === 'exchange' ? [event.check] : []))
  expect(sent.slice(sent.indexOf(id)).every((check) => check === id)).toBe(true)
})

test('the plan of a run that creates nothing has no final state check', async () => {
  const events = await against({ only: ['lists/open-parameters'] })
  const [plan] = events.filter((event) => event.type === 'plan')
  expect(plan?.checks.map((check) => check.id)).not.toContain(id)
})

test('the final state check can be excluded', async () => {
  const events = await against({ only: ['payments/direct'], exclude: [id] })
  expect(events.some((event) => event.type === 'exchange' && event.check === id)).toBe(false)
})

test('the final state check still finds quotes to read after the time has moved past their expiry', async () => {
  const events = await against({ only: ['expiry/expired-quote'] })
  const verdict = verdictsIn(events).find(({ check }) => check === id)
  expect(verdict).toMatchObject({ verdict: { status: 'passed' }, claims: { 'quote.stays': { held: 15 } } })
})

test('a run with a final state check keeps to limits.maxRequests', async () => {
  const target = (same: Target): Target => ({ ...same, limits: { ...same.limits, maxRequests: 30 } })
  const events = await against({ only: ['payments/direct', 'ids/quote-is-read-back'], target })
  expect(events.filter(({ type }) => type === 'exchange').length).toBeLessThanOrEqual(30)
})

type Shown = <T extends Stored>(all: readonly T[], ours: T, now: number) => readonly T[]

/** The first walk of the list after the silence misses an item. `later` returns what every further one shows. */
const missedOnce = (later: Shown, always: Shown = (all) => all): Variant => ({
  id: 'item-missed-once',
  says: 'The first walk of the list after the silence misses an item, which later ones show',
  override: ({ lists: { items } }, world) => {
    let reads = 0
    return {
      lists: {
        items: (store, wallet, token) => {
          const listed = items(store, wallet, token)
          const ours = listed.find(({ createdAt }) => createdAt > world.beginning)
          if (store.all !== world.outgoingPayments.all || !ours) return listed
          const all = always(listed, ours, world.now())
          const isLate = world.now() - (listed.at(-1)?.createdAt ?? world.now()) > 60_000
          if (!isLate) return all
          return ++reads === 1 ? all.filter((one) => one !== ours) : later(all, ours, world.now())
        },
      },
    }
  },
})

const only = ['settling/moves-and-arrives']

test.each<[string, Shown]>([
  ['while others paid', (all, ours) => [...all, { ...ours, id: 'by-somebody-else' }]],
  [
    'because it was updated',
    (all, ours, now) => all.map((one) => (one === ours ? { ...one, updatedAt: now } : one)),
  ],
])('an item that moved to another page %s is looked for once more', async (_, later) => {
  const events = await against({ only, further: [missedOnce(later)] })
  expect([...brokenIn(verdictsIn(events))]).toEqual([])
})

test('an item that a walk misses although nothing else changes has disappeared, whatever others paid before', async () => {
  const before: Shown = (all, ours) => [{ ...ours, id: 'by-somebody-before', createdAt: 0 }, ...all]
  const events = await against({ only, further: [missedOnce((all) => all, before)] })
  expect([...brokenIn(verdictsIn(events))]).toEqual([['outgoing-payment.stays', 'failure']])
})

test('an item that a walk misses has not disappeared if the list cannot be read a second time', async () => {
  const never: Shown = () => {
    throw new Error('the list cannot be read')
  }
  const events = await against({ only, further: [missedOnce(never)] })
  expect([...brokenIn(verdictsIn(events)).keys()]).not.toContain('outgoing-payment.stays')
})
