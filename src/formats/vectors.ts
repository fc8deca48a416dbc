import { dictionary, fields, fixed, flag, integer, list, object, ref, text } from './schema.ts'

export const vector = object(
  {
    if: { properties: { accepted: { const: false } } },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { required: ['reason', 'requirement'] },
    else: { properties: { reason: false, requirement: false } },
  },
  {
    id: text({ pattern: '^[a-z0-9]+(-[a-z0-9]+)*$' }),
    title: text(),
    request: object('The request as received, including its signature.', {
      method: text(),
      url: text('The @target-uri.'),
      headers: dictionary('Headers by lower-case name.', text()),
      'body?': text('The body, encoded in UTF-8.'),
    }),
    key: text('The kid of the key that made the signature; the keyid parameter may differ.'),
    label: text(),
    components: list('The covered components, in the order in which they were signed.', text()),
    signatureBase: list(
      {
        description:
          'The lines that were signed, to be joined by a line feed. If the request was altered afterwards, its signature base is different.',
        minItems: 1,
      },
      text(),
    ),
    signature: text('The signature over these lines, in base64.'),
    accepted: flag('Whether a server accepts the signature.'),
    'reason?': text('What is wrong, as `op-conformance verify` says it.'),
    'requirement?': text(
      'The requirement that the request breaks. `op-conformance explain` shows it in full.',
    ),
  },
)

export const vectors = object(
  {
    title: 'Signature vectors of op-conformance',
    description:
      'The output of `op-conformance vectors`: signed requests of the Wallet Address Payments Service, for developers of clients. Within a version, keys may be added, but no key is renamed or given another meaning.',
  },
  {
    version: fixed(1),
    about: text(),
    created: integer('When every signature was created, in seconds since 1970.'),
    keys: list(
      {
        description:
          'Private keys as JWKs. They are public, so use them for tests only. The server of the vectors knows test-key-ed25519.',
        minItems: 1,
      },
      fields({
        kid: text(),
        alg: fixed('EdDSA'),
        kty: fixed('OKP'),
        crv: fixed('Ed25519'),
        x: text(),
        d: text(),
      }),
    ),
    vectors: list({ minItems: 1 }, ref('vector', vector)),
  },
)
