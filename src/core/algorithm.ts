import { constants, createHmac, type KeyObject, sign, timingSafeEqual, verify } from 'node:crypto'

/** A signature algorithm of RFC 9421, by its name there. */
interface Algorithm {
  /** Its name in a JWK. */
  jwk: string
  /** The keys it takes, in words and as a test. */
  takes: string
  fits: (key: KeyObject) => boolean
  /** Length of a signature in bytes, where the algorithm alone decides it. */
  length?: number
  sign: (data: Uint8Array, key: KeyObject) => Buffer
  /** By a public key, or the secret that is shared. */
  verify: (data: Uint8Array, key: KeyObject, signature: Uint8Array) => boolean
}

const rsa = (key: KeyObject): boolean => key.asymmetricKeyType === 'rsa'
const curve = (key: KeyObject, name: string): boolean => key.asymmetricKeyDetails?.namedCurve === name

const hmac = (data: Uint8Array, key: KeyObject): Buffer => createHmac('sha256', key).update(data).digest()
/** The library's own signers leave the salt of RSASSA-PSS at its longest; RFC 9421 says 64 bytes. */
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

/** The name that RFC 9421 has for an algorithm, given that or the name in a JWK; undefined where it has none. */
export function algorithmName(alg: string): string | undefined {
  return Object.keys(algorithms).find((name) => name === alg || algorithms[name]?.jwk === alg)
}
