import { connect } from 'node:net'
import { line } from '../../report/text/printable.ts'
import type { Target } from '../../target-file/target.ts'
import type { Io } from '../environment.ts'
import type { Deadline } from './judge.ts'

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
