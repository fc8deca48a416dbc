import { isAccepted } from '../../http/answers/answer.ts'
import { BudgetSpent } from '../../http/budget.ts'
import { Interrupted } from '../../http/failure.ts'
import { whyUnreachable } from '../../probe/unreachable.ts'
import { documentIn } from '../../probe/wallet-document.ts'
import type { RunCommand } from '../../target-file/command.ts'
import type { Target } from '../../target-file/target.ts'
import { clockIsOff, isOff, readClock, type WhoMoved, withMover } from './clock.ts'
import { controlAmount, createDoctorReport, type DoctorContext, type DoctorReport } from './context.ts'
import { asFound, type Diagnosis, fails } from './finding.ts'
import { lookAtOthers } from './others.ts'
import { aQuote, lookAtFixedQuote, whyRefusedQuote } from './quotes.ts'
import { lookAtReceivers } from './receivers.ts'
import { listOutgoing } from './requests.ts'
import { lookAtTokens } from './tokens.ts'
import { createTrials, receiversOf, Throttled, type TrialSurroundings, type Trials } from './trials.ts'
import { lookAtWallet } from './wallet.ts'
import { whyRefused } from './why-refused.ts'

interface DoctorWorld extends TrialSurroundings {
  runCommand: RunCommand
  whoMoved?: WhoMoved
}

/**
 * Examines a target with a handful of requests. Finds out whether a run with this file can judge anything and, if not,
 * which part of the file is to blame. Makes a few quotes and pays nothing. Gives no verdicts.
 */
export async function examine(target: Target, world: DoctorWorld): Promise<Diagnosis> {
  const trials = createTrials(target, world)
  const report = createDoctorReport()
  const ended = await whyEnded(() => lookAtAll(trials, report, world))
  const { findings, good, unseen, blank } = report
  return {
    findings,
    good,
    unseen,
    skipped: ended ? [] : blank(),
    requests: trials.requests(),
    quotes: trials.quotes(),
    ended,
  }
}

const whyEnded = async (looking: () => Promise<void>): Promise<Diagnosis['ended']> => {
  try {
    await looking()
    return undefined
  } catch (error) {
    if (error instanceof Interrupted) return { why: 'interrupted' }
    if (error instanceof BudgetSpent || error instanceof Throttled)
      return { why: 'cut short', says: error.message }
    throw error
  }
}

const lookAtAll = async (trials: Trials, report: DoctorReport, world: DoctorWorld): Promise<void> => {
  const { target } = trials
  const { runCommand, now, wait } = world
  const list = await trials.ask(listOutgoing)
  const obstacle = whyUnreachable(list, target)
  if (obstacle) return report.note(fails({ ...asFound(obstacle), area: 'server' }))
  const reading = readClock(list)
  const clock = reading && withMover(reading, world.whoMoved)
  const document = documentIn(await trials.look(target.walletAddress))
  const asset = target.walletAsset ?? document?.asset
  const context: DoctorContext = {
    target,
    trials,
    report,
    clock,
    document,
    asset,
    list,
    receivers: receiversOf(trials, {
      runCommand,
      now,
      wait,
      amount: () => context.asset && controlAmount(target, context.asset),
    }),
  }
  const accepted = await lookAtAcceptance(context)
  lookAtClock(context, accepted)
  if (!accepted) return
  await lookAtTokens(context)
  await lookAtWallet(context)
  await lookAtReceivers(context)
  await lookAtOthers(context)
}

/**
 * Sends a list and a quote, and notes what the server refuses about a valid request. Returns true if the server accepts
 * one of the two.
 */
const lookAtAcceptance = async (context: DoctorContext): Promise<boolean> => {
  const { target, trials, report, list } = context
  if (isAccepted(list)) await lookAtFixedQuote(context)
  const quote = await tryQuote(context)
  if (!isAccepted(list))
    report.note(fails(await whyRefused(listOutgoing, { ...context, refused: list }, trials)))
  else if (quote && !isAccepted(quote.made)) report.note(await whyRefusedQuote(context, quote))
  const accepted = isAccepted(list) ? 'a list' : quote && isAccepted(quote.made) ? 'a quote' : undefined
  report.isGood('server', `${target.connection.url} answers${accepted ? `, and accepts ${accepted}` : ''}`)
  if (!accepted) return false
  const { keyId, alg } = target.signing.key
  report.isGood('key', `"${keyId}" (${alg}) is accepted for ${target.baseUrl}`)
  return true
}

const tryQuote = async (context: DoctorContext): Promise<DoctorContext['quote']> => {
  const ask = await aQuote(context)
  if (!ask) return undefined
  const made = await context.trials.ask(ask)
  if (isAccepted(made)) context.quote = { ask, made }
  return { ask, made }
}

const lookAtClock = ({ report, clock }: DoctorContext, accepted: boolean): void => {
  if (!clock) report.isUnseen('clock', 'the server sends no Date header to compare')
  else if (isOff(clock) && !report.has('clock')) report.note(clockIsOff(clock, accepted))
  else report.isGood('clock', "the same as the server's, according to its Date header")
}
