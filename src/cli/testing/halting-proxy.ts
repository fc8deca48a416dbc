import type { IncomingMessage } from 'node:http'
import { relay } from './relay.ts'

/** A proxy in front of a server. */
export interface HaltingProxy {
  url: string
  /** Resolves with the first request that is not answered. */
  halted: Promise<void>
}

/**
 * Passes this many requests on to a server, and calls `afterwards` for each later one, which by default does nothing.
 */
export async function haltingProxy(
  server: string,
  passes: number,
  afterwards: (incoming: IncomingMessage) => void = () => undefined,
): Promise<HaltingProxy> {
  let halt = (): void => {}
  const halted = new Promise<void>((resolve) => {
    halt = resolve
  })
  const url = await relay(server, (incoming, _, number) => {
    if (number <= passes) return false
    afterwards(incoming)
    halt()
    return true
  })
  return { url, halted }
}
