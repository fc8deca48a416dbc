import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

/** The built command line; `npm run build` makes it. */
export const built = [
  process.execPath,
  fileURLToPath(new URL('../../../dist/src/cli/main.js', import.meta.url)),
]

/** A command line in a process of its own, which ends with the test. */
export interface Process {
  /** Returns the output so far. */
  stdout: () => string
  stderr: () => string
  /** Waits until standard output matches. Resolves with the first group. */
  says: (pattern: RegExp) => Promise<string>
  /** Waits until standard error matches. Resolves with the first group. */
  saysAside: (pattern: RegExp) => Promise<string>
  interrupt: () => void
  send: (signal: NodeJS.Signals) => void
  /** Ends the process at once: kill -9. */
  kill: () => void
  /** Closes the process's standard output, as `| head` does. */
  stopReading: () => void
  /** The exit code, once all output has arrived. */
  ended: Promise<number | null>
}

export interface Where {
  cwd: string
  /** The command to run instead of the built command line. */
  command?: readonly string[]
  /** Variables in addition to those that every command gets. */
  env?: Readonly<Record<string, string>>
  /** `open`: the process's standard input has no end, and nobody writes to it. */
  input?: 'none' | 'open'
}

/** The environment of a terminal that allows colour. The only sign against colour is that there is no terminal. */
const { PATH, HOME, SystemRoot, TEMP, USERPROFILE } = process.env
const environment = { PATH, HOME, SystemRoot, TEMP, USERPROFILE, TERM: 'xterm-256color' }

export function start(
  args: readonly string[],
  { cwd, command = built, env = {}, input = 'none' }: Where,
): Process {
  const [file = '', ...before] = command
  const child = spawn(file, [...before, ...args], {
    cwd,
    env: { ...environment, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  if (input === 'none') child.stdin.end()
  const stdout = gathered(child.stdout)
  const stderr = gathered(child.stderr)
  const ended = once(child, 'close').then(([code]) => code)
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  return {
    stdout: stdout.text,
    stderr: stderr.text,
    says: (pattern) => said(child, stdout, pattern, stderr.text),
    saysAside: (pattern) => said(child, stderr, pattern, stderr.text),
    interrupt: () => child.kill('SIGINT'),
    send: (signal) => child.kill(signal),
    kill: () => child.kill('SIGKILL'),
    stopReading: () => child.stdout.destroy(),
    ended,
  }
}

interface Gathered {
  text: () => string
  stream: NodeJS.ReadableStream
}

const gathered = (stream: NodeJS.ReadableStream): Gathered => {
  let text = ''
  stream.setEncoding('utf8').on('data', (piece) => {
    text += piece
  })
  return { text: () => text, stream }
}

const said = (child: ChildProcess, { text, stream }: Gathered, pattern: RegExp, stderr: () => string) =>
  new Promise<string>((resolve, reject) => {
    const look = () => {
      const [all, group = all] = pattern.exec(text()) ?? []
      if (group !== undefined) resolve(group)
    }
    child.once('close', (code) =>
      reject(new Error(`ended with ${code} before it said ${pattern}: ${stderr()}`)),
    )
    stream.on('data', look)
    look()
  })
