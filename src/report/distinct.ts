import { createHash } from 'node:crypto'
import type { RecordedRequest } from '../core/events.ts'
import { contentDigest } from '../http/request/digest.ts'

/** Counts the requests that differ from each other. Keeps one hash per request. */
export interface Distinct {
  add: (request: RecordedRequest) => void
  count: () => number
}

/**
 * Compares requests by method, target, headers and body. Ignores the signature and its parameters, which are new each
 * time, and a digest that follows from the body.
 */
export function createDistinct(): Distinct {
  const seen = new Set<string>()
  return {
    add: (request) => seen.add(hashOf(request)),
    count: () => seen.size,
  }
}

const hashOf = ({ method, url, headers, body }: RecordedRequest): string => {
  const { signature: _, 'signature-input': __, 'content-digest': digest, ...others } = headers
  const own = digest !== undefined && !followsFrom(body ?? '', digest) ? [digest] : []
  const told = JSON.stringify([method, url, Object.entries(others).sort(), body, own])
  return createHash('sha256').update(told).digest('base64').slice(0, 16)
}

const followsFrom = (body: string, digest: string): boolean => {
  const bytes = Buffer.from(body)
  return digest
    .split(',')
    .map((member) => member.trim())
    .every((member) => [contentDigest(bytes, 'sha-512'), contentDigest(bytes, 'sha-256')].includes(member))
}
