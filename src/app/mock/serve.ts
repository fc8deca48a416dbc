import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { faultsNamed } from '../../../mock/conditions/named.ts'
import { seeded } from '../../../mock/core/random.ts'
import type { Exchange } from '../../../mock/exchanges/exchange.ts'
import { warningIn } from '../../../mock/exchanges/shown.ts'
import { mockProfileNamed } from '../../../mock/profiles/index.ts'
import { environmentOf, environmentText, type MockEnvironment } from '../../../mock/server/environment.ts'
import type { ListeningMock, Mock } from '../../../mock/server/options.ts'
import { createMock } from '../../../mock/server/server.ts'
import { targetFile } from '../../../mock/server/target-file.ts'
import type { ClockOptions } from '../../../mock/state/clock.ts'
import type { Fixtures } from '../../../mock/state/fixtures.ts'
import { durations } from '../../../mock/variants/durations.ts'
import { variantsNamed } from '../../../mock/variants/index.ts'
import { lenientSignatures } from '../../../mock/variants/signatures.ts'
import { ConfigurationError } from '../../core/errors.ts'
import { parseJson, valueAt } from '../../core/json.ts'
import { readTextFile } from '../../core/text-file.ts'
import { colorsFor } from '../../report/document/terminal.ts'
import { line, lines } from '../../report/text/printable.ts'
import { type Io, isLively } from '../environment.ts'
import { exit } from '../exit.ts'
import { withFile, writeWhole } from '../files.ts'
import type { GuardedIo } from '../run/guarded.ts'
import { clientKeysIn } from './client-keys.ts'
import { explainRefused, saidAtOnce } from './explain-refused.ts'
import { type ClientRun, type JudgingOptions, judgeClientOf } from './judge-client.ts'
import { asConfigurationError } from './mistakes.ts'
import { untilOver } from './until-over.ts'

export interface MockCommandOptions extends JudgingOptions {
  port: number
  host: string
  publicUrl?: string
  tls?: boolean
  seed?: number
  fixtures?: string
  clock?: ClockOptions
  variant: string[]
  fault: string[]
  clientKey: string[]
  lenientSignatures?: boolean
  /** The lifetime of tokens, in milliseconds. */
  tokenLife?: number
  /** The time until a payment settles, in milliseconds. */
  settleTime?: number
  writeTarget?: string
  quiet?: boolean
  judgeClient?: boolean
  /**
   * The time after which the mock ends, in milliseconds. `untilIdle` is the time without requests after which it ends.
   */
  for?: number
  untilIdle?: number
}

/** Serves the mock until the user interrupts it, or until the time that the options set is over. */
export async function mock(options: MockCommandOptions, io: GuardedIo): Promise<number> {
  refuseIdleOptions(options)
  try {
    return await serve(options, io)
  } catch (error) {
    throw asConfigurationError(error, '--clock')
  }
}

/** Throws a ConfigurationError for options about reports if no client is judged, because there is nothing to report. */
const refuseIdleOptions = ({ judgeClient, reporter, out }: MockCommandOptions): void => {
  if (judgeClient || (reporter.length === 0 && out === undefined)) return
  const option = out === undefined ? '--reporter' : '--out'
  throw new ConfigurationError(
    'ERR_NOTHING_TO_REPORT',
    `${option} only works together with --judge-client; add it`,
  )
}

