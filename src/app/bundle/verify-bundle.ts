import { readFile, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Suite } from '../../check/suite.ts'
import { ConfigurationError } from '../../core/errors.ts'
import type { Io } from '../environment.ts'
import { exit } from '../exit.ts'
import { version } from '../version.ts'
import { bundleKey } from './bundle-key.ts'
import { envelopeIn, opened } from './dsse.ts'
import { type Bundled, type BundledRun, bundledIn, catalogueOf, Refused } from './statement.ts'
import { type VerifiedRun, verifiedRun } from './verified-run.ts'
import { conclusion, type RunResult, refusal, runText } from './verified-text.ts'

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
