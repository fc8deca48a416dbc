import type { ExchangeEvent } from '../../../src/core/events.ts'

/** Components that a server may demand: those of the interface, of RFC 9421, section 2.2, and of the usual headers. */
const plain = [
  ...['@method', '@target-uri', 'authorization', 'content-digest', 'content-length', 'content-type'],
  ...['@authority', '@scheme', '@request-target', '@path', '@query', 'host', 'date'],
]

/** Returns true for a request with a token that is signed in a usual form, whatever it asks for. */
export function isPlain({ request: { token, altered, signing } }: ExchangeEvent): boolean {
  return (
    token !== undefined &&
    altered === undefined &&
    signing?.components.every((component) => plain.includes(component)) === true
  )
}

/** The time, in milliseconds, after which a server that accepts nothing is taken to accept no token. */
const longestWithout = 1000

/**
 * Tells refusals of one request from those of a time in which the server accepts no token, for example because it cannot
 * ask its authorization server. A refusal at such a time says nothing about the request.
 */
export function createRefusals() {
  let accepted: number | undefined
  let refusals = 0
  return {
    /** Takes the next exchange. Returns true if it is one of several that were refused while none was accepted. */
    take: ({ request, response, at, milliseconds }: ExchangeEvent, isAccepted: boolean): boolean => {
      if (request?.token === undefined) return false
      const sent = Date.parse(at)
      const isLong = accepted !== undefined && sent - accepted > longestWithout
      const isOneOfMany = !isAccepted && isLong && refusals > 0
      if (isAccepted) [accepted, refusals] = [sent + milliseconds, 0]
      else if (response?.status === 401) refusals++
      return isOneOfMany
    },
  }
}
