import type { Dispatcher } from 'undici'
import { accessInWords } from '../../gnap/access.ts'
import { type GrantSession, requestTokens } from '../../gnap/granting.ts'
import type { WantedRights } from '../../gnap/rights.ts'
import { createTransport, type PatientTransport } from '../../gnap/transport.ts'
import { createDispatcher } from '../../http/wire/dispatcher.ts'
import { plural } from '../../report/counts.ts'
import { escapeControl, line, lines } from '../../report/text/printable.ts'
import { createServerClock } from '../../run/session/server-clock.ts'
import { commandRunner } from '../../target-file/command.ts'
import type { Grants, Target } from '../../target-file/target.ts'
import type { GuardedIo } from '../run/guarded.ts'
import { consentOf } from './consent.ts'
import { keptLedger, type LedgerFile, ledgerFile, leftLedgers, removeLedger } from './ledger-file.ts'
import { serveClients } from './listeners.ts'
import { revokeLedger, revokeLeft, tellForeign } from './revoke-ledgers.ts'

/**
 * Requests the tokens of these places, as far as the target file leaves them to the grants and no earlier run kept them:
 * by default those that pay and create receivers. An expired token permits moving the server's clock until it has expired.
 */
export type Obtain = (target: Target, needed?: ReadonlySet<string>) => Promise<void>

export interface TokenOptions {
  /** The longest time that a consent may take, in milliseconds. */
  most?: number | undefined
  /** The tokens that stay alive for the next command: all of them, or those that an earlier run kept. Default: none. */
  keep?: 'all' | 'kept'
  /** The longest time, in milliseconds, that a command waits for an authorization server that is restarted. */
  longestOutage?: number | undefined
}

/** Does some work with tokens, and revokes them however it ends. */
export async function withTokens<T>(
  io: GuardedIo,
  work: (obtain: Obtain) => Promise<T>,
  options: TokenOptions = {},
): Promise<T> {
  return withEnds((ends) =>
    work((target, needed = toPay(target)) => obtain(target, needed, { ...options, ends, io })),
  )
}

type Ends = Array<() => Promise<void> | void>

/** Does some work, and then ends what it began: the last first. */
const withEnds = async <T>(work: (ends: Ends) => Promise<T>): Promise<T> => {
  const ends: Ends = []
  try {
    return await work(ends)
  } finally {
    while (ends.length > 0) await ends.pop()?.()
  }
}

interface Obtaining extends TokenOptions {
  ends: Ends
  io: GuardedIo
}

const toPay = ({ grants }: Target): ReadonlySet<string> =>
  new Set(grants?.book.names().filter((name) => name === 'tokens.full' || name.startsWith('receivers.')))

const obtain = async (target: Target, needed: ReadonlySet<string>, obtaining: Obtaining): Promise<void> => {
  const { most = Number.POSITIVE_INFINITY, keep, ends, io } = obtaining
  const { grants } = target
  if (!grants || grants.book.names().length === 0) return
  const { transport, dispatcher } = await connected(target, grants, obtaining)
  grants.outages = transport.outages
  await revokeLeft({ target, transport, io })
  const consent = await consentOf(grants, target, io)
  ends.push(consent.close)
  const noted = new Set<string>()
  const [file, kept] = [ledgerFile(target), keptLedger(target)]
  ends.push(file.end)
  // Moving the clock would also expire kept tokens.
  const isMoved = needed.has('tokens.expired') && !kept && keep !== 'all'
  const session = await requestTokens({
    target,
    needed,
    grants: { ...grants, consentTimeout: Math.min(grants.consentTimeout, most) },
    transport,
    consent,
    now: io.now,
    wait: io.wait,
    signal: io.signal,
    announce: (consents, requested) => io.stderr.write(lines(announcement(consents, requested))),
    note: (text) => {
      if (!noted.has(text)) io.stderr.write(line`note: ${text}\n`)
      noted.add(text)
    },
    write: file.write,
    advance: isMoved ? clockOf(target, dispatcher, io)?.advance : undefined,
    kept: kept && { ...kept.contents, remove: () => removeLedger({ path: kept.path, target }) },
  })
  ends.push(() => (keep === 'all' ? keepThese(session, file, io) : revokeThese(session, keep, file, io)))
}

