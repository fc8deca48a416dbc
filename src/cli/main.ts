import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { converse } from '../app/conversation.ts'
import { inThisProcess } from '../app/environment.ts'
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
  }),
)
