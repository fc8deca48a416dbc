import { expect, test } from 'vitest'
import type { Target } from '../../src/target-file/target.ts'
import { against, exitCodeAfter, verdictsIn } from '../testing/against-mock.ts'
import { tryAll } from '../testing/sampled.ts'

const withoutToken =
  (kind: Exclude<keyof Target['tokens'], 'full'>) =>
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

interface Need {
  key: string
  target: (target: Target) => Target
}

const ofInterface: Need[] = [
  { key: 'tokens.readOnly', target: withoutToken('readOnly') },
  { key: 'tokens.writeOnly', target: withoutToken('writeOnly') },
  { key: 'tokens.expired', target: withoutToken('expired') },
  { key: 'tokens.revoked', target: withoutToken('revoked') },
  { key: 'tokens.rotated', target: withoutToken('rotated') },
  { key: 'tokens.limitedPerInterval', target: withoutToken('limitedPerInterval') },
  { key: 'tokens.limitedReceive', target: withoutToken('limitedReceive') },
  { key: 'tokens.limitedToReceiver', target: withoutToken('limitedToReceiver') },
  { key: 'otherWallet', target: withoutKey('otherWallet') },
  { key: 'otherKey', target: withoutKey('otherKey') },
  { key: 'receivers.fixed', target: withoutReceivers('fixed') },
  { key: 'receivers.expired', target: withoutReceivers('expired') },
  { key: 'receivers.completed', target: withoutReceivers('completed') },
  { key: 'receivers.otherAsset', target: withoutReceivers('otherAsset') },
]

/** Needs of the checks that exist only in the profile of the published specification. */
const ofSpecification: Need[] = [
  { key: 'tokens.ownOnly', target: withoutToken('ownOnly') },
  { key: 'otherWallet', target: withoutKey('otherWallet') },
  { key: 'otherClient', target: withoutKey('otherClient') },
  { key: 'receivers.failing', target: withoutReceivers('failing') },
]

const needs = [
  { profile: 'interface' as const, needs: ofInterface },
  { profile: 'open-payments-1.3' as const, needs: ofSpecification },
]

/** Each need is missing alone at night; by day all needs of a profile are missing together. */
const missing = needs.flatMap(({ profile, needs }) =>
  (tryAll ? needs.map((need) => [need]) : [needs]).map((needs) => ({
    profile,
    needs,
    keys: needs.map(({ key }) => key).join(', '),
  })),
)

test.for(missing)(
  '$profile: checks that need $keys are skipped without them, naming the key, with exit code 0, and 3 with --complete',
  async ({ profile, needs }) => {
    const target = (whole: Target): Target => needs.reduce((rest, need) => need.target(rest), whole)
    const events = await against({ profile, target, runs: 2 })
    const reasons = verdictsIn(events).flatMap(({ verdict }) => {
      if (verdict.status === 'passed') return []
      expect(verdict.status).toBe('skipped')
      return verdict.status === 'skipped' ? verdict.missing : []
    })
    const named = (reason: string): string[] =>
      needs.filter(({ key }) => reason.includes(key)).map(({ key }) => key)
    expect(reasons.filter((reason) => named(reason).length === 0)).toEqual([])
    expect([...new Set(reasons.flatMap(named))].sort()).toEqual(needs.map(({ key }) => key).sort())
    expect(exitCodeAfter(events)).toBe(0)
    expect(exitCodeAfter(events, { complete: true })).toBe(3)
  },
)
