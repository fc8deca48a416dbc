import { converse } from '../app/conversation.ts'
import { inThisProcess } from '../app/environment.ts'
import { run } from './run.ts'

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
    signal: interrupted.signal,
  }),
)
