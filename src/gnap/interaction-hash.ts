import { hash } from 'node:crypto'

/** The input of the hash of a finished interaction (RFC 9635, section 4.2.3). */
export interface Interacted {
  clientNonce: string
  serverNonce: string
  reference: string
  /** URL of the grant request. */
  endpoint: string
}

const algorithms = { 'sha-256': 'sha256', 'sha-512': 'sha512', 'sha3-512': 'sha3-512' }
type HashName = keyof typeof algorithms

const encodings: Readonly<Record<string, (bytes: Buffer) => string>> = {
  'base64url without padding': (bytes) => bytes.toString('base64url'),
  'base64 with padding': (bytes) => bytes.toString('base64'),
  'base64 without padding': (bytes) => bytes.toString('base64').replace(/=+$/, ''),
  'base64url with padding': (bytes) => bytes.toString('base64').replaceAll('+', '-').replaceAll('/', '_'),
  hexadecimal: (bytes) => bytes.toString('hex'),
}

interface Way {
  algorithm: string
  encoding: string
  endpoint: string
}

/**
 * Judges the hash of an interaction. Returns `right` if it is correct, a description of the difference if it is made in
 * another known way, or undefined if it is not a hash of this interaction.
 */
export function judgeHash(hash: string, interacted: Interacted): 'right' | string | undefined {
  const [standard, ...others] = waysOf(interacted)
  const isBy = (way: Way): boolean => hash === hashBy(way, interacted)
  if (standard && isBy(standard)) return 'right'
  const way = others.find(isBy)
  return way && inWords(way, interacted)
}

/** Lists all known ways to make the hash. The first one is that of the RFC. */
const waysOf = ({ endpoint }: Interacted): Way[] => {
  const other = endpoint.endsWith('/') ? endpoint.slice(0, -1) : `${endpoint}/`
  return [endpoint, other].flatMap((endpoint) =>
    (Object.keys(algorithms) as HashName[]).flatMap((algorithm) =>
      Object.keys(encodings).map((encoding) => ({ algorithm, encoding, endpoint })),
    ),
  )
}

const hashBy = ({ algorithm, encoding, endpoint }: Way, interacted: Interacted): string | undefined => {
  const { clientNonce, serverNonce, reference } = interacted
  const text = [clientNonce, serverNonce, reference, endpoint].join('\n')
  return encodings[encoding]?.(hash(algorithms[algorithm as HashName], text, 'buffer'))
}

const inWords = ({ algorithm, encoding, endpoint }: Way, asked: Interacted): string =>
  [
    ...(algorithm === 'sha-256' ? [] : [`${algorithm} instead of sha-256`]),
    ...(encoding === 'base64url without padding' ? [] : [`${encoding} instead of base64url without padding`]),
    ...(endpoint === asked.endpoint ? [] : [`over ${endpoint} instead of ${asked.endpoint}`]),
  ].join(', ')
