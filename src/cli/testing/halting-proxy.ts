import type { IncomingMessage } from 'node:http'
import { relay } from './relay.ts'

/** Stands before a server. */
export interface HaltingProxy {
  url: string
  /** Resolves with the first request that is not answered any more. */
  halted: Promise<void>
}

/** Passes on so many requests to a server; after them it does `afterwards` with each, by default nothing. */
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
