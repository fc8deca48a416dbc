import { type Asset, wholeUnits } from '../../core/amount.ts'
import type { RunBudget, RunStarted } from '../../core/events.ts'
import { isObject } from '../../core/json.ts'
import { plural } from '../counts.ts'
import { code, type Text, words } from '../document/document.ts'
import { durationInWords } from '../durations.ts'
import { type ExitCode, failsTheRun, type ReportOptions, whyNotJudged } from '../exit-code.ts'
import { type BrokenClaim, claimsIn } from '../findings/finding.ts'
import type { RunView } from '../view.ts'

/** Returns the verdict on the run in a sentence, followed by what the run itself said at its end. */
export function sentencesOf(view: RunView, exitCode: ExitCode, options: ReportOptions): Text[] {
  const { sentence } = view
  const said = sentence === undefined ? [] : [words(sentence)]
  switch (exitCode) {
    case 0:
      return [
        view.findings.some(({ grade }) => grade === 'failure')
          ? `No MUST failed except known failures, among the requirements that could be judged.`
          : 'No MUST failed among the requirements that could be judged.',
      ]
    case 1:
      return [`${whyFailed(view, options)}.`, ...said]
    case 3:
      return [['Not judged: ', words(whyNotJudged(view, options) ?? '')]]
    case 4:
      return ['The harness itself failed. Please report this, with the events of the run.']
    case 130:
      return [
        [
          sentence === undefined ? 'Interrupted.' : words(sentence),
          ' This report shows what was judged so far.',
        ],
      ]
  }
}

const whyFailed = (view: RunView, options: ReportOptions): string => {
  const mismatches = options.known?.mismatches.length ?? 0
  const notAsKnown = `${plural(mismatches, 'known failure')} did not fail as ${options.known?.file} says`
  const failed = broken(view, options)
  if (failed === '') return `Not as known: ${notAsKnown}`
  return `Not conforming: ${failed}${mismatches > 0 ? `; ${notAsKnown}` : ''}`
}

const broken = ({ findings }: RunView, options: ReportOptions): string => {
  const { enforce } = options
  const of = (level: 'MUST' | 'SHOULD', grade: 'failure' | 'warning'): string[] => {
    const fails = (one: BrokenClaim): boolean => one.grade === grade && failsTheRun(one, options)
    const causes = findings.filter((finding) => claimsIn(finding).some(fails)).length
    const failing = findings.flatMap(claimsIn).filter(fails)
    const count = new Set(failing.map(({ requirement }) => requirement)).size
    const from = count > 1 || causes > 1 ? `, ${plural(causes, 'cause')}` : ''
    return count === 0
      ? []
      : [`${plural(count, `requirement of level ${level}`, `requirements of level ${level}`)} failed${from}`]
  }
  return [...of('MUST', 'failure'), ...(enforce === 'should' ? of('SHOULD', 'warning') : [])].join(', ')
}

/** Returns the limits of the verdict in words. */
export function notClaimed({ run, coverage }: RunView, exitCode: ExitCode): Text[] {
  const open = coverage.filter(({ state }) => state !== 'judged').length
  const unjudged = `The report says nothing about the ${plural(open, 'requirement')} that ${open === 1 ? 'was' : 'were'} not judged.`
  const among = amongWhat[run.judges ?? 'server'](run)
  return exitCode === 0
    ? [`This is not a proof: these checks found no counterexample ${among}. ${unjudged}`]
    : [...lookCloser(run, exitCode), unjudged]
}

const amongWhat = {
  client: () => 'in what the client sent',
  traffic: () => 'in this traffic',
  server: ({ seed }: RunView['run']) => `with seed ${seed}`,
} as const

const lookCloser = ({ judges, target: { file } }: RunView['run'], exitCode: ExitCode): Text[] =>
  exitCode === 3 && judges === undefined && file !== undefined
    ? [['To find out why: ', code(`op-conformance doctor ${file}`, 1000)]]
    : []

/** Returns named facts about what was judged and how: the target, the profile with its overrides, the seed. */
export function runFacts(
  view: Pick<RunView, 'run' | 'resumed' | 'spent' | 'milliseconds'>,
  { complete, enforce }: Pick<ReportOptions, 'complete' | 'enforce'>,
): Array<{ name: string; text: string }> {
  const { run, resumed, milliseconds } = view
  return [
    { name: 'target', text: run.target.name },
    { name: 'base URL', text: run.target.baseUrl },
    ...(run.judges === 'traffic' ? [] : [{ name: 'wallet', text: walletInWords(run.target) }]),
    { name: 'profile', text: profileInWords(run) },
    ...(run.judges ? [] : [{ name: 'seed', text: `${run.seed}, ${run.runs} generated cases per property` }]),
    ...(run.judges ? [] : [{ name: 'payments', text: spentInWords(view) }]),
    ...(run.budget ? [{ name: 'selection', text: budgetInWords(run.budget) }] : []),
    { name: 'harness', text: `op-conformance ${run.harness}` },
    { name: 'began', text: run.at },
    ...(run.shard
      ? [{ name: 'shard', text: `${run.shard.index} of ${run.shard.count}, to be merged with the others` }]
      : []),
    ...(run.shards ? [{ name: 'merged', text: `${run.shards} shards` }] : []),
    ...resumed.map((at) => ({ name: 'resumed', text: at })),
    { name: 'took', text: durationInWords(milliseconds) },
    ...(complete ? [{ name: 'complete', text: 'every requirement must be exercised' }] : []),
    ...(enforce === 'should' ? [{ name: 'enforce', text: 'warnings fail the run too' }] : []),
  ]
}

/** Says what a run with a limited number of requests is worth. */
export function budgetInWords({ maxRequests, checks, of, inPart = 0, faults, noticed }: RunBudget): string {
  const parts = inPart === 0 ? '' : ` (${inPart} of them in part)`
  const chosen = `${checks} of ${of} checks${parts}, in at most ${maxRequests} requests and in the simplest circumstances`
  return faults === undefined || noticed === undefined
    ? `${chosen}; how much it notices was not measured`
    : `${chosen}; it notices ${noticed} of ${plural(faults, 'known fault')} of a MUST (${Math.floor((100 * noticed) / faults)} %)`
}

/**
 * Says how many payments a run has made and what they cost at most. Nobody knows what became of a payment without a
 * response, so it counts.
 */
export function spentInWords({ run, spent: { payments, debit } }: Pick<RunView, 'run' | 'spent'>): string {
  return payments === 0 ? 'none' : `${payments}, debiting at most ${worth(debit, run.target.walletAsset)}`
}

export function walletInWords({ walletAddress, walletAsset }: RunStarted['target']): string {
  return walletAsset
    ? `${walletAddress} (${walletAsset.assetCode}, scale ${walletAsset.assetScale})`
    : walletAddress
}

export function profileInWords({ profile, overrides }: Pick<RunStarted, 'profile' | 'overrides'>): string {
  const changes = leavesOf(overrides)
  return changes.length > 0 ? `${profile}, but ${changes.join(', ')}` : profile
}

/** Lists the settings that profileOverrides changed: `query.first "limit"`. */
const leavesOf = (value: unknown, path = ''): string[] =>
  isObject(value)
    ? Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, path === '' ? key : `${path}.${key}`))
    : [`${path} ${JSON.stringify(value)}`]

/** Formats a value in the smallest unit, followed by the amount in its currency if the asset is known. */
export function worth(value: bigint, asset: Asset | undefined): string {
  return asset ? `${value} (${wholeUnits({ value: String(value), ...asset })})` : String(value)
}
