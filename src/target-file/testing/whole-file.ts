import { ed25519, jwkOf, pemOf } from './keys.ts'

const client = ed25519()

/** A target file that uses every key, with the files that it names and its environment. */
export const wholeFile = {
  key: client,
  env: {
    GATEWAY_KEY: 'gateway-s3cret',
    OP_PRIVATE_KEY: pemOf(client),
    OP_TOKEN: 'full-s3cret',
    OP_TOKEN_READ: 'read-s3cret',
    OP_TOKEN_LIMITED: 'limited-s3cret',
    OP_TOKEN_CLIENT2: 'client2-s3cret',
    OP_TOKEN_BOB: 'bob-s3cret',
    OP_TOKEN_CAROL: 'carol-s3cret',
  },
  files: {
    'other.jwk': JSON.stringify(jwkOf(ed25519(), { kid: 'other-1', alg: 'EdDSA' })),
    'client2.jwk': JSON.stringify(jwkOf(ed25519(), { kid: 'client-2' })),
    'token.txt': 'write-s3cret\n',
    'token.mjs': 'process.stdout.write("revoked-s3cret\\n")',
  },
  /* biome-ignore-start lint/suspicious/noTemplateCurlyInString: the target file's own notation */
  text: `version: 1
name: my-wallet
profile: interface
profileOverrides:
  authorizationScheme: Bearer
baseUrl: https://wallet.example/op/
walletAddress: https://wallet.example/alice
walletAsset:
  assetCode: USD
  assetScale: 2
connectUrl: http://127.0.0.1:8443/op
headers:
  X-Api-Key: \${GATEWAY_KEY}
  x-literal: "0123"
tls:
  verify: false
proxy: \${HTTPS_PROXY:-}
origins: [https://also.example/]
signing:
  privateKey: \${OP_PRIVATE_KEY}
  keyId: client-key-1
  alg: EdDSA
  label: sig2
  components: ["@method", "@target-uri", authorization, content-digest, content-type]
  parameters: [keyid, created]
  digest: sha-256
tokens:
  full: \${OP_TOKEN}
  readOnly: \${OP_TOKEN_READ}
  writeOnly: file:token.txt
  expired: \${OP_TOKEN_EXPIRED:-}
  revoked: { command: ["${process.execPath}", token.mjs], expiresIn: 600s }
  limited:
    token: \${OP_TOKEN_LIMITED}
    debitAmount: "500"
otherKey:
  privateKey: file:other.jwk
  boundElsewhere: true
otherClient:
  signing:
    privateKey: file:client2.jwk
  token: \${OP_TOKEN_CLIENT2}
otherWallet:
  walletAddress: https://wallet.example/bob
  token: \${OP_TOKEN_BOB}
receivers:
  access:
    token: \${OP_TOKEN_CAROL}
    baseUrl: https://carol.example/op/
  command: [node, make-receiver.mjs]
  open:
    create:
      walletAddress: https://carol.example/carol
      baseUrl: https://carol.example/op/
      token: \${OP_TOKEN_CAROL}
  fixed:
    - url: https://wallet.example/op/incoming-payments/2
      incomingAmount: { value: "500", assetCode: USD, assetScale: 2 }
    - https://wallet.example/op/incoming-payments/3
  otherAsset: []
incomingPayments:
  - https://wallet.example/op/incoming-payments/9
limits:
  requestTimeout: 500ms
  settleTimeout: 2m
  maxWait: 0s
  requestsPerSecond: 0.5
  maxRequests: 10
  maxPayments: 0
  controlValue: "100"
  maxDebitValue: "18446744073709551615"
  debitBudget: "0"
clock:
  url: http://127.0.0.1:8080/_control/clock
`,
  /* biome-ignore-end lint/suspicious/noTemplateCurlyInString: the target file's own notation */
}

/** Returns the smallest valid target file. */
export function leastFile(more = ''): string {
  return `version: 1
baseUrl: https://wallet.example/op
walletAddress: https://wallet.example/alice
signing:
  privateKey: ${JSON.stringify(leastKey)}
tokens:
  full: abc
${more}`
}

const leastKey = jwkOf(client, { kid: 'k' })
