import { dictionary, flag, mapping, ref, text, value } from '../schema.ts'
import { origin } from './values.ts'

export const connectUrlsEntry = dictionary(
  {
    title: 'a mapping of origins to origins',
    description:
      'Where requests to an origin are sent instead, whichever server it is: of wallet addresses, of the authorization server, of this one. The signed URL and Host stay the same.',
    default: {},
  },
  ref('origin', origin),
  ref('origin', origin),
)

export const headersEntry = dictionary(
  {
    title: 'a mapping of header names to texts',
    description:
      'Added to every request to the origin of baseUrl, not covered by the signature, redacted in reports.',
    default: {},
  },
  text({
    title: 'the value of a header: one line of text in quotes',
    pattern: '^[\\t\\x20-\\x7e\\x80-\\xff]+$',
    examples: ['"0123"'],
  }),
  value<string>({
    title: 'the name of a header',
    pattern: "^[A-Za-z0-9!#$%&'*+.^_`|~-]+$",
    examples: ['x-api-key'],
  }),
)

export const tlsEntry = mapping(
  {
    title: 'a mapping with ca, cert, key or verify',
    description: 'How TLS connections are made.',
    default: {},
    dependentRequired: { cert: ['key'], key: ['cert'] },
  },
  {
    'ca?': text({
      title: 'certificates in PEM, or file:PATH',
      description: 'Trusted instead of the usual certificate authorities.',
      pattern: '-----BEGIN CERTIFICATE-----',
      examples: ['file:ca.pem'],
    }),
    'cert?': text({
      title: 'a certificate in PEM, or file:PATH',
      description: "The harness's own certificate.",
      pattern: '-----BEGIN CERTIFICATE-----',
      examples: ['file:client.pem'],
    }),
    'key?': text({
      title: 'a private key in PEM, or file:PATH',
      description: 'The key of cert.',
      pattern: '-----BEGIN [A-Z ]*KEY-----',
      examples: ['file:client-key.pem'],
    }),
    verify: flag({
      title: 'true or false',
      description: "false turns off the verification of the server's certificate.",
      default: true,
      examples: [true],
    }),
  },
)

export const proxyEntry = text({
  title: 'the http or https URL of a proxy',
  description: 'Default: the usual environment variables. NO_PROXY applies.',
  format: 'uri',
  pattern: '^https?://([^@/\\s]+@)?([A-Za-z0-9._~-]+|\\[[0-9A-Fa-f:.]+\\])(:[0-9]{1,5})?/?$',
  examples: ['http://proxy.example:3128'],
})
