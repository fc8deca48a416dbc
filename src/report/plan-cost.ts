import { type Cost, costOf, sumOf } from '../check/cost.ts'
import type { Asset } from '../core/amount.ts'
import { costOfOthers, givenChecks, type Plan } from '../run/plan/plan.ts'
import { receiversNeeded } from '../run/plan/receivers-needed.ts'
import { mostForms } from '../run/start/learn.ts'
import type { Target } from '../target-file/target.ts'
import { escapeControl } from './text/escape-control.ts'
import { plural } from './text/plural.ts'

export interface Planned {
  plan: Plan
  target: Target
  runs: number
  /** The number of checks that run at the same time. */
  concurrency: number
}

/** Returns named lines with the most that a run would send, spend and leave behind. */
export function costLines(planned: Planned): Array<[name: string, text: string]> {
  const { plan, target } = planned
  const { requests, quotes, payments, incomingPayments } = costOfPlan(planned)
  return [
    [
      'requests',
      `at most ${requests}, and more if a check fails, because it is repeated${shrinking(plan)}; ${plan.shard ? 'its part of limits.maxRequests' : 'limits.maxRequests'} is ${target.limits.maxRequests}`,
    ],
    [
      'time',
      `about ${timeOf(requests, planned)} if a response takes 100 ms, at concurrency ${planned.concurrency}`,
    ],
    ['payments', paymentsIn(payments, target)],
    ['money', moneyIn(payments, target)],
    ['leaves', `at most ${leftIn({ quotes, payments, incomingPayments })}, on a conforming server`],
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
  return sumOf([
    costOf({ requests, quotes: requests - mostForms + 1 }),
    costOf({ requests: made.requests, incomingPayments: made.count }),
    others,
    ...givenChecks(plan).flatMap(({ check }) => check.last?.(others) ?? []),
  ])
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

/** Formats a value in the smallest unit, followed by the amount in its currency if the asset is known. */
const worth = (value: bigint, asset: Asset | undefined): string => {
  if (!asset) return String(value)
  const { assetCode, assetScale } = asset
  const digits = String(value).padStart(assetScale + 1, '0')
  const whole = digits.slice(0, digits.length - assetScale)
  const part = digits.slice(digits.length - assetScale)
  return `${value} (${whole}${part === '' ? '' : `.${part}`} ${assetCode})`
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

/**
 * Returns the announcement before a run against a server on another machine, or an empty text for one on this machine.
 */
export function announcement(planned: Planned): string {
  const { name, connection } = planned.target
  const { hostname, origin } = new URL(connection.url)
  if (isLoopback(hostname)) return ''
  const lines = costLines(planned).map(([what, text]) => escapeControl(`  ${what.padEnd(10)} ${text}`))
  return `${[escapeControl(`${name}, at ${origin}, is not on this machine. This run will use at most:`), ...lines].join('\n')}\n`
}

const isLoopback = (host: string): boolean =>
  /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|\[::1\])$/.test(host.toLowerCase())
