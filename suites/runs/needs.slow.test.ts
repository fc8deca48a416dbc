import { expect, test } from 'vitest'
import type { Target } from '../../src/target-file/target.ts'
import { against, exitCodeAfter, verdictsIn } from '../testing/against-mock.ts'

const withoutToken =
  (kind: 'readOnly' | 'writeOnly' | 'expired' | 'revoked') =>
  (target: Target): Target => {
    const { [kind]: _, ...tokens } = target.tokens
    return { ...target, tokens }
  }

const withoutKey =
  (key: 'otherWallet' | 'otherKey' | 'otherClient') =>
  (target: Target): Target => {
    const { [key]: _, ...rest } = target
    return rest
  }

const withoutReceivers =
  (kind: 'fixed' | 'expired' | 'completed' | 'otherAsset' | 'failing') =>
  (target: Target): Target => {
    const { [kind]: _, ...sources } = target.receivers.sources
    return { ...target, receivers: { ...target.receivers, sources } }
  }

const ofInterface = [
  { key: 'tokens.readOnly', target: withoutToken('readOnly') },
  { key: 'tokens.writeOnly', target: withoutToken('writeOnly') },
  { key: 'tokens.expired', target: withoutToken('expired') },
  { key: 'tokens.revoked', target: withoutToken('revoked') },
  { key: 'otherWallet', target: withoutKey('otherWallet') },
  { key: 'otherKey', target: withoutKey('otherKey') },
  { key: 'receivers.fixed', target: withoutReceivers('fixed') },
  { key: 'receivers.expired', target: withoutReceivers('expired') },
  { key: 'receivers.completed', target: withoutReceivers('completed') },
  { key: 'receivers.otherAsset', target: withoutReceivers('otherAsset') },
].map((need) => ({ profile: 'interface' as const, ...need }))

/** What checks need that stand only there. */
const ofSpecification = [
  { key: 'otherWallet', target: withoutKey('otherWallet') },
  { key: 'otherClient', target: withoutKey('otherClient') },
  { key: 'receivers.failing', target: withoutReceivers('failing') },
].map((need) => ({ profile: 'open-payments-1.3' as const, ...need }))

test.for([...ofInterface, ...ofSpecification])(
  '$profile: without $key its checks are skipped and name the key; exit 0',
  async ({ profile, key, target }) => {
    const events = await against({ profile, target, runs: 2 })
    const others = verdictsIn(events).filter(({ verdict }) => verdict.status !== 'passed')
    expect(others.length).toBeGreaterThan(0)
    for (const { verdict } of others) {
      expect(verdict).toMatchObject({ status: 'skipped', missing: [expect.stringContaining(key)] })
    }
    expect(exitCodeAfter(events)).toBe(0)
  },
)

test('with --complete a requirement that only the skipped checks exercise makes exit 3', async () => {
  const events = await against({ target: withoutToken('expired'), runs: 2 })
  expect(exitCodeAfter(events, { complete: true })).toBe(3)
})

test.for(['interface', 'open-payments-1.3'] as const)(
  '%s: the whole mock, with everything given, is complete',
  async (profile) => {
    expect(exitCodeAfter(await against({ profile, runs: 2 }), { complete: true })).toBe(0)
  },
)
