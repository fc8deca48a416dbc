import type { Dispatcher } from 'undici'
import { PreconditionFailed } from '../../check/needs/prerequisites.ts'
import type { ServerClock } from '../../check/session.ts'
import type { Environment } from '../../core/environment.ts'
import { isObject, parseJson } from '../../core/json.ts'
import { transmit } from '../../http/wire/client.ts'
import { routesOf } from '../../http/wire/route.ts'
import type { RunCommand } from '../../target-file/command.ts'
import type { Target } from '../../target-file/target.ts'

/**
 * The server's clock as the target file's `clock` offers it. Moving it by a few milliseconds finds out once whether its
 * time stands still.
 */
export interface MovableClock extends ServerClock {
  now: () => number | undefined
}

interface ServerClockOptions extends Pick<Environment, 'monotonic' | 'wait'> {
  target: Target
  dispatcher: Dispatcher
  runCommand: RunCommand
}

/** The least time, in milliseconds, over which the harness looks whether time stands still, and the most looks. */
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
    const asked = JSON.stringify({ advance: durationOf(milliseconds) })
    const now = nowIn(await ask(asked), asked, target)
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
      // An attempt that failed is made again by the next caller.
      finding ??= findOut().catch((error: unknown) => {
        finding = undefined
        throw error
      })
      return finding
    },
    now: () => told && told.now + (isStanding ? 0 : Math.round(monotonic() - told.at)),
  }
}

/** Returns true if the server's time advances by no more than it is moved, however long that takes. */
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

/**
 * The milliseconds that the clock may advance beyond what was asked. A clock may round up, and its server may have been
 * busy.
 */
const tolerance = 60_000

/**
 * Measures how far somebody else moves the server's time. The caller passes each advance when it asks for it, and then
 * each answer. The result is the number of milliseconds that neither this run asked for nor that passed by themselves.
 * An advance that is still under way counts as possibly done.
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

/** A clock need not support fractions, nor numbers of more than nine digits. */
const mostDigits = 999_999_999

const durationOf = (milliseconds: number): string =>
  milliseconds > mostDigits ? `${Math.ceil(milliseconds / 1000)}s` : `${Math.ceil(milliseconds)}ms`

type AskClock = (body: string) => Promise<{ text: string } | { failure: string }>

/**
 * Returns a function that asks the clock over HTTP without credentials, or by the configured command. Returns undefined
 * if the target has no clock.
 */
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
    // It may not be moved twice. So it is asked on a new connection, which the server cannot have closed meanwhile.
    const line = { requests: 1 }
    const outcome = await transmit(dispatcher, message, route, connection.requestTimeout, { line })
    if ('failure' in outcome) return { failure: outcome.failure.message }
    const { status, text } = outcome.response
    return status >= 200 && status < 300 ? { text } : { failure: `${clock.url} answered ${status}` }
  }
}

const nowIn = (answer: Awaited<ReturnType<AskClock>>, asked: string, { file }: Target): number => {
  const told = 'text' in answer ? parseJson(answer.text) : undefined
  const now = isObject(told) && typeof told['now'] === 'string' ? Date.parse(told['now']) : Number.NaN
  if (!Number.isNaN(now)) return now
  const got = 'failure' in answer ? answer.failure : 'the response was something else'
  throw new PreconditionFailed(
    `clock in ${file}: asked to move forward by ${asked}, expected {"now":"<date and time>"}; ${got}`,
  )
}