/**
 * Serves the client's documents if needed, and connects to the authorization server. `ends` gets the functions that
 * close both.
 */
const connected = async (
  target: Target,
  grants: Grants,
  { ends, io: { wait, monotonic, stderr }, longestOutage }: Obtaining,
): Promise<{ transport: PatientTransport; dispatcher: Dispatcher }> => {
  // An interruption by the user does not close this connection, because tokens are revoked after it.
  const dispatcher = createDispatcher(target)
  ends.push(() => dispatcher.destroy())
  if (grants.client.kind === 'served') ends.push(await serveClients(grants.client, target))
  const transport = createTransport({
    dispatcher,
    target,
    now: () => new Date(grants.now()),
    wait,
    monotonic,
    longestOutage,
    waiting: ({ what, left }) => {
      stderr.write(line`waiting up to ${Math.round(left / 1000)} s for ${what}\n`)
      return () => undefined
    },
  })
  return { transport, dispatcher }
}

const clockOf = (target: Target, dispatcher: Dispatcher, { env, monotonic, wait }: GuardedIo) =>
  createServerClock({ target, dispatcher, monotonic, wait, runCommand: commandRunner(env) })

const announcement = (consents: ReadonlyArray<readonly WantedRights[]>, requested: number): string => {
  if (requested === 0) return ''
  const tokens = `requests ${plural(requested, 'token')}`
  if (consents.length === 0) return `${tokens}, none of which needs consent\n`
  const each = consents.flatMap((wanted, at) => [
    `consent ${at + 1} of ${consents.length}`,
    ...wanted.flatMap(({ name, purpose, access }) => [
      `  ${name} (${purpose})`,
      ...access.map((item) => `    ${accessInWords(item)}`),
    ]),
  ])
  return [`${tokens}; consent is asked for ${plural(consents.length, 'time')}:`, ...each, '']
    .map(escapeControl)
    .join('\n')
}

const keepThese = (session: GrantSession, file: LedgerFile, { stderr }: GuardedIo): void => {
  file.keep()
  const count = plural(session.ledger.contents.tokens.length, 'token')
  stderr.write(line`kept ${count} for the next command; to revoke them: op-conformance tokens --revoke\n`)
}

/** Revokes the tokens of this command. Those that an earlier run kept can stay. */
const revokeThese = async (
  { ledger, revoke, taken }: GrantSession,
  keep: TokenOptions['keep'],
  file: LedgerFile,
  { stderr }: GuardedIo,
): Promise<void> => {
  const kept = keep === 'kept' ? taken : new Set<string>()
  const own = ledger.contents.tokens.filter(({ name }) => !kept.has(name)).length
  const left = await revoke(kept)
  if (kept.size > 0) file.keep()
  if (own > 0 || kept.size === 0) stderr.write(line`revoked ${plural(own - left.length, 'token')}\n`)
  for (const text of left) stderr.write(line`note: not revoked: ${text}\n`)
}

/**
 * Revokes the tokens that killed runs left, and those that runs kept. Returns the number of tokens that it could not
 * revoke.
 */
export async function revokeRemaining(target: Target, io: GuardedIo): Promise<number> {
  const { grants } = target
  tellForeign(target, io)
  const kept = keptLedger(target)
  const killed = leftLedgers(target)
  if (!grants || (!kept && killed.length === 0)) return 0
  return withEnds(async (ends) => {
    const { transport } = await connected(target, grants, { ends, io })
    const revoking = { target, transport, io }
    let left = 0
    for (const one of killed) left += await revokeLedger(one, 'of a run that was killed', revoking)
    if (kept) left += await revokeLedger(kept, 'that a run kept', revoking)
    return left
  })
}
