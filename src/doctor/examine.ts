import type { Asset } from '../amount.ts'
import { createReceiver } from '../run/create-receiver.ts'
import { documentIn } from '../run/wallet-document.ts'
import type { RunCommand } from '../target/command.ts'
import { receiverPool } from '../target/receivers.ts'
import type { Target } from '../target/target.ts'
import { isAccepted } from '../wire/answer.ts'
import { BudgetSpent } from '../wire/budget.ts'
import { Interrupted } from '../wire/interrupted.ts'
import { type Chart, createChart } from './chart.ts'
import { clockIsOff, isOff, readClock } from './clock.ts'
import type { Diagnosis } from './finding.ts'
import { lookAtOthers } from './others.ts'
import { controlAmount, type Patient } from './patient.ts'
import { aQuote, lookAtFixedQuote, whyQuoteRefused } from './quotes.ts'
import { unreachable } from './reach.ts'
import { lookAtReceivers } from './receivers.ts'
import { listOutgoing } from './requests.ts'
import { lookAtTokens } from './tokens.ts'
import { createTrials, type Surroundings, Throttled, type Trials } from './trials.ts'
import { lookAtWallet } from './wallet.ts'
import { whyRefused } from './why-refused.ts'

interface World extends Surroundings {
  runCommand: RunCommand
}

/**
 * Looks at a target by a handful of requests: whether a run with this file can judge anything, and where not, which
 * part of it is to blame. Makes a few quotes and pays nothing. Judges nothing.
 */
export async function examine(target: Target, world: World): Promise<Diagnosis> {
  const trials = createTrials(target, world)
  const chart = createChart()
  const ended = await whyEnded(() => lookAtAll(trials, chart, world))
  const { findings, good, unseen, blank } = chart
  return {
    findings,
    good,
    unseen,
    barred: ended ? [] : blank(),
    requests: trials.requests(),
    quotes: trials.quotes(),
    ...(ended === undefined ? {} : { ended }),
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

const lookAtAll = async (trials: Trials, chart: Chart, world: World): Promise<void> => {
  const { target } = trials
  const list = await trials.ask(listOutgoing)
  const obstacle = unreachable(list, target)
  if (obstacle) {
    return chart.note(obstacle)
  }
  const clock = readClock(list)
  const document = documentIn(await trials.look(target.walletAddress))
  const asset = target.walletAsset ?? document?.asset
  const patient: Patient = {
    target,
    trials,
    chart,
    clock,
    document,
    asset,
    list,
    receivers: poolOf(trials, world, () => patient.asset),
  }
  const accepted = await lookAtAcceptance(patient)
  lookAtClock(patient, accepted)
  if (!accepted) return
  await lookAtTokens(patient)
  lookAtWallet(patient)
  await lookAtReceivers(patient)
  await lookAtOthers(patient)
}

const poolOf = (
  trials: Trials,
  { runCommand, now, wait }: World,
  asset: () => Asset | undefined,
): Patient['receivers'] => {
  const { target } = trials
  return receiverPool(target, {
    runCommand,
    create: (source, kind, incomingAmount) =>
      createReceiver(
        { source, kind, incomingAmount },
        { send: (draft) => trials.ask(() => draft), maxWait: target.limits.maxWait, now, wait },
      ),
    incomingAmount: (kind) => {
      const known = asset()
      return kind === 'fixed' && known ? controlAmount(target, known) : undefined
    },
  })
}

/** A list and a quote: what of a whole request the server minds. Whether it accepts one of the two. */
const lookAtAcceptance = async (patient: Patient): Promise<boolean> => {
  const { target, trials, chart, list } = patient
  if (isAccepted(list)) await lookAtFixedQuote(patient)
  const quote = await tryQuote(patient)
  if (!isAccepted(list)) chart.note(await whyRefused(listOutgoing, { ...patient, refused: list }, trials))
  else if (quote && !isAccepted(quote.made)) chart.note(await whyQuoteRefused(quote.ask, quote.made, trials))
  const accepted = isAccepted(list) ? 'a list' : quote && isAccepted(quote.made) ? 'a quote' : undefined
  chart.isGood('server', `${target.connection.url} answers${accepted ? `, and accepts ${accepted}` : ''}`)
  if (!accepted) return false
  const { keyId, alg } = target.signing.key
  chart.isGood('key', `"${keyId}" (${alg}) is taken for ${target.baseUrl}`)
  return true
}

const tryQuote = async (patient: Patient): Promise<Patient['quote']> => {
  const ask = await aQuote(patient)
  if (!ask) return undefined
  const made = await patient.trials.ask(ask)
  if (isAccepted(made)) patient.quote = { ask, made }
  return { ask, made }
}

const lookAtClock = ({ chart, clock }: Patient, accepted: boolean): void => {
  if (!clock) chart.isUnseen('clock', 'the server sends no Date header to compare')
  else if (isOff(clock) && !chart.has('clock')) chart.note(clockIsOff(clock, accepted))
  else chart.isGood('clock', "the server's is ours, as far as its Date header tells")
}