const serve = async (options: MockCommandOptions, io: GuardedIo): Promise<number> => {
  const server = await mockOf(options, io)
  const { host, port, tls = false } = options
  const listening = await server.listen({ host, port, tls })
  const folder =
    options.printEnv && listening.certificate ? mkdtempSync(join(tmpdir(), 'op-mock-')) : undefined
  try {
    const trusting = folder === undefined ? {} : trustedIn(folder, listening)
    const judging = options.judgeClient ? judgeClientOf(server, options, io) : undefined
    announce(server, listening, options, trusting, io)
    await watch(server, listening, options, judging, io)
    return judging ? judging.end() : exit.fine
  } finally {
    await listening.close()
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Writes the certificate that the mock made for itself to a file, and returns the variables that make Node trust it.
 * The file exists as long as the mock runs.
 */
const trustedIn = (folder: string, { certificate = '' }: ListeningMock): MockEnvironment => {
  const path = join(folder, 'mock.pem')
  writeFileSync(path, certificate)
  return { OP_CA_FILE: path, NODE_EXTRA_CA_CERTS: path }
}

const mockOf = async (options: MockCommandOptions, io: Io): Promise<Mock> => {
  const { publicUrl, seed, fixtures, clock, variant, fault } = options
  const profile = mockProfileNamed(options.profile)
  return createMock({
    now: () => io.now().getTime(),
    random: seed === undefined ? randomBytes : seeded(seed),
    profile,
    variants: [
      ...variantsNamed(variant, profile),
      ...(options.lenientSignatures ? [lenientSignatures] : []),
      ...(options.tokenLife === undefined && options.settleTime === undefined ? [] : [durations(options)]),
    ],
    faults: faultsNamed(fault, profile),
    clientKeys: await clientKeysIn(options.clientKey, io),
    explain: explainRefused(),
    onMistake: (error) => io.stderr.write(lines(`${error instanceof Error ? error.stack : String(error)}\n`)),
    publicUrl,
    clock,
    ...(fixtures === undefined ? {} : { fixtures: await fixturesIn(fixtures, io) }),
  })
}

const announce = (
  server: Mock,
  listening: ListeningMock,
  options: MockCommandOptions,
  trusted: MockEnvironment,
  io: GuardedIo,
): void => {
  const { writeTarget, variant, fault } = options
  if (writeTarget !== undefined) {
    const path = resolve(io.cwd, writeTarget)
    const text = targetFile(server, listening)
    withFile(`The target file ${writeTarget}`, () => writeWhole(path, text, { mode: 0o600 }))
    io.stderr.write(line`wrote ${writeTarget}; judge this mock with \`op-conformance run ${writeTarget}\`\n`)
  }
  for (const id of variant) io.stderr.write(line`variant: ${id}\n`)
  for (const id of fault) io.stderr.write(line`fault: ${id}\n`)
  // The keys of the mock are not secret, so they are printed in full.
  if (options.printEnv)
    io.published.write(lines(environmentText({ ...environmentOf(server.world), ...trusted })))
  // Standard output is reserved for what a user redirects: variables for a shell, and the report of a client.
  io.stderr.write(line`ready at ${server.world.publicUrl}\n`)
}

/** Logs refusals and judges the client until the mock ends. */
const watch = async (
  { subscribe }: Mock,
  { url }: ListeningMock,
  { quiet, for: within, untilIdle: idle }: MockCommandOptions,
  judging: ClientRun | undefined,
  io: Io,
): Promise<void> => {
  const log = refusalLog(io)
  let last: number | undefined
  const unsubscribe = subscribe((exchange, { world, controlPath }) => {
    last = Math.max(last ?? 0, io.monotonic() + answeredWait(exchange))
    judging?.take(exchange, world)
    const place = controlPath && `${url}${controlPath}/exchanges/${exchange.id}`
    if (!quiet) log(exchange, () => saidAtOnce(exchange, world, place))
  })
  await untilOver({ within, idle, lastAt: () => last }, io)
  unsubscribe()
}

const fixturesIn = async (file: string, { cwd }: Io): Promise<Fixtures> => {
  const { loadFixtures } = await import('../../../mock/fixtures/load.ts')
  return loadFixtures(file, (named) => readTextFile(resolve(cwd, named)))
}

/**
 * Returns the milliseconds that a response of the authorization server tells the client to wait before it continues, or
 * 0 if it says nothing.
 */
export function answeredWait({ operation, status, answerBody }: Exchange): number {
  if (status !== 200 || (operation !== 'post-request' && operation !== 'post-continue')) return 0
  const wait = valueAt(parseJson(Buffer.from(answerBody).toString()), 'continue', 'wait')
  return typeof wait === 'number' ? wait * 1000 : 0
}

type Streams = Pick<Io, 'stderr' | 'env'>

/**
 * Writes a line for each request that was refused, or accepted with a warning. `says` returns the reason for a refusal
 * as far as it is known immediately. The rest is found when a user looks up the exchange.
 */
export function refusalLog({ stderr, env }: Streams): (exchange: Exchange, says: () => string) => void {
  const paint = colorsFor(isLively(stderr, env))
  return (exchange, says) => {
    const { method, url, status, refusal } = exchange
    const warning = refusal ? undefined : warningIn(exchange)
    if (!refusal && warning === undefined) return
    const head = `${status} ${method} ${beginning(url)}`
    const told = refusal ? `${refusal.guard}: ${says()}` : `warning: ${warning}`
    stderr.write(line`${refusal ? paint.failure(head) : paint.warning(head)}  ${told.trim()}\n`)
  }
}

const beginning = (url: string): string => (url.length > 200 ? `${url.slice(0, 200)}…` : url)
