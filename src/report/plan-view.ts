import { loadWorth } from '../catalogue/worth.ts'
import { type Cost, costOf, sumOf } from '../check/cost.ts'
import { missingOf } from '../check/needs/need.ts'
import { costOfOthers, givenChecks, mostOfWhole, type Plan } from '../run/plan/plan.ts'
import { receiversNeeded } from '../run/plan/receivers-needed.ts'
import { mostForms } from '../run/start/learn.ts'
import type { Target } from '../target-file/target.ts'
import { plural } from './counts.ts'
import { type Block, code, type Document, type Fact, fact, section, words } from './document/document.ts'
import type { Presented } from './document/view.ts'
import { byReason, lackOf } from './findings/folds.ts'
import { because, type ReportSection, sectionBlock } from './sections.ts'
import { worth } from './text/run-words.ts'

/** Describes what a run would send, spend, leave behind and skip. */
export function planView(planned: Planned & { seed: number }): Presented {
  const { plan, target, seed, runs } = planned
  const judges = plural(
    plan.passive.filter(({ missing }) => missing.length === 0).length,
    'more only judges',
    'more only judge',
  )
  const facts: Fact[] = [
    fact('target', [words(target.name), '  ', code(target.baseUrl)]),
    fact('profile', target.profile.name),
    fact('seed', `${seed}, ${runs} generated cases per property`),
    ...shardIn(planned),
    fact('checks', `${givenChecks(plan).length} of ${plan.checks.length} send requests, ${judges} responses`),
    ...costFacts(planned),
    fact('receivers', receiversIn(planned) || 'none needed'),
  ]
  const skipped = skippedIn(planned)
  return {
    document: {
      title: 'Plan of a run',
      blocks: [
        { kind: 'facts', facts },
        ...skipped.map((one) => sectionBlock(one, true)),
        ...checksIn(planned),
      ],
    },
    data: {
      target: target.name,
      baseUrl: target.baseUrl,
      profile: target.profile.name,
      seed,
      runs,
      cost: costOfPlan(planned),
      limits: {
        maxRequests: target.limits.maxRequests,
        maxPayments: target.limits.maxPayments,
        maxDebitValue: String(target.limits.maxDebitValue),
        debitBudget: String(target.limits.debitBudget),
      },
      checks: givenChecks(plan).map(({ check }) => check.id),
      ...(plan.shard ? { shard: { index: plan.shard.index, count: plan.shard.count } } : {}),
      ...Object.fromEntries(skipped.map(({ kind, entries }) => [kind, entries])),
    },
  }
}

/** Names the shard, and its share of the whole plan, if the plan is for one. */
const shardIn = ({ plan: { shard, checks } }: Planned): Fact[] => {
  if (!shard) return []
  const all = shard.whole.filter(({ shard: of }) => of !== undefined).length
  return [fact('shard', `${shard.index} of ${shard.count}: ${checks.length} of ${plural(all, 'check')}`)]
}

/** Lists the checks of a shard. For a whole plan, `list` shows them. */
const checksIn = ({ plan }: Planned): Block[] =>
  plan.shard
    ? [
        section('Checks of this shard that send requests', {
          kind: 'list',
          items: givenChecks(plan).map(({ check }) => ({ text: code(check.id) })),
        }),
      ]
    : []

/**
 * Counts the receivers that a whole run uses up. If fewer are listed, some checks that need a receiver of their own are
 * skipped.
 */
const receiversIn = ({ plan, target, runs }: Planned): string =>
  [...receiversNeeded(plan.checks, runs)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([kind, count]) => {
      const source = target.receivers.sources[kind]
      const listed = source?.kind === 'list' ? source.receivers.length : count
      return `${count} ${kind}${listed < count ? ` (${listed} listed, so some checks are skipped)` : ''}`
    })
    .join(', ')

/** Lists what is skipped, by the key of the target file that would enable it. */
const skippedIn = ({ plan, target }: Planned): ReportSection[] => {
  const whole = byReason([...plan.checks.map(({ planned }) => planned), ...plan.passive], ({ missing }) =>
    lackOf(missing),
  )
  const subjects = givenChecks(plan).flatMap(({ check }) =>
    check.subjects.map(({ operation, needs }) => ({
      id: `${check.id} (${operation})`,
      missing: missingOf(needs, target),
    })),
  )
  const left = byReason(subjects, ({ missing }) => lackOf(missing))
  const sections: ReportSection[] = [
    { kind: 'skipped', title: 'Skipped, and what they need', entries: because(whole) },
    { kind: 'partly', title: 'Left out of checks that run, and what it needs', entries: because(left) },
  ]
  return sections.filter(({ entries }) => entries.length > 0)
}

