import { type Cost, costOf, sumOf } from '../check/cost.ts'
import { missingOf, type Needs } from '../check/need.ts'
import { batchesOf, costOfBatches } from '../run/batches.ts'
import type { Plan } from '../run/plan.ts'
import type { Target } from '../target/target.ts'
import { byReason, lackOf } from './folds.ts'
import { harmless } from './harmless.ts'
import { plural } from './plural.ts'
import { because, section } from './sections.ts'

interface Planned {
  plan: Plan
  target: Target
  seed: number
  runs: number
}

/** What a run would send, spend, leave behind and skip. */
export const planText = (planned: Planned): string => {
  const { plan, target, seed, runs } = planned
  const { checks, requests, quotes, payments } = totals(planned)
  const judges = plural(plan.passive.filter(isGiven).length, 'more only judges', 'more only judge')
  const spends = [
    ['target', `${target.name}  ${target.baseUrl}`],
    ['profile', target.profile.name],
    ['seed', `${seed}, ${runs} generated cases a property`],
    ['checks', `${checks} of ${plan.checks.length} send requests, ${judges} the answers`],
    [
      'requests',
      `at most ${requests}, ${shrinking(plan)}; limits.maxRequests is ${target.limits.maxRequests}`,
    ],
    ['quotes', `at most ${quotes} left behind on a conforming server`],
    ['payments', paymentsIn(payments, target)],
    ['receivers', receiversIn(plan).join(', ') || 'none needed'],
  ].map(([name = '', value = '']) => harmless(`${name.padEnd(10)} ${value}`))
  return `${[spends.join('\n'), ...skippedIn(planned)].join('\n\n')}\n`
}

const isGiven = ({ missing }: { missing: readonly string[] }): boolean => missing.length === 0

const givenChecks = ({ checks }: Plan): Plan['checks'] => checks.filter(({ planned }) => isGiven(planned))

/** Of the start, any request may leave a quote behind. */
const totals = ({ plan, target, runs }: Planned): Cost & { checks: number } => {
  const given = givenChecks(plan).map(({ check }) => check)
  const { requests } = plan.start
  const batches = costOfBatches(batchesOf(given, target))
  const sum = sumOf([
    costOf({ requests, quotes: requests }),
    batches,
    ...given.map((check) => check.cost(runs)),
  ])
  return { checks: given.length, ...sum }
}

/** The limits are kept whatever the server does; the number is that of a conforming one. */
const paymentsIn = (payments: number, { limits }: Target): string => {
  if (payments === 0) return 'none; no money moves'
  const { maxPayments, maxDebitValue, debitBudget } = limits
  const most = BigInt(Math.min(payments, maxPayments)) * maxDebitValue
  return (
    `at most ${payments}, of at most ${maxDebitValue} each (limits.maxDebitValue), ` +
    `${most < debitBudget ? most : debitBudget} in all; limits.maxPayments is ${maxPayments}`
  )
}

const shrinking = (plan: Plan): string => {
  const generating = givenChecks(plan).filter(({ check }) => check.generates).length
  if (generating === 0) return 'none of them generated'
  return `more if one of ${plural(generating, 'check')} with generated values fails and is shrunk`
}

/** How many receivers of each kind a full run needs: as many as one check shares, and one for each that wants its own. */
const receiversIn = (plan: Plan): string[] => {
  const all = plan.checks.flatMap(({ check }) => [check.needs, ...check.subjects.map(({ needs }) => needs)])
  const shared = new Map<string, number>()
  const own = new Map<string, number>()
  for (const needs of all) {
    for (const [kind, count] of receiversOf(needs, false))
      shared.set(kind, Math.max(count, shared.get(kind) ?? 0))
    for (const [kind, count] of receiversOf(needs, true)) own.set(kind, count + (own.get(kind) ?? 0))
  }
  const kinds = [...new Set([...shared.keys(), ...own.keys()])].sort()
  return kinds.map((kind) => `${(shared.get(kind) ?? 0) + (own.get(kind) ?? 0)} ${kind}`)
}

const receiversOf = (needs: Needs, alone: boolean): Map<string, number> => {
  const kinds = new Map<string, number>()
  for (const need of Object.values(needs)) {
    const [group, kind] = need.key.split('.')
    if (group !== 'receivers' || kind === undefined || (need.alone ?? false) !== alone) continue
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
  }
  return kinds
}

/** What is left away, by the key of the target file that would run it. */
const skippedIn = ({ plan, target }: Planned): string[] => {
  const whole = byReason([...plan.checks.map(({ planned }) => planned), ...plan.passive], ({ missing }) =>
    lackOf(missing),
  )
  const subjects = givenChecks(plan).flatMap(({ check }) =>
    check.subjects.map(({ operation, needs }) => ({
      id: `${check.id} (${operation})`,
      missing: missingOf(needs, target),
    })),
  )
  return [
    section('Skipped, and what would run them', because(whole, '-', { verbose: true })),
    section(
      'Left out of checks that run, and what would run it',
      because(
        byReason(subjects, ({ missing }) => lackOf(missing)),
        '-',
        { verbose: true },
      ),
    ),
  ].filter((text) => text !== '')
}
