import type { Dispatcher } from 'undici'
import { PreconditionFailed } from '../../check/needs/prerequisites.ts'
import type { ServerClock } from '../../check/session.ts'
import type { Environment } from '../../core/environment.ts'
import { isObject, parseJson } from '../../core/json.ts'
import { transmit } from '../../http/wire/client.ts'
import { routesOf } from '../../http/wire/route.ts'
import type { RunCommand } from '../../target-file/command.ts'
import type { Target } from '../../target-file/target.ts'

/** What the target file's `clock` offers. Whether time stands is found out once, by moving it a few milliseconds. */
export interface MovableClock extends ServerClock {
  /** The server's time by the clock's last answer, or undefined where there was none yet. */
  now: () => number | undefined
}

interface ServerClockOptions extends Pick<Environment, 'monotonic' | 'wait'> {
  target: Target
  dispatcher: Dispatcher
  runCommand: RunCommand
}

/** How long a look at least takes that tells whether time stands, in milliseconds, and the most looks. */
const look = 25
const mostLooks = 1000

export function createServerClock(options: ServerClockOptions): MovableClock | undefined {
  const { target, monotonic } = options
  const ask = askerOf(options)
  if (!ask) return undefined
  let told: { now: number; at: number } | undefined
  const elsewhere = createElsewhere(monotonic)
  let isStanding = false
  let finding: Promise<boolean> | undefined

  const advance = async (milliseconds: number): Promise<number> => {
    const answered = elsewhere(milliseconds)
    const now = nowIn(await ask(JSON.stringify({ advance: durationOf(milliseconds) })), target)
    const more = answered(now)
    target.age?.(milliseconds + more)
    told = { now, at: monotonic() }
    if (more > 0) throw movedElsewhere(more, target)
    return now
  }

  const findOut = async (): Promise<boolean> => {
    isStanding = await isStandingStill(advance, options)
    return isStanding
  }

  return {
    advance,
    stands: () => {
      // What failed once is found out by the next one who asks.
      finding ??= findOut().catch((error: unknown) => {
        finding = undefined
        throw error
      })
      return finding
    },
    now: () => told && told.now + (isStanding ? 0 : Math.round(monotonic() - told.at)),
  }
}

/** A time that stands goes on by no more than it is moved, however long that takes. */
const isStandingStill = async (
  advance: ServerClock['advance'],
  { monotonic, wait }: ServerClockOptions,
): Promise<boolean> => {
  const first = await advance(1)
  const begun = monotonic()
  for (let moved = 1; moved < mostLooks; moved++) {
    await wait(look)
    const now = await advance(1)
    if (now - first > moved) return false
    if (monotonic() - begun >= look) break
  }
  return true
}

/** A clock may round up, and its server may have been busy: so much more than was asked for is nobody's doing, in milliseconds. */
const tolerance = 60_000

/**
 * By how much somebody else moves the time. It takes what is asked for, as it is asked for; then each answer, and gives by how
 * many milliseconds the time went on that neither this run asked for nor went by. What is still under way may have been done.
 */
const createElsewhere = (monotonic: () => number): ((milliseconds: number) => (now: number) => number) => {
  let asked = 0
  let answered = 0
  let before: { now: number; at: number; answered: number } | undefined
  return (milliseconds) => {
    asked += milliseconds
    return (now) => {
      answered += milliseconds
      const at = monotonic()
      const most = before && before.now + (asked - before.answered) + (at - before.at) + tolerance
      const more = most !== undefined && now > most ? now - most + tolerance : 0
      before = { now: Math.max(now, before?.now ?? now), at, answered }
      return more
    }
  }
}

const movedElsewhere = (milliseconds: number, { file }: Target): PreconditionFailed =>
  new PreconditionFailed(
    `clock in ${file}: the server's time went on by ${Math.round(milliseconds / 1000)} s that this run did not ask for; ` +
      'let nothing else move it while a run is under way, not even another run',
  )

/** A clock need not know fractions, nor more than nine digits. */
const mostDigits = 999_999_999

const durationOf = (milliseconds: number): string =>
  milliseconds > mostDigits ? `${Math.ceil(milliseconds / 1000)}s` : `${Math.ceil(milliseconds)}ms`

type AskClock = (body: string) => Promise<{ text: string } | { failure: string }>

/** By HTTP without credentials, or by the command. */
const askerOf = ({ target, dispatcher, runCommand }: ServerClockOptions): AskClock | undefined => {
  const { clock, folder, connection } = target
  if (clock?.kind === 'command') {
    return async (input) => {
      const result = await runCommand(clock.command, { cwd: folder, input })
      return 'failure' in result ? { failure: `the command ${result.failure}` } : { text: result.stdout }
    }
  }
  if (!clock) return undefined
  const route = { ...routesOf(target).toAnyone(clock.url), headers: {} }
  return async (input) => {
    const headers = { 'content-type': 'application/json', accept: 'application/json' }
    const message = { method: 'POST', url: clock.url, headers, body: Buffer.from(input) }
    const outcome = await transmit(dispatcher, message, route, connection.requestTimeout)
    if ('failure' in outcome) return { failure: outcome.failure.message }
    const { status, text } = outcome.response
    return status >= 200 && status < 300 ? { text } : { failure: `${clock.url} answered ${status}` }
  }
}

const nowIn = (answer: Awaited<ReturnType<AskClock>>, { file }: Target): number => {
  const told = 'text' in answer ? parseJson(answer.text) : undefined
  const now = isObject(told) && typeof told['now'] === 'string' ? Date.parse(told['now']) : Number.NaN
  if (!Number.isNaN(now)) return now
  const got = 'failure' in answer ? answer.failure : 'the response was something else'
  throw new PreconditionFailed(
    `clock in ${file}: asked to move forward, expected {"now":"<date and time>"}; ${got}`,
  )
}
