import { execFile } from 'node:child_process'
import type { Variables } from './reading/fill-in.ts'

/**
 * The output of a command, or the reason for its failure. That reason follows the words "the command" in a message, and
 * contains nothing that the command printed. `stderr` may contain secrets if the command handles any.
 */
export type CommandResult = { stdout: string } | { failure: string; stderr?: string }

export type RunCommand = (
  command: readonly string[],
  options: { cwd: string; input?: string },
) => Promise<CommandResult>

const timeout = 60_000
const maxBuffer = 1024 * 1024

/** Runs commands without a shell. */
export const commandRunner =
  (env: Variables): RunCommand =>
  ([program = '', ...args], { cwd, input }) =>
    new Promise((done) => {
      try {
        const child = execFile(program, args, { cwd, env, timeout, maxBuffer }, (error, stdout, stderr) =>
          done(error ? { failure: whyFailed(error), stderr } : { stdout }),
        )
        // A command may end without reading its input.
        child.stdin?.on('error', () => undefined)
        child.stdin?.end(input ?? '')
      } catch {
        done({ failure: 'could not be started' })
      }
    })

const whyFailed = (error: Error & { code?: unknown; killed?: boolean; signal?: unknown }): string => {
  if (error.code === 'ENOENT') return 'was not found'
  if (error.code === 'EACCES') return 'is not executable'
  if (error.code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') return 'printed more than 1 MiB'
  if (error.killed) return `did not end within ${timeout / 1000} s`
  if (typeof error.code === 'number') return `ended with exit code ${error.code}`
  return typeof error.signal === 'string' ? `was ended by ${error.signal}` : 'could not be started'
}
