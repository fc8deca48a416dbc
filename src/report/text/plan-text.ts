import { missingOf } from '../../check/needs/need.ts'
import { givenChecks } from '../../run/plan/plan.ts'
import { receiversNeeded } from '../../run/plan/receivers-needed.ts'
import { byReason, lackOf } from '../findings/folds.ts'
import { costLines, type Planned } from '../plan-cost.ts'
import { because, type Section, sectionText } from '../sections.ts'
import { escapeControl } from './escape-control.ts'
import { plural } from './plural.ts'

/** Describes what a run would send, spend, leave behind and skip. */
export function planText(planned: Planned & { seed: number }): string {
  const { plan, target, seed, runs } = planned
  const judges = plural(plan.passive.filter(isGiven).length, 'more only judges', 'more only judge')
  const spends = [
    ['target', `${target.name}  ${target.baseUrl}`],
    ['profile', target.profile.name],
    ['seed', `${seed}, ${runs} generated cases per property`],
    ...shardIn(planned),
    ['checks', `${givenChecks(plan).length} of ${plan.checks.length} send requests, ${judges} responses`],
    ...costLines(planned),
    ['receivers', receiversIn(planned) || 'none needed'],
  ].map(([name = '', value = '']) => escapeControl(`${name.padEnd(10)} ${value}`))
  return `${[spends.join('\n'), ...skippedIn(planned), ...checksIn(planned)].join('\n\n')}\n`
}

const isGiven = ({ missing }: { missing: readonly string[] }): boolean => missing.length === 0

/** Names the shard, and its share of the whole plan, if the plan is for one. */
const shardIn = ({ plan: { shard, checks } }: Planned): string[][] => {
  if (!shard) return []
  const all = shard.whole.filter(({ shard: of }) => of !== undefined).length
  return [['shard', `${shard.index} of ${shard.count}: ${checks.length} of ${plural(all, 'check')}`]]
}

/** Lists the checks of a shard. For a whole plan, `list` shows them. */
const checksIn = ({ plan }: Planned): string[] =>
  plan.shard
    ? [
        [
          'Checks of this shard that send requests',
          ...givenChecks(plan).map(({ check }) => `  ${check.id}`),
        ].join('\n'),
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
  const left = byReason(subjects, ({ missing }) => lackOf(missing))
  const sections: Section[] = [
    { kind: 'skipped', title: 'Skipped, and what they need', entries: because(whole) },
    { kind: 'partly', title: 'Left out of checks that run, and what it needs', entries: because(left) },
  ]
  return sections.filter(({ entries }) => entries.length > 0).map((section) => sectionText(section, true))
}
