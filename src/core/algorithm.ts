import { constants, createHmac, type KeyObject, sign, timingSafeEqual, verify } from 'node:crypto'

/** A signature algorithm of RFC 9421, listed by its name there. */
interface Algorithm {
  /** The algorithm's name in a JWK. */
  jwk: string
  /** The keys that the algorithm takes, in words and as a test. */
  takes: string
  fits: (key: KeyObject) => boolean
  /** The length of a signature in bytes, if the algorithm alone determines it. */
  length?: number
  sign: (data: Uint8Array, key: KeyObject) => Buffer
  /** Verifies a signature with a public key, or with the shared secret. */
  verify: (data: Uint8Array, key: KeyObject, signature: Uint8Array) => boolean
}

const rsa = (key: KeyObject): boolean => key.asymmetricKeyType === 'rsa'
const curve = (key: KeyObject, name: string): boolean => key.asymmetricKeyDetails?.namedCurve === name

const hmac = (data: Uint8Array, key: KeyObject): Buffer => createHmac('sha256', key).update(data).digest()
/** Parameters of RSASSA-PSS. RFC 9421 wants a salt of 64 bytes; Node's own signers use the longest possible one. */
const pss = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 64 }

export const algorithms: Readonly<Record<string, Algorithm>> = {
  ed25519: {
    jwk: 'EdDSA',
    takes: 'an Ed25519 key',
    fits: (key) => key.asymmetricKeyType === 'ed25519',
    length: 64,
    sign: (data, key) => sign(null, data, key),
    verify: (data, key, signature) => verify(null, data, key, signature),
  },
  'ecdsa-p256-sha256': {
    jwk: 'ES256',
    takes: 'an EC key on P-256',
    fits: (key) => curve(key, 'prime256v1'),
    length: 64,
    sign: (data, key) => sign('sha256', data, { key, dsaEncoding: 'ieee-p1363' }),
    verify: (data, key, signature) => verify('sha256', data, { key, dsaEncoding: 'ieee-p1363' }, signature),
  },
  'ecdsa-p384-sha384': {
    jwk: 'ES384',
    takes: 'an EC key on P-384',
    fits: (key) => curve(key, 'secp384r1'),
    length: 96,
    sign: (data, key) => sign('sha384', data, { key, dsaEncoding: 'ieee-p1363' }),
    verify: (data, key, signature) => verify('sha384', data, { key, dsaEncoding: 'ieee-p1363' }, signature),
  },
  'rsa-pss-sha512': {
    jwk: 'PS512',
    takes: 'an RSA key',
    fits: (key) => rsa(key) || key.asymmetricKeyType === 'rsa-pss',
    sign: (data, key) => sign('sha512', data, { key, ...pss }),
    verify: (data, key, signature) => verify('sha512', data, { key, ...pss }, signature),
  },
  'rsa-v1_5-sha256': {
    jwk: 'RS256',
    takes: 'an RSA key',
    fits: rsa,
    sign: (data, key) => sign('sha256', data, { key, padding: constants.RSA_PKCS1_PADDING }),
    verify: (data, key, signature) =>
      verify('sha256', data, { key, padding: constants.RSA_PKCS1_PADDING }, signature),
  },
  'hmac-sha256': {
    jwk: 'HS256',
    takes: 'a shared secret',
    fits: (key) => key.type === 'secret',
    length: 32,
    sign: (data, key) => hmac(data, key),
    verify: (data, key, signature) => {
      const right = hmac(data, key)
      return signature.length === right.length && timingSafeEqual(signature, right)
    },
  },
}

/**
 * Returns the name of an algorithm in RFC 9421, given that name or the one in a JWK. Undefined if RFC 9421 has none.
 */
export function algorithmName(alg: string): string | undefined {
  return Object.keys(algorithms).find((name) => name === alg || algorithms[name]?.jwk === alg)
}