export interface Planned {
  plan: Plan
  target: Target
  runs: number
  /** The number of checks that run at the same time. */
  concurrency: number
}

/** Returns the most that a run would send, spend and leave behind, in words. */
export function costFacts(planned: Planned): Fact[] {
  const { plan, target, runs } = planned
  const { requests, quotes, payments, incomingPayments } = costOfPlan(planned)
  const most = Math.min(requests, mostOfWhole(loadWorth(target.profile.name), runs))
  return [
    fact(
      'requests',
      `at most ${most}, and more if a check fails, because it is repeated${shrinking(plan)}; ${plan.shard ? 'its part of limits.maxRequests' : 'limits.maxRequests'} is ${target.limits.maxRequests}`,
    ),
    fact(
      'time',
      `about ${timeOf(requests, planned)} if a response takes 100 ms, at concurrency ${planned.concurrency}`,
    ),
    fact('payments', paymentsIn(payments, target)),
    fact('money', moneyIn(payments, target)),
    fact('leaves', `at most ${leftIn({ quotes, payments, incomingPayments })}, on a conforming server`),
  ]
}

const timeOf = (requests: number, { concurrency }: Planned): string => {
  const seconds = Math.ceil(requests / 10 / concurrency)
  return seconds < 100 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`
}

/**
 * Estimates the most that a run costs. Any request of the start may leave a quote behind, but of the requests that look
 * for an accepted form of signature only one does.
 */
const costOfPlan = ({ plan, target, runs }: Planned): Cost => {
  const { requests } = plan.start
  const others = costOfOthers(plan.checks, target, runs)
  const made = receiversMade(plan, target, runs)
  const most = sumOf([
    costOf({ requests, quotes: requests - mostForms + 1 }),
    costOf({ requests: made.requests, incomingPayments: made.count }),
    others,
    ...givenChecks(plan).flatMap(({ check }) => check.last?.(others) ?? []),
  ])
  return plan.budget ? { ...most, requests: plan.budget.maxRequests } : most
}

/**
 * Counts the incoming payments that are made on demand. The harness sends one request to create each, and one to
 * complete it if a check needs it completed.
 */
const receiversMade = (
  plan: Plan,
  { receivers }: Target,
  runs: number,
): { count: number; requests: number } => {
  const made = { count: 0, requests: 0 }
  for (const [kind, count] of receiversNeeded(givenChecks(plan), runs)) {
    const source = receivers.sources[kind]?.kind
    if (source === 'create' || source === 'command') made.count += count
    if (source === 'create') made.requests += kind === 'completed' ? 2 * count : count
  }
  return made
}

const paymentsIn = (payments: number, { limits: { maxPayments, maxDebitValue } }: Target): string =>
  payments === 0
    ? 'none'
    : `at most ${payments} on a conforming server, of at most ${maxDebitValue} each (limits.maxDebitValue); ` +
      `never more than ${maxPayments} (limits.maxPayments)`

/**
 * Describes the money at stake. The limits hold whatever the server does. The other number applies to a conforming
 * server.
 */
const moneyIn = (payments: number, { limits, walletAsset }: Target): string => {
  if (payments === 0) return 'none is spent'
  const { maxPayments, maxDebitValue, debitBudget } = limits
  const mostOf = (count: number): bigint => {
    const most = BigInt(count) * maxDebitValue
    return most < debitBudget ? most : debitBudget
  }
  const likely = worth(mostOf(Math.min(payments, maxPayments)), walletAsset)
  return `at most ${likely} on a conforming server; never more than ${worth(mostOf(maxPayments), walletAsset)}, by limits`
}

const shrinking = (plan: Plan): string => {
  const generating = givenChecks(plan).filter(({ check }) => check.generates).length
  return generating === 0 ? '' : ` and the generated values of ${plural(generating, 'check')} are shrunk`
}

const leftIn = ({ quotes, payments, incomingPayments }: Omit<Cost, 'requests'>): string =>
  [
    plural(quotes, 'quote'),
    plural(payments, 'payment'),
    ...(incomingPayments > 0 ? [plural(incomingPayments, 'incoming payment')] : []),
  ].join(', ')

/** Returns the announcement before a run against a server on another machine, or undefined for one on this machine. */
export function announcement(planned: Planned): Document | undefined {
  const { name, connection } = planned.target
  const { hostname, origin } = new URL(connection.url)
  if (isLoopback(hostname)) return undefined
  const title = [words(name), ', at ', code(origin), ', is not on this machine. This run will use at most:']
  return {
    title: 'Before the run',
    blocks: [section(title, { kind: 'facts', facts: costFacts(planned), width: 11 })],
  }
}

/** Returns true for a host name of this machine. */
export const isLoopback = (host: string): boolean =>
  /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|\[::1\])$/.test(host.toLowerCase())
