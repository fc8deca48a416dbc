import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { inThisProcess } from '../app/environment.ts'
import { exit } from '../app/exit.ts'
import { machineFlaw } from '../app/files.ts'
import { converse, type Questioner } from '../app/requests/conversation.ts'
import { run } from './run.ts'

/** The next line of whoever sits there; of a pipe there is none to wait for. */
const enter = (input: typeof process.stdin, signal: AbortSignal): Promise<unknown> => {
  if (!input.isTTY) return new Promise(() => {})
  const lines = createInterface({ input })
  signal.addEventListener('abort', () => lines.close(), { once: true })
  return once(lines, 'line', { signal }).catch(() => undefined)
}

/** How long a command may take to revoke its tokens, to close its record and to write its reports. */
const graceful = 60_000

const interrupted = new AbortController()
const interrupt = (): void => {
  interrupted.abort()
  setTimeout(() => process.exit(exit.interrupted), graceful).unref()
}
process.once('SIGINT', interrupt)
process.once('SIGTERM', interrupt)

/** Whoever sits there is not waited for once the command is interrupted. */
const conversation = (): Questioner => {
  const { signal } = interrupted
  const asking = converse({ input: process.stdin, output: process.stderr, interrupt })
  signal.addEventListener('abort', asking.close, { once: true })
  return asking
}

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

let isCutOff = false
// Whoever reads may stop reading: `op-conformance list | head`. A disk that is full reads nothing either.
process.stdout.on('error', (error) => {
  if (isCutOff || machineFlaw(error) === undefined) return
  isCutOff = true
  process.stderr.write(
    `Standard output cannot be written (${machineFlaw(error)}); make room, or write elsewhere\n`,
  )
})
process.stderr.on('error', () => undefined)

const code = await run(
  process.argv.slice(2),
  inThisProcess({
    stdout: process.stdout,
    stderr: process.stderr,
    env: process.env,
    cwd: process.cwd(),
    converse: conversation,
    entered: (signal: AbortSignal) => enter(process.stdin, signal),
    signal: interrupted.signal,
    uncaught: whenUncaught,
  }),
)
// An error of a stream is told in the turn after its write.
setImmediate(() => {
  process.exitCode = isCutOff && code === exit.fine ? exit.badInput : code
})
