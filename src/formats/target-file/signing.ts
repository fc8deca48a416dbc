import { list, mapping, oneOf, ref, text, value } from '../schema.ts'

export const privateKey = value<string | Record<string, unknown>>({
  title: 'a private key: a JWK or PKCS#8 PEM',
  type: ['string', 'object'],
  minLength: 1,
  examples: ['file:client.jwk'],
})

export const keyId = text({
  title: 'the id of the key: printable ASCII',
  description: "Default: the JWK's kid.",
  pattern: '^[\\x20-\\x7e]+$',
  examples: ['client-key-1'],
})

export const alg = text({
  title: 'the name of an algorithm',
  description:
    "Default: the JWK's alg. If the JWK has none and its curve leaves no choice: EdDSA, ES256 or ES384.",
  minLength: 1,
  examples: ['EdDSA'],
})

export const signing = mapping(
  { title: 'a mapping with privateKey and, if needed, keyId and alg' },
  {
    privateKey: ref('privateKey', privateKey),
    'keyId?': ref('keyId', keyId),
    'alg?': ref('alg', alg),
    label: text({
      title: 'a label: lower-case letters, digits and _ - . *, beginning with a letter or *',
      description: 'Label of the signature.',
      pattern: '^[a-z*][a-z0-9_.*-]*$',
      default: 'sig1',
      examples: ['sig1'],
    }),
    components: list(
      {
        title: 'a list of components, each once',
        description: 'Covered components, in order; content-digest is left out if there is no body.',
        uniqueItems: true,
        allOf: [
          {
            title: 'a list that names @method, which every signature has to cover',
            contains: { const: '@method' },
          },
          {
            title: 'a list that names @target-uri, which every signature has to cover',
            contains: { const: '@target-uri' },
          },
          {
            title: 'a list that names authorization, which every signature has to cover',
            contains: { const: 'authorization' },
          },
          {
            title: 'a list that names content-digest, which every signature has to cover',
            contains: { const: 'content-digest' },
          },
        ],
        default: ['@method', '@target-uri', 'authorization', 'content-digest'],
        examples: ['["@method", "@target-uri", authorization, content-digest]'],
      },
      text({
        title: 'a derived component of a request, or the lower-case name of a header',
        pattern: '^(@(method|target-uri|authority|scheme|request-target|path|query)|[a-z0-9][a-z0-9-]*)$',
        examples: ['"@method"'],
      }),
    ),
    parameters: list(
      {
        title: 'a list of signature parameters, each once, keyid among them',
        description: 'Signature parameters, in order.',
        uniqueItems: true,
        contains: { const: 'keyid' },
        default: ['created', 'keyid'],
        examples: ['[created, keyid]'],
      },
      oneOf(['created', 'keyid', 'alg', 'expires', 'nonce', 'tag'], {
        title: 'created, keyid, alg, expires, nonce or tag',
        examples: ['created'],
      }),
    ),
    digest: oneOf(['sha-512', 'sha-256'], {
      title: 'sha-512 or sha-256',
      description: 'Algorithm of Content-Digest.',
      default: 'sha-512',
      examples: ['sha-512'],
    }),
  },
)
