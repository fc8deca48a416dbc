import {
  constants,
  createHmac,
  type KeyObject,
  type SignKeyObjectInput,
  sign,
  timingSafeEqual,
  verify,
} from 'node:crypto'

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
const hmac = (data: Uint8Array, key: KeyObject): Buffer => createHmac('sha256', key).update(data).digest()
/** Parameters of RSASSA-PSS. RFC 9421 wants a salt of 64 bytes; Node's own signers use the longest possible one. */
const pss = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 64 }

/** An algorithm that signs the hash of the data, with these options of Node's signers. */
const hashing = (
  jwk: string,
  hash: string,
  options: Omit<SignKeyObjectInput, 'key'>,
): Pick<Algorithm, 'jwk' | 'sign' | 'verify'> => ({
  jwk,
  sign: (data, key) => sign(hash, data, { key, ...options }),
  verify: (data, key, signature) => verify(hash, data, { key, ...options }, signature),
})

const ecdsa = (jwk: string, curve: string, named: string, hash: string, length: number): Algorithm => ({
  ...hashing(jwk, hash, { dsaEncoding: 'ieee-p1363' }),
  takes: `an EC key on ${curve}`,
  fits: (key) => key.asymmetricKeyDetails?.namedCurve === named,
  length,
})

export const algorithms: Readonly<Record<string, Algorithm>> = {
  ed25519: {
    jwk: 'EdDSA',
    takes: 'an Ed25519 key',
    fits: (key) => key.asymmetricKeyType === 'ed25519',
    length: 64,
    sign: (data, key) => sign(null, data, key),
    verify: (data, key, signature) => verify(null, data, key, signature),
  },
  'ecdsa-p256-sha256': ecdsa('ES256', 'P-256', 'prime256v1', 'sha256', 64),
  'ecdsa-p384-sha384': ecdsa('ES384', 'P-384', 'secp384r1', 'sha384', 96),
  'rsa-pss-sha512': {
    ...hashing('PS512', 'sha512', pss),
    takes: 'an RSA key',
    fits: (key) => rsa(key) || key.asymmetricKeyType === 'rsa-pss',
  },
  'rsa-v1_5-sha256': {
    ...hashing('RS256', 'sha256', { padding: constants.RSA_PKCS1_PADDING }),
    takes: 'an RSA key',
    fits: rsa,
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
