import { readFile, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Suite } from '../../check/suite.ts'
import { ConfigurationError } from '../../core/errors.ts'
import { checksInWords, countsOf, coverageInWords, findingsInWords, plural } from '../../report/counts.ts'
import { shown } from '../../report/text/printable.ts'
import { runFacts } from '../../report/text/run-words.ts'
import type { Io } from '../environment.ts'
import { exit } from '../exit.ts'
import { version } from '../version.ts'
import { bundleKey, envelopeIn, opened } from './dsse.ts'
import { type Bundled, type BundledRun, bundledIn, catalogueOf, Refused } from './statement.ts'
import { type VerifiedRun, verifiedRun } from './verified-run.ts'

/** Checks the signature of a bundle and makes its reports anew from their events. Sends nothing. */
export async function verifyBundle(
  file: string,
  { key }: { key: string },
  io: Pick<Io, 'cwd'>,
): Promise<{ text: string; code: number }> {
  const publicKey = await bundleKey(key, 'public', io)
  const text = await bundleText(file, io)
  const envelope = opened(text, publicKey)
  if ('refused' in envelope) return { text: refusal(envelope.refused), code: exit.failed }
  const bundled = orRefused(() => bundledIn(envelope.payload))
  if (bundled instanceof Refused) return { text: refusal(bundled.message), code: exit.failed }
  const { loadSuite } = await import('../../../suites/load.ts')
  const suite = await loadSuite()
  const { harness } = bundled
  // Keeps only the text about each run, because the record of a run may be large.
  const results = bundled.runs.map((unpack, index) => {
    const result = resultOf(unpack, bundled, suite)
    return { code: result.code, text: runText(result, index + 1) }
  })
  const code = codeOf(results.map((result) => result.code))
  const head = `the signature holds\nbundled by op-conformance ${harness}, judged again by op-conformance ${version()}\n`
  return { text: [head, ...results.map(({ text }) => text), conclusion(code)].join('\n'), code }
}

const bundleText = async (file: string, { cwd }: Pick<Io, 'cwd'>): Promise<string> => {
  const path = resolve(cwd, file)
  // Reading a pipe may never end.
  const isFile = await stat(path).then(
    (found) => found.isFile(),
    () => false,
  )
  const text = isFile ? await readFile(path, 'latin1').catch(() => undefined) : undefined
  if (text !== undefined && envelopeIn(text)) return text
  const why =
    text === undefined ? 'the file cannot be read' : 'the file is not a DSSE envelope with one signature'
  throw new ConfigurationError('ERR_BUNDLE_UNREADABLE', `${file}: ${why}; name a bundle`)
}

const orRefused = <T>(task: () => T): T | Refused => {
  try {
    return task()
  } catch (error) {
    if (error instanceof Refused) return error
    throw error
  }
}

const resultOf = (unpack: () => BundledRun, { harness }: Bundled, suite: Suite): RunResult => {
  const result = orRefused(() => {
    const files = unpack()
    const verified = verifiedRun(files, suite)
    const isSame = files['catalogue.json'].equals(catalogueOf(verified.run))
    if (!isSame && harness === version())
      throw new Refused(`its catalogue is not that of op-conformance ${harness}, which packed it`)
    return { ...verified, hasSameCatalogue: isSame, code: codeOfRun(verified) }
  })
  return result instanceof Refused ? { refused: result.message, code: exit.failed } : result
}

/**
 * Returns the exit code for one run. Another version may judge the same events differently, so only the version that
 * made a report can refute it.
 */
const codeOfRun = (verified: VerifiedRun): RunResult['code'] => {
  const { run, differences } = verified
  if (differences.length > 0) return run.harness === version() ? exit.failed : exit.notJudged
  return hasPassed(verified) ? exit.fine : exit.runNotPassed
}

/**
 * Returns true if the run passed. A check without a verdict does not change the exit code of a run, but its events may
 * have been taken out.
 */
const hasPassed = ({ exitCode, exitCodeWithoutKnown, view }: VerifiedRun): boolean =>
  exitCode === exit.fine &&
  exitCodeWithoutKnown === exit.fine &&
  view.checks.every(({ verdict }) => verdict !== undefined)

const codeOf = (codes: ReadonlyArray<RunResult['code']>): RunResult['code'] =>
  ([exit.failed, exit.notJudged, exit.runNotPassed] as const).find((code) => codes.includes(code)) ??
  exit.fine

export type RunResult = { code: VerifyExitCode } & (
  | { refused: string }
  | (VerifiedRun & { hasSameCatalogue: boolean })
)

type VerifyExitCode = 0 | 1 | 3 | 5

function refusal(why: string): string {
  return `refused: ${shown(why)}\n`
}

/** Describes one run of a bundle. All of its text is foreign. */
function runText(result: RunResult, number: number): string {
  if ('refused' in result) return `run ${number} does not verify: ${shown(result.refused)}\n`
  const head = `run ${number}: ${headOf(result)}`
  const lines = result.differences.length > 0 ? differencesOf(result) : []
  const facts = factsOf(result).map(({ name, text }) => `${name.padEnd(10)} ${shown(text)}`)
  return `${[head, ...[...lines, ...facts].map((line) => `  ${line}`)].join('\n')}\n`
}

const headOf = ({ code, differences, run }: VerifiedRun & { code: VerifyExitCode }): string => {
  if (differences.length === 0) return 'its report follows from its events'
  const places = plural(differences.length, 'difference')
  return code === exit.failed
    ? `does not verify, with ${places}; below is what follows from its events`
    : `not judged, with ${places}: it was judged by op-conformance ${shown(run.harness)}, which has to verify it`
}

const mostShown = 20

const differencesOf = ({ differences }: VerifiedRun): string[] => {
  const more = differences.length - mostShown
  return [
    ...differences.slice(0, mostShown).map((one) => `- ${shown(one)}`),
    ...(more > 0 ? [`- and ${more} more`] : []),
  ]
}

const factsOf = (
  result: VerifiedRun & { hasSameCatalogue: boolean },
): Array<{ name: string; text: string }> => {
  const { view, strictness, hasSameCatalogue } = result
  const counts = countsOf(view)
  return [
    ...runFacts(view, strictness),
    { name: 'catalogue', text: hasSameCatalogue ? 'the same as today' : 'another one than today' },
    { name: 'checks', text: checksInWords(counts) },
    { name: 'findings', text: findingsInWords(counts) },
    { name: 'coverage', text: coverageInWords(counts) },
    { name: 'outcome', text: outcomeOf(result) },
  ]
}

const outcomeOf = ({ view, strictness, exitCode, exitCodeWithoutKnown }: VerifiedRun): string => {
  const { outcome, sentence } = view
  const known = strictness.known?.asKnown.length ?? 0
  return [
    `${outcome}, exit code ${exitCode}`,
    ...(known > 0
      ? [`; ${plural(known, 'check')} failed as known, without which it is ${exitCodeWithoutKnown}`]
      : []),
    ...(sentence === undefined ? [] : [`; ${sentence}`]),
  ].join('')
}

/** Returns the last line, which explains the exit code. */
function conclusion(code: VerifyExitCode): string {
  return `${conclusions[code]}\n`
}

const conclusions: Readonly<Record<VerifyExitCode, string>> = {
  [exit.fine]: 'The bundle verifies, and every run in it passed.',
  [exit.failed]: 'The bundle does not verify.',
  [exit.notJudged]: 'This version of op-conformance cannot verify the bundle.',
  [exit.runNotPassed]: 'The bundle is genuine, but at least one of its runs did not pass.',
}
