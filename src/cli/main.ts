import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { inThisProcess } from '../app/environment.ts'
import { exit } from '../app/exit.ts'
import { machineFlaw } from '../app/files.ts'
import { converse, type Questioner } from '../app/requests/conversation.ts'
import { run } from './run.ts'

/** Waits for the next line of a person at a terminal. A pipe has no line to wait for. */
const enter = (input: typeof process.stdin, signal: AbortSignal): Promise<unknown> => {
  if (!input.isTTY) return new Promise(() => {})
  const lines = createInterface({ input })
  signal.addEventListener('abort', () => lines.close(), { once: true })
  return once(lines, 'line', { signal }).catch(() => undefined)
}

/** The milliseconds that a command may take to revoke its tokens, close its record and write its reports. */
const graceful = 60_000

const interrupted = new AbortController()
const endWith = (code: number): void => {
  interrupted.abort()
  // The timer ends the process if the command waits for something that never comes.
  setTimeout(() => process.exit(code), graceful).unref()
}
const interrupt = (): void => endWith(exit.interrupted)
process.once('SIGINT', interrupt)
process.once('SIGTERM', interrupt)

/** Starts a conversation at the terminal. It stops waiting for the person once the command is interrupted. */
const conversation = (): Questioner => {
  const { signal } = interrupted
  const asking = converse({ input: process.stdin, output: process.stderr, interrupt })
  signal.addEventListener('abort', asking.close, { once: true })
  return asking
}

/**
 * Interrupts the command after an error that nobody caught, and if nothing is left that could continue it, so that it
 * ends in order.
 */
const whenUncaught = (told: (error: unknown) => void): void => {
  const stop = (error: unknown): void => {
    told(error)
    process.exitCode = exit.ourFault
    endWith(exit.ourFault)
  }
  process.on('uncaughtException', stop)
  process.once('beforeExit', () => stop(new Error('the command waits for something that never comes')))
}

let isCutOff = false
// The reader may stop reading: `op-conformance list | head`. A full disk causes the same error.
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
process.removeAllListeners('beforeExit')
// A stream reports an error in the turn after the write.
setImmediate(() => {
  process.exitCode = isCutOff && code === exit.fine ? exit.badInput : code
})
