import { connect } from 'node:net'
import type { Environment } from '../../core/environment.ts'
import { line } from '../../report/text/printable.ts'
import type { Target } from '../../target-file/target.ts'
import type { Io } from '../environment.ts'
import type { Deadline } from './judge.ts'

/** The reason for a wait, and its longest remaining time in milliseconds. */
interface WaitLeft {
  what: string
  left: number
}

/** The interval at which the remaining time is shown, in milliseconds. */
const second = 1000

/**
 * Shows the longest of all waits once a second. Returns a function that begins a wait. That one returns the function
 * that ends it.
 */
export function createWaits(
  show: (wait: WaitLeft) => void,
  { monotonic }: Pick<Environment, 'monotonic'>,
): (wait: WaitLeft) => () => void {
  const open = new Set<{ what: string; until: number }>()
  let timer: NodeJS.Timeout | undefined
  const tick = (): void => {
    const [longest] = [...open].sort((one, other) => other.until - one.until)
    if (longest) show({ what: longest.what, left: Math.max(0, longest.until - monotonic()) })
    else {
      clearInterval(timer)
      timer = undefined
    }
  }
  return ({ what, left }) => {
    const wait = { what, until: monotonic() + left }
    open.add(wait)
    // The timer only shows something, so the process need not stay alive for it.
    timer ??= setInterval(tick, second).unref()
    return () => void open.delete(wait)
  }
}

/** The time between two attempts, in milliseconds. */
const interval = 250

/**
 * Waits until the server, or the proxy before it, accepts connections. If it does not in time, the run itself reports
 * that.
 */
export async function waitForServer(
  { connection }: Pick<Target, 'connection'>,
  { milliseconds, words }: Deadline,
  { stderr, monotonic, wait, signal }: Pick<Io, 'stderr' | 'monotonic' | 'wait' | 'signal'>,
): Promise<void> {
  const url = new URL(connection.proxy ?? connection.url)
  const end = monotonic() + milliseconds
  if (await accepts(url, interval)) return
  stderr.write(line`waiting up to ${words} until ${url.origin} accepts connections\n`)
  while (!signal.aborted && monotonic() < end) {
    await wait(interval)
    if (await accepts(url, Math.max(interval, end - monotonic()))) return
  }
}

/** Returns true if a connection is accepted. Sends nothing. */
const accepts = ({ protocol, hostname, port }: URL, most: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({
      host: hostname.replace(/^\[|\]$/g, ''),
      port: Number(port || (protocol === 'https:' ? 443 : 80)),
      timeout: most,
    })
    const ended = (isOpen: boolean) => (): void => {
      socket.destroy()
      resolve(isOpen)
    }
    socket.once('connect', ended(true)).once('error', ended(false)).once('timeout', ended(false))
  })
