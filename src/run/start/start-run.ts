import type { Check } from '../../check/kinds/check.ts'
import type { Session } from '../../check/session.ts'
import type { Suite } from '../../check/suite.ts'
import { isAccepted } from '../../http/answers/answer.ts'
import { BudgetSpent } from '../../http/budget.ts'
import type { FirstQuote } from '../../probe/first-quote.ts'
import type { Receivers } from '../../target-file/target.ts'
import type { Run } from '../session/run.ts'
import { begin, finish, type Underway, whyUnmet } from '../session/supervise.ts'
import type { Misfits } from './further-receivers.ts'
import { learnAsset, learnForm, readDocument } from './learn.ts'
import { lookAtPreconditions, type Preconditions } from './preconditions.ts'
import { learnReplay } from './replay-protection.ts'
import { type FirstRequest, type Started, start } from './start.ts'

interface Beginning {
  suite: Suite
  /** The checks that will run. The start examines what they need. */
  checks: readonly Check[]
  run: Run
}

/** The findings of the start so far. They count even if an error ends the start. */
interface Found {
  started: Started
  /** A sentence that says how requests are signed so that the server does not take them for replays. */
  signed?: string | undefined
  excluded: readonly string[]
}

/** Sends the first requests of a run. They find out what the target file does not say, or says wrongly. */
export async function startRun(beginning: Beginning): Promise<Started> {
  const { suite, run } = beginning
  const found: Found = { started: { bareAccepted: false }, excluded: [] }
  const underway = begin(run, suite.start.id)
  await finish(run, underway, (session) => findOut(beginning, session, found))
  const { started, signed, excluded } = found
  const told = started.cause ?? hindranceOf(started, underway, run)
  const cause = together(told, signed, ...excluded.map((why) => `${why}.`))
  return cause === undefined ? started : { ...started, cause }
}

/** Puts each sentence on a line of its own. Returns undefined if there is none. */
export function together(...sentences: Array<string | undefined>): string | undefined {
  const told = new Set(sentences.filter((one) => one !== undefined))
  return told.size > 0 ? [...told].join('\n') : undefined
}

const findOut = async (beginning: Beginning, session: Session, found: Found): Promise<void> => {
  const { suite, run } = beginning
  const document = run.facts.walletAsset ? undefined : await readDocument(run)
  found.started = await start(suite.start, session)
  const { begun: first, whole, bareAccepted } = found.started
  if (!whole || !first) return
  run.start.whole = whole.prepare
  const replay = bareAccepted ? {} : await learnReplay(run, session, first)
  if (replay.cause !== undefined) return contradict(found, replay.cause)
  found.signed = replay.told
  run.liveness.begin(first.draft, first.answer)
  await findPreconditions(beginning, session, found, {
    first,
    document: document ?? (await readDocument(run)),
  })
}

/**
 * Learns the asset and the signature form, and examines the target file. A server that accepts anything says nothing
 * about the target file, so it is not examined then.
 */
const findPreconditions = async (
  { suite, checks, run }: Beginning,
  session: Session,
  found: Found,
  { first, document }: { first: FirstRequest; document: Awaited<ReturnType<typeof readDocument>> },
): Promise<void> => {
  const firstQuote = (): Promise<FirstQuote | undefined> =>
    unlessUnmet(() => learnForm(suite.start, session, run))
  await learnAsset(suite.start, session, run)
  const quote = await firstQuote()
  if (found.started.bareAccepted) return
  // Equal quotes may be refused for other reasons, so only what is found counts.
  if (quote && isAccepted(quote.answer)) {
    run.start.quote = quote.draft
    found.signed ??= (await learnReplay(run, session, quote)).told
  }
  const preconditions = await lookAtPreconditions(session, {
    start: suite.start,
    begun: first,
    quote,
    quoteAgain: firstQuote,
    document,
    checks,
    now: run.clocks.now().getTime(),
  })
  const { cause, misfits } = preconditions
  found.excluded = misfits.excluded
  if (cause === undefined) narrow(run, preconditions)
  else contradict(found, cause)
}

const contradict = (found: Found, cause: string): void => {
  found.started = { ...found.started, contradicted: true, cause: found.started.cause ?? cause }
}

/**
 * Returns undefined if a precondition keeps the first quote from being made. The cause is found when the preconditions
 * are examined.
 */
const unlessUnmet = async <T>(task: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await task()
  } catch (error) {
    if (error instanceof BudgetSpent || whyUnmet(error) === undefined) throw error
    return undefined
  }
}

/** Replaces the target by what it was found to be. */
const narrow = ({ facts }: Run, { contradicted, misfits, controlValue }: Preconditions): void => {
  const { target } = facts
  const limits = controlValue === undefined ? target.limits : { ...target.limits, controlValue }
  const receivers = withMoved(target.receivers, misfits.moved)
  facts.target = { ...target, contradicted, limits, receivers }
  facts.supplies = { ...facts.supplies, target: facts.target }
}

/** Adds receivers to the kinds that they turned out to be of. The target file gives none of these kinds. */
const withMoved = (receivers: Receivers, moved: Misfits['moved']): Receivers => {
  const sources = { ...receivers.sources }
  for (const { kind, receiver } of moved) {
    const before = sources[kind]
    sources[kind] = {
      kind: 'list',
      receivers: [...(before?.kind === 'list' ? before.receivers : []), receiver],
    }
  }
  return { ...receivers, sources }
}

/**
 * Returns the reason, other than the server's answers, that keeps a run from beginning or from learning much.
 */
const hindranceOf = ({ whole }: Started, { thrown }: Underway, run: Run): string | undefined => {
  const why = whyUnmet(thrown?.error)
  if (!whole) return why && `${why}.`
  const { controlValue } = run.facts.target.limits
  if (controlValue !== run.facts.given.limits.controlValue) return otherControlValue(run)
  if (run.facts.walletAsset) return undefined
  return `The asset of walletAddress is unknown, so nothing with an amount was tried. Set walletAsset in ${run.facts.target.file}.`
}

const otherControlValue = ({ facts: { given, target } }: Run): string =>
  `${given.placeOf(['limits', 'controlValue'])}: the server does not create a quote for ${given.limits.controlValue ?? 'one unit of the asset'}, so controls debit ${target.limits.controlValue} in this run; set limits.controlValue: "${target.limits.controlValue}".`
