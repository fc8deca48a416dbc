import { constants, verify } from 'node:crypto'
import type { PublicKey } from '../core/request.ts'

/** A signature algorithm that RFC 9421 registers. */
interface SignatureAlgorithm {
  name: string
  /** The length of a signature in bytes, if the algorithm alone determines it. */
  length?: number
  verifies: (key: PublicKey['key'], data: Uint8Array, signature: Uint8Array) => boolean
}

// RFC 9421, 3.3.1 fixes the salt at 64 bytes. OpenSSL signs by default with the longest salt that a key allows, which
// breaks that rule.
const pss = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 64 }

const ed25519: SignatureAlgorithm = {
  name: 'ed25519',
  length: 64,
  verifies: (key, data, signature) => verify(null, data, key, signature),
}

const ecdsa = (name: string, hash: string, length: number): SignatureAlgorithm => ({
  name,
  length,
  verifies: (key, data, signature) => verify(hash, data, { key, dsaEncoding: 'ieee-p1363' }, signature),
})

/** The algorithms, by the JWK name of the key's algorithm. */
const algorithms: ReadonlyMap<string, SignatureAlgorithm> = new Map([
  ['EdDSA', ed25519],
  ['Ed25519', ed25519],
  ['ES256', ecdsa('ecdsa-p256-sha256', 'sha256', 64)],
  ['ES384', ecdsa('ecdsa-p384-sha384', 'sha384', 96)],
  [
    'PS512',
    {
      name: 'rsa-pss-sha512',
      verifies: (key, data, signature) => verify('sha512', data, { key, ...pss }, signature),
    },
  ],
  [
    'RS256',
    { name: 'rsa-v1_5-sha256', verifies: (key, data, signature) => verify('sha256', data, key, signature) },
  ],
])

/** The name that RFC 9421 gives to the algorithm of a key, or `undefined` if it registers none. */
export function registeredName({ alg }: PublicKey): string | undefined {
  return algorithms.get(alg)?.name
}

/** Says why a signature is invalid, in words that follow "signature sig1". `undefined` if it is valid. */
export function flawOf(
  signature: Uint8Array,
  base: string,
  { keyId, alg, key }: PublicKey,
): string | undefined {
  const algorithm = algorithms.get(alg)
  if (!algorithm) return `cannot be verified: key "${keyId}" is for ${alg}, which RFC 9421 does not register`
  const { name, length = signature.length } = algorithm
  if (signature.length !== length) {
    return `has ${signature.length} bytes, but ${name} signatures have ${length}${hint(name)}`
  }
  // Each character stands for one received byte, so this restores the received bytes.
  const data = Buffer.from(base, 'latin1')
  if (!verified(() => algorithm.verifies(key, data, signature))) {
    return `does not verify with key "${keyId}" (${name}) over the signature base of the received request`
  }
  return undefined
}

const hint = (name: string): string => (name.startsWith('ecdsa') ? ' (r and s concatenated, not DER)' : '')

/** Counts an error as a failed verification: node:crypto throws if the type of a key does not fit its algorithm. */
const verified = (check: () => boolean): boolean => {
  try {
    return check()
  } catch {
    return false
  }
}
