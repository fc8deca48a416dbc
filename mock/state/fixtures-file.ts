import { type Static, type TProperties, type TSchema, Type } from 'typebox'
import { receiverKinds } from './resources.ts'

// Describes a fixtures file, version 1. `npm run schemas` makes spec/schemas/fixtures.json of it.

type SchemaWords = Readonly<Record<string, unknown>>

const { Optional: optional, String: text, Integer: integer, Boolean: flag } = Type

const mapping = <P extends TProperties>(words: SchemaWords, properties: P) =>
  Type.Object(properties, { ...words, additionalProperties: false })

const list = <V extends TSchema>(words: SchemaWords, items: V) =>
  Type.Unsafe<ReadonlyArray<Static<V>>>({ type: 'array', ...words, items })

const oneOf = <V extends string>(values: readonly V[], words: SchemaWords) =>
  Type.Unsafe<V>({ enum: values, ...words })

const ref = <S extends TSchema>(name: string, _definition: S, words: SchemaWords = {}) =>
  Type.Unsafe<Static<S>>({ $ref: `#/$defs/${name}`, ...words })

const value = <V>(words: SchemaWords) => Type.Unsafe<V>(words)

const assetCode = text({
  title: 'the code of an asset: letters and digits',
  pattern: '^[A-Za-z0-9]{1,20}$',
  examples: ['USD'],
})

const asset = mapping(
  { title: 'a mapping with assetCode, assetScale and rate' },
  {
    assetCode: ref('assetCode', assetCode),
    assetScale: integer({ title: 'a whole number from 0 to 255', minimum: 0, maximum: 255, examples: [2] }),
    rate: text({
      title: 'a decimal number or a fraction in quotes, more than 0',
      description: 'The value of one whole unit in the currency in which all rates are stated.',
      pattern: '^(?=.*[1-9])[0-9]{1,18}([.][0-9]{1,18}|/[1-9][0-9]{0,17})?$',
      examples: ['"1.08"'],
    }),
  },
)

const base64url = text({ title: 'base64url text', pattern: '^[A-Za-z0-9_-]+$' })

const privateMember = value<string>({ title: 'the public half of the key alone', not: {} })

// The types are those of node:crypto, which leaves every member of a JWK a string.
const key = mapping(
  {
    title: 'a public JWK, or a mapping with kid alone',
    description:
      'If only kid is given, the mock generates the key, and --write-target writes its private half.',
    dependentRequired: { alg: ['kty'], crv: ['kty'], x: ['kty'], y: ['kty'], n: ['kty'], e: ['kty'] },
  },
  {
    kid: text({
      title: 'the name of a key: printable ASCII',
      pattern: '^[\\x21-\\x7e]([\\x20-\\x7e]*[\\x21-\\x7e])?$',
      examples: ['client-key-1'],
    }),
    kty: optional(value<string>({ title: 'OKP, EC or RSA', enum: ['OKP', 'EC', 'RSA'], examples: ['OKP'] })),
    alg: optional(
      value<string | undefined>({
        title: 'EdDSA, ES256, ES384, PS512 or RS256',
        description: 'Default: determined by the curve. Required for an RSA key.',
        enum: ['EdDSA', 'Ed25519', 'ES256', 'ES384', 'PS512', 'RS256'],
        examples: ['EdDSA'],
      }),
    ),
    crv: optional(
      value<string>({
        title: 'Ed25519, P-256 or P-384',
        enum: ['Ed25519', 'P-256', 'P-384'],
        examples: ['Ed25519'],
      }),
    ),
    x: optional(ref('base64url', base64url)),
    y: optional(ref('base64url', base64url)),
    n: optional(ref('base64url', base64url)),
    e: optional(ref('base64url', base64url)),
    use: optional(value<'sig'>({ title: 'sig', const: 'sig', examples: ['sig'] })),
    key_ops: optional(
      list({ title: 'a list of key operations' }, text({ title: 'the name of a key operation' })),
    ),
    d: optional(ref('private', privateMember)),
    p: optional(ref('private', privateMember)),
    q: optional(ref('private', privateMember)),
    dp: optional(ref('private', privateMember)),
    dq: optional(ref('private', privateMember)),
    qi: optional(ref('private', privateMember)),
    k: optional(ref('private', privateMember)),
  },
)

