import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { converse } from '../app/conversation.ts'
import { inThisProcess } from '../app/environment.ts'
import { exit } from '../app/exit.ts'
import { run } from './run.ts'

/** The next line of whoever sits there; of a pipe there is none to wait for. */
const enter = (input: typeof process.stdin, signal: AbortSignal): Promise<unknown> => {
  if (!input.isTTY) return new Promise(() => {})
  const lines = createInterface({ input })
  signal.addEventListener('abort', () => lines.close(), { once: true })
  return once(lines, 'line', { signal }).catch(() => undefined)
}

const interrupted = new AbortController()
process.once('SIGINT', () => interrupted.abort())
process.once('SIGTERM', () => interrupted.abort())

/** How long a command may take to revoke its tokens and to close its record once an error was caught by nobody. */
const graceful = 30_000

/** The command is interrupted, which ends it in order. */
const whenUncaught = (told: (error: unknown) => void): void => {
  process.on('uncaughtException', (error) => {
    told(error)
    // Also where the command waits for what never comes.
    process.exitCode = exit.ourFault
    interrupted.abort()
    setTimeout(() => process.exit(exit.ourFault), graceful).unref()
  })
}

// Whoever reads may stop reading: `op-conformance list | head`.
process.stdout.on('error', () => undefined)
process.stderr.on('error', () => undefined)

process.exitCode = await run(
  process.argv.slice(2),
  inThisProcess({
    stdout: process.stdout,
    stderr: process.stderr,
    env: process.env,
    cwd: process.cwd(),
    converse: () =>
      converse({
        input: process.stdin,
        output: process.stderr,
        interrupt: () => interrupted.abort(),
      }),
    entered: (signal: AbortSignal) => enter(process.stdin, signal),
    signal: interrupted.signal,
    uncaught: whenUncaught,
  }),
)
