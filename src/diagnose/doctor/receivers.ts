import { isPublicForm } from '../../check/public-form.ts'
import { type Receiver, type ReceiverKind, receiverKinds } from '../../core/receiver.ts'
import { lookAtReceiver } from '../../probe/look-at-receiver.ts'
import { misfitIn, notOfItsKind, otherKindOf } from '../../probe/seen-receiver.ts'
import { whyUnmet } from '../../run/session/supervise.ts'
import type { KeyPath } from '../../target-file/reading/problem.ts'
import type { Target } from '../../target-file/target.ts'
import type { DoctorContext } from './context.ts'
import { asFinding, asFound, type DoctorFinding, fails, warns } from './finding.ts'
import { proberOf } from './trials.ts'

/** The number of receivers of each kind to read. */
const most = 2

interface ListedReceiver {
  kind: ReceiverKind
  receiver: Receiver
  place: KeyPath
}

/** The result of reading a receiver: a finding, or the kind that a run uses it as although it is listed under another. */
interface Read {
  finding?: DoctorFinding
  usedAs?: ReceiverKind | undefined
}

/** Reads the first receivers of each kind and checks that their server knows them and that they are of their kind. */
export async function lookAtReceivers(context: DoctorContext): Promise<void> {
  const { report, target } = context
  const unseen: ListedReceiver[] = []
  const inPublic: ListedReceiver[] = []
  for (const finding of listedTwice(target)) report.note(finding)
  const all = await listed(context)
  const used: ReceiverKind[] = []
  for (const one of all) {
    const seen = await readReceiver(one, context)
    if (seen === 'unseen') unseen.push(one)
    else if (seen === 'in public') inPublic.push(one)
    else {
      report.note(seen.finding)
      if (seen.usedAs) used.push(seen.usedAs)
    }
  }
  if (unseen[0]) report.note(onTrust(unseen, target))
  if (inPublic[0])
    report.isUnseen(
      'receivers',
      `${kindsOf(inPublic)}: shown in the public form only, so their kind is trusted`,
    )
  const kinds = receiverKinds.filter((kind) => all.some((one) => one.kind === kind))
  if (all.length > 0) report.isGood('receivers', `${kinds.join(', ')}: the first of each kind is as expected`)
  for (const line of leftOut(target, used)) report.isUnseen('receivers', line)
}

/**
 * Kinds that are made only when a run needs them. Making one now would take a wait, or it would expire before the run.
 */
const madeLater: readonly ReceiverKind[] = ['expired', 'expiring']

/** Returns the listed receivers of each kind, or one that the command or the server makes. */
const listed = async ({ target, receivers, report }: DoctorContext): Promise<ListedReceiver[]> => {
  const found: ListedReceiver[] = []
  for (const kind of receiverKinds) {
    const source = target.receivers.sources[kind]
    if (source?.kind === 'list') {
      const first = source.receivers.slice(0, most)
      found.push(...first.map((receiver, index) => ({ kind, receiver, place: ['receivers', kind, index] })))
    } else if (source && !madeLater.includes(kind)) {
      const place = source.kind === 'create' ? ['receivers', kind, 'create'] : ['receivers', 'command']
      const receiver = await receivers.shared(kind).catch((error: unknown) => {
        const why = whyUnmet(error)
        if (why === undefined) throw error
        report.note(
          fails({ fact: why, place, next: 'check that it creates an incoming payment of that kind' }),
        )
      })
      if (receiver) found.push({ kind, receiver, place })
    }
  }
  return found
}

/**
 * Returns `unseen` if the receiver's server does not let the doctor read it, and `in public` if it shows only what
 * arrived there.
 */
const readReceiver = async (
  { place, ...listed }: ListedReceiver,
  { target, trials, asset, quote, list }: DoctorContext,
): Promise<Read | 'in public' | 'unseen'> => {
  const one = { ...listed, view: await lookAtReceiver(proberOf(trials), listed.receiver.url) }
  const known = {
    asset,
    quote: quote && { draft: quote.ask(target), answer: quote.made },
    now: list.received,
  }
  const misfit = misfitIn(one, known, target.limits.maxDebitValue)
  if (misfit === undefined) {
    if (one.view?.payment) return {}
    return one.view && isPublicForm(one.view.answer, target.profile) ? 'in public' : 'unseen'
  }
  // A run cannot do without the first receiver of the kind.
  const usedAs = place.at(-1) === 0 ? undefined : otherKindOf(one, known, target)
  if (!usedAs) return { finding: asFinding(notOfItsKind(place, one, misfit)) }
  const said = notOfItsKind(place, one, `${misfit}, so a run uses it as one of receivers.${usedAs}`)
  return { finding: warns(asFound(said)), usedAs }
}

/**
 * Finds receivers that are listed twice. A payment into one entry uses up the other, and a receiver can be of only one
 * kind.
 */
const listedTwice = ({ receivers: { sources } }: Target): DoctorFinding[] => {
  const first = new Map<string, string>()
  const found: DoctorFinding[] = []
  for (const kind of receiverKinds) {
    const source = sources[kind]
    if (source?.kind !== 'list') continue
    for (const [index, { url }] of source.receivers.entries()) {
      const name = `receivers.${kind}[${index}]`
      const before = first.get(url)
      first.set(url, before ?? name)
      if (before === undefined) continue
      found.push(
        warns({
          fact: `${name} is the same incoming payment as ${before} (${url})`,
          place: ['receivers', kind, index],
          next: 'list each one once',
        }),
      )
    }
  }
  return found
}

const kindsOf = (listed: readonly ListedReceiver[]): string =>
  [...new Set(listed.map(({ kind }) => `receivers.${kind}`))].join(', ')

const onTrust = (unseen: readonly ListedReceiver[], { receivers }: Target): DoctorFinding => {
  const who = receivers.access ? 'receivers.access.token' : 'tokens.full'
  return warns({
    fact: `The incoming payments under ${kindsOf(unseen)} cannot be read in full with ${who}, so their kind is trusted and arriving amounts are not judged`,
    place: receivers.access ? ['receivers', 'access'] : ['receivers'],
    next: receivers.access
      ? 'check that receivers.access.token may read all of them, and that receivers.access.baseUrl is the server that they are on'
      : 'give receivers.access.token, a token that may read them (and receivers.access.baseUrl, if they are on another server)',
  })
}

const leftOut = ({ receivers: { sources }, profile }: Target, used: readonly ReceiverKind[]): string[] => {
  const absent = receiverKinds.filter((kind) => sources[kind] === undefined && !used.includes(kind))
  const madeBy = (source: string) => madeLater.filter((kind) => sources[kind]?.kind === source)
  const [created, asked] = [madeBy('create'), madeBy('command')]
  const named = (kinds: readonly string[]): string => kinds.map((kind) => `receivers.${kind}`).join(', ')
  return [
    ...(absent.length > 0 ? [`${named(absent)}: not in the target file, so their checks are skipped`] : []),
    ...(created.length > 0 ? [`${named(created)}: made by the run itself`] : []),
    ...(sources.completed?.kind === 'create' && profile.operations.includes('complete-incoming-payment')
      ? [
          'receivers.completed: created ones are completed before they have received their incomingAmount, so checks that need one which has received it are skipped',
        ]
      : []),
    ...(asked.length > 0
      ? [`${named(asked)}: the run asks receivers.command for them, so they are not examined here`]
      : []),
  ]
}