const wallet = mapping(
  { title: 'a mapping with name and assetCode' },
  {
    name: text({
      title:
        'a name of letters, digits and . _ -, other than quotes, incoming-payments, outgoing-payments and auth',
      description: 'Last segment of the wallet address.',
      pattern: '^(?!(quotes|incoming-payments|outgoing-payments|auth)$)[A-Za-z0-9][A-Za-z0-9._-]{0,79}$',
      examples: ['alice'],
    }),
    assetCode: ref('assetCode', assetCode),
    history: optional(
      flag({
        title: 'true or false',
        description:
          'Whether the wallet has paid before: once into the first completed and once into the first failing receiver in its asset.',
        examples: [true],
      }),
    ),
  },
)

const walletName = text({ title: 'the name of a wallet of this file', examples: ['alice'] })

const duration = text({
  title: 'a whole number with its unit, ms, s, m, h or d, with - before it for what has passed',
  pattern: '^-?((0|[1-9][0-9]{0,8})(ms|s|m)|(0|[1-9][0-9]{0,6})h|(0|[1-9][0-9]{0,4})d)$',
  examples: ['600s'],
})

const amountValue = text({
  title: 'digits in quotes, at most 18446744073709551615',
  format: 'uint64',
  pattern: '^(0|[1-9][0-9]{0,19})$',
  examples: ['"500"'],
})

const token = mapping(
  {
    title:
      'a mapping with wallets and, if wanted, value, key, rights, ownOnly, expiresIn, revoked, rotated, debitLimit, receiveLimit, interval and receiver',
  },
  {
    value: optional(
      text({
        title: 'an access token: printable ASCII without spaces',
        description: 'Default: generated by the mock.',
        pattern: '^[\\x21-\\x7e]+$',
      }),
    ),
    key: optional(text({ title: 'the kid of a key of this file', examples: ['client-key-1'] })),
    wallets: list(
      {
        title: 'a list of names of wallets',
        description:
          'The wallets that the token is for. If a request does not name a wallet, the first is meant.',
        minItems: 1,
        uniqueItems: true,
        examples: ['[alice]'],
      },
      ref('walletName', walletName),
    ),
    rights: optional(
      list(
        {
          title: 'a list of create and read',
          description: 'Default: both.',
          uniqueItems: true,
          examples: ['[read]'],
        },
        oneOf(['create', 'read'], { title: 'create or read' }),
      ),
    ),
    ownOnly: optional(
      flag({
        title: 'true or false',
        description: 'Whether the token reads and lists only what its own client created.',
        examples: [true],
      }),
    ),
    expiresIn: optional(ref('duration', duration)),
    revoked: optional(flag({ title: 'true or false', examples: [true] })),
    rotated: optional(
      flag({
        title: 'true or false',
        description: 'Whether another value has taken its place.',
        examples: [true],
      }),
    ),
    debitLimit: optional(
      ref('value', amountValue, {
        description: 'The maximum amount that all payments with this token may debit.',
      }),
    ),
    receiveLimit: optional(
      ref('value', amountValue, {
        description:
          'The maximum amount that the receivers of all payments with this token may get, in the asset of its first wallet.',
      }),
    ),
    interval: optional(
      text({
        title: 'an ISO 8601 repeating interval',
        description: 'In each of its periods, debitLimit and receiveLimit apply anew.',
        pattern: '^R(-1|[0-9]{0,9})/[^/]+/[^/]+$',
        examples: ['R/2026-01-01T00:00:00Z/P1M'],
      }),
    ),
    receiver: optional(
      oneOf(receiverKinds, {
        title: 'a kind of receiver',
        description:
          'The token may pay only into the first receiver of this kind on another wallet in the same asset.',
        examples: ['open'],
      }),
    ),
  },
)

