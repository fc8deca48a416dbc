import { type ForgedInput, loadForgeries } from '../../catalogue/forgeries.ts'
import { topicOf } from '../../check/kinds/head.ts'
import { commonBeginning } from '../../core/beginning.ts'
import type { RunStarted } from '../../core/events.ts'
import type { Grade, Repetition } from '../../core/verdict.ts'
import { canBeSignedAgain } from '../../http/records/recorded-draft.ts'
import { wholeCaseInWords } from '../../judge/case-in-words.ts'
import type { ComparedFailures } from '../../known-failures/compare.ts'
import type { KnownFailure } from '../../known-failures/entry.ts'
import type { Strictness } from '../exit-code.ts'
import { escapeControl } from '../text/printable.ts'
import type { BrokenClaim, ExchangesByNumber, Occurrence } from './finding.ts'
import type { Trail } from './trails.ts'

/** Words before the sentence of a requirement, so that it does not read as a description of what happened. */
const became: Record<Grade, string> = {
  failure: 'Broken',
  warning: 'Not followed',
  note: 'Does not hold here',
}

/**
 * Formats the sentence of a requirement as one that does not hold: `Broken: An expired token is refused`. If it fails
 * only in some circumstances, they come first: `Broken only with a chunked body: An expired token is refused`.
 */
export function headOf({ grade, says, happened, circumstances = [] }: BrokenClaim): string {
  if (happened !== undefined) return happened
  const only = circumstances.length > 0 ? ` only ${inOneSentence(circumstances)}` : ''
  return `${became[grade]}${only}: ${sentenceOf(says)}`
}

/** Returns the sentence of a requirement without its full stop. */
export function sentenceOf(says: string): string {
  return says.replace(/\.$/, '')
}

/** The level of a claim. What cannot fail a run is a note, whatever the level that one of its readings gives it. */
export function levelInWords({ grade, level }: Pick<BrokenClaim, 'grade' | 'level'>): string {
  return grade === 'note' ? 'note' : level
}

/** Describes the case of an occurrence: `Content-Digest: in another case`, `debitAmount 1`. */
export function givenInWords({ given, requirement }: Pick<Occurrence, 'given' | 'requirement'>): string {
  if (given === undefined) return ''
  const forgery = loadForgeries().find((one) => one.id === given && one.requirement === requirement)
  const words = wholeCaseInWords(given)
  return forgery ? `${forgedInWords[forgery.input]}: ${words}` : words
}

const forgedInWords: Readonly<Record<ForgedInput, string>> = {
  signature: 'Signature',
  'signature-input': 'Signature-Input',
  label: 'label of the signature',
  digest: 'Content-Digest',
  secret: 'secret of an HMAC',
  algorithm: 'alg',
  'key-id': 'keyid',
  key: 'key of the client',
  component: 'covered component',
  parameters: 'Signature-Input, changed after signing',
  method: 'signed @method',
  authorization: 'signed authorization',
  'content-digest': 'signed content-digest',
  'target-uri': 'signed @target-uri',
  token: 'token',
}

/** The length up to which two values are shown whole, and the characters that are shown of each before they differ. */
const longest = 200
const before = 40

/** Cuts the common beginning off two long values, so that the place where they differ is seen. */
export function whereTheyDiffer(want: string, got: string): { want: string; got: string } {
  const same = commonBeginning(want, got)
  const from = same - before
  if (Math.max(want.length, got.length) <= longest || from <= before) return { want, got }
  const later = (text: string): string =>
    `…${text.slice(from)} (differs after ${same} of ${text.length} characters)`
  return { want: later(want), got: later(got) }
}

const inOneSentence = (parts: readonly string[]): string => {
  const last = parts.at(-1) ?? ''
  return parts.length > 1 ? `${parts.slice(0, -1).join(', ')} and ${last}` : last
}

/** Describes a check's entry in the known failures, or returns undefined if it does not fail as known. */
export function knownInWords({ known }: Pick<Strictness, 'known'>, check: string): string | undefined {
  const entry = known?.asKnown.find((one) => one.check === check)
  return entry && wordsOf(entry)
}

const wordsOf = ({ until, link, because }: KnownFailure): string =>
  [
    `until ${until}`,
    link ?? 'no link yet',
    ...(because === 'reading' ? ['the reading is disputed'] : []),
  ].join(', ')

/** Returns one line for each check that failed as known, and one for each that did not. */
export function knownLines(known: ComparedFailures | undefined): { asKnown: string[]; mismatches: string[] } {
  return {
    asKnown: (known?.asKnown ?? []).map((entry) => `${entry.check} (${wordsOf(entry)})`),
    mismatches: (known?.mismatches ?? []).map(({ sentence }) => sentence),
  }
}

export function repetitionInWords(repetition: Repetition): string {
  switch (repetition.outcome) {
    case 'failed':
      return 'failed again with the same values'
    case 'passed':
      return 'unstable: it passed with the same values, but still counts as failed'
    case 'not made':
      return `not repeated: ${repetition.reason}`
    case 'inconclusive':
      return `repeated without a result: ${repetition.reason}`
    case 'error':
      return `the harness is at fault: ${repetition.reason}`
  }
}

/** Describes the requests before a failure and before the repetition that passed. */
export function trailInWords({ shares, check, before, passing = 'nothing', same }: Trail): string {
  const isStable = same !== undefined
  const earlier = isStable ? `the same request was answered otherwise before, in exchange ${same}; ` : ''
  const other = isStable ? 'that one' : 'the repetition that passed'
  return `${earlier}with the same ${shares}, ${before} of ${check} came before ${isStable ? 'this one' : 'it'}; before ${other}, ${passing} did`
}

/** A command line that can be pasted into a shell unchanged. */
export interface ShellCommand {
  name: 'sign' | 'replay' | 'explain'
  command: string
}

interface Reproduced {
  run: Pick<RunStarted, 'judges' | 'target'>
  exchanges: ExchangesByNumber
}

/**
 * Returns the commands that reproduce a failure: one signs its request afresh, one repeats everything that its check
 * did. Traffic of others, and a run whose target file is not known, have none; an altered token has none to sign.
 */
export function commandsFor(
  { check, exchange: number }: Pick<Occurrence, 'check' | 'exchange'>,
  { exchanges, run: { judges, target } }: Reproduced,
  { report }: { report: string },
): ShellCommand[] {
  const exchange = exchanges.get(number)
  if (judges !== undefined || target.file === undefined || topicOf({ id: check }) === 'client') return []
  const again = (name: 'sign' | 'replay'): ShellCommand => commandOf(name, word(report), check)
  return exchange && canBeSignedAgain(exchange.request) ? [again('sign'), again('replay')] : [again('replay')]
}

/** Returns the commands that reproduce a finding, and the one that explains its requirement. */
export function commandsOf(
  { requirement, occurrences: [first] }: BrokenClaim,
  view: Reproduced,
  options: { report: string },
): ShellCommand[] {
  return [...commandsFor(first, view, options), explainCommand(requirement)]
}

export function explainCommand(id: string): ShellCommand {
  return commandOf('explain', id)
}

export function wholeReportCommand(report: string): string {
  return commandLine('report', word(report), '--verbose')
}

const commandOf = (name: ShellCommand['name'], ...words: string[]): ShellCommand => ({
  name,
  command: commandLine(name, ...words),
})

const commandLine = (...words: string[]): string => escapeControl(['op-conformance', ...words].join(' '))

/** Quotes a path for a shell, if it needs quotes. */
const word = (path: string): string =>
  /^[\w./@%+=:,-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`