const id = text({
  title: 'a UUID of version 4 in small letters',
  description: 'Last segment of the URL. Default: generated by the mock.',
  pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$',
  examples: ['1b4d6f0a-52c3-4e8e-9d1f-0a2b3c4d5e6f'],
})

const metadata = value<Record<string, unknown>>({ title: 'a mapping', type: 'object' })

const payment = {
  wallet: ref('walletName', walletName),
  id: optional(ref('id', id)),
  incomingAmount: optional(ref('value', amountValue)),
  receivedAmount: optional(ref('value', amountValue)),
  completed: optional(flag({ title: 'true or false', examples: [true] })),
  expiresIn: optional(ref('duration', duration)),
  metadata: optional(ref('metadata', metadata)),
}

const incomingPayment = mapping(
  {
    title:
      'a mapping with wallet and, if wanted, id, incomingAmount, receivedAmount, completed, expiresIn and metadata',
  },
  payment,
)

const receiver = mapping(
  {
    title:
      'a mapping with wallet, kind and, if wanted, id, incomingAmount, receivedAmount, completed, expiresIn and metadata',
  },
  {
    kind: oneOf(receiverKinds, {
      title: 'open, fixed, otherAsset, expiring, expired, completed or failing',
      description: 'The use of the incoming payment decides the values that are not given.',
      examples: ['open'],
    }),
    ...payment,
  },
)

const fixtures = mapping(
  {
    title: 'a mapping of keys such as version, wallets and receivers',
    description:
      "The contents of a mock at its start, version 1: op-conformance mock --fixtures FILE, YAML or JSON. All amounts are in the smallest unit of the asset of their wallet. All times count from the start of the mock's clock.",
  },
  {
    version: value<1>({
      title: 'the number 1',
      const: 1,
      description: 'Version of the format. Within a version, no key is renamed or given another meaning.',
      examples: [1],
    }),
    assets: optional(
      list(
        {
          title: 'a list of assets',
          description: 'Default: the built-in USD, JPY, BHD and XAU.',
          minItems: 1,
        },
        ref('asset', asset),
      ),
    ),
    keys: optional(
      list(
        {
          title: 'a list of public JWKs, or of mappings with kid alone',
          description:
            'The keys of all clients. Tokens that do not name a key use the first. Default: three keys that the mock generates.',
          minItems: 1,
        },
        ref('key', key),
      ),
    ),
    wallets: list(
      {
        title: 'a list of wallets',
        description: 'The first is the one under test.',
        minItems: 1,
        examples: ['[{ name: alice, assetCode: USD }]'],
      },
      ref('wallet', wallet),
    ),
    tokens: optional(
      list(
        {
          title: 'a list of access tokens',
          description:
            'Default: one token of each kind for every wallet. If a wallet has no token with all rights, the mock generates one.',
        },
        ref('token', token),
      ),
    ),
    receivers: optional(
      list(
        { title: 'a list of receivers', description: 'Incoming payments to pay into, by kind.' },
        ref('receiver', receiver),
      ),
    ),
    incomingPayments: optional(
      list(
        { title: 'a list of incoming payments', description: 'Incoming payments to read and list.' },
        ref('incomingPayment', incomingPayment),
      ),
    ),
  },
)

const definitions = {
  asset,
  assetCode,
  key,
  base64url,
  private: privateMember,
  wallet,
  walletName,
  token,
  receiver,
  incomingPayment,
  id,
  value: amountValue,
  duration,
  metadata,
}

/** The schema of a fixtures file, as it is published. */
export const fixturesSchema: object = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'urn:open-payments-conformance:fixtures:1',
  ...fixtures,
  $defs: definitions,
}

export type FixturesFile = Static<typeof fixtures>
