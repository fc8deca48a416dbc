import type { TUnsafe } from 'typebox'
import {
  type LimitedKind,
  type LimitOf,
  type PlainTokenKind,
  type TokenKindFacts,
  type TokenLimit,
  tokenFacts,
} from '../../core/token-kinds.ts'
import { fixed, mapping, ref, type Static, text, value } from '../schema.ts'
import {
  baseUrl,
  command,
  credential,
  httpUrl,
  positiveDuration,
  positiveValue,
  receiverUrl,
} from './values.ts'

const limits = {
  debitAmount: ref('positiveValue', positiveValue),
  interval: text({
    title: 'an ISO 8601 repeating interval',
    pattern: '^R(-1|[0-9]{0,9})/[^/]+/[^/]+$',
    examples: ['R/2026-01-01T00:00:00Z/P1M'],
  }),
  receiveAmount: ref('positiveValue', positiveValue),
  receiver: ref('receiverUrl', receiverUrl),
}

type Limits = { [Name in TokenLimit]: Static<(typeof limits)[Name]> }
type TokenFields = { [Kind in PlainTokenKind as `${Kind}?`]: TUnsafe<Static<typeof credential>> } & {
  [Kind in LimitedKind as `${Kind}?`]: TUnsafe<
    { token: Static<typeof credential> } & Pick<Limits, LimitOf<Kind>>
  >
}

const tokenEntry = ({ meaning, limits: names }: TokenKindFacts) => {
  const description = `${meaning.charAt(0).toUpperCase()}${meaning.slice(1)}.`
  if (!names) return ref('credential', credential, { description })
  const title = `a mapping with ${['token', ...names.slice(0, -1)].join(', ')} and ${names.at(-1)}`
  const given = Object.fromEntries(names.map((name) => [name, limits[name]]))
  return mapping({ title, description }, { token: ref('credential', credential), ...given })
}

const entries = Object.entries(tokenFacts).map(([kind, facts]) => [`${kind}?`, tokenEntry(facts)])

export const tokensEntry = mapping(
  {
    title: 'a mapping of access tokens, full among them',
    description:
      'Access tokens, as the server knows them. Checks that need a token that is missing here are skipped.',
    default: {},
  },
  Object.fromEntries(entries) as TokenFields,
)

export const clientEntry = mapping(
  {
    title: 'one of walletAddress, directed and serve',
    description: 'Who requests tokens, if `grants` is given. Requests are signed with the key of `signing`.',
    minProperties: 1,
    maxProperties: 1,
  },
  {
    'walletAddress?': ref(
      'httpUrl',
      httpUrl,
      'A wallet address whose jwks.json has the public key of `signing`.',
    ),
    'directed?': fixed(true, {
      title: 'true',
      description: 'The public key itself is in the grant request. Only for rights that need no consent.',
      examples: [true],
    }),
    'serve?': mapping(
      {
        title: 'a mapping with listen and url',
        description: 'op-conformance serves a wallet address document and its jwks.json while it runs.',
      },
      {
        listen: text({
          title: 'an address and a port, such as 127.0.0.1:4180',
          description: 'Where it listens. Ports that fetch blocks, such as 4190, are refused.',
          pattern: '^([A-Za-z0-9.-]+|\\[[0-9A-Fa-f:.]+\\]):[0-9]{1,5}$',
          examples: ['127.0.0.1:4180'],
        }),
        'url?': ref(
          'baseUrl',
          baseUrl,
          'The wallet address of the client, as the authorization server reaches it. Default: http, the address of listen, and /client.',
        ),
      },
    ),
  },
)

export const grantsEntry = mapping(
  {
    title: 'a mapping with consent',
    description:
      'Requests the tokens that are not in `tokens`, `otherWallet` and `otherClient` from the authorization server, and revokes them at the end.',
  },
  {
    'authServer?': ref(
      'httpUrl',
      httpUrl,
      'The authorization server. Default: authServer of the wallet address document.',
    ),
    consent: value<'browser' | 'print' | { command: string[] }>({
      title: 'browser, print, or a mapping with command',
      description:
        'How consent is given: in a browser on this machine; by whoever opens the printed URL; or by a command that gets the URL on stdin.',
      type: ['string', 'object'],
      pattern: '^(browser|print)$',
      properties: {
        command: ref('command', command),
      },
      required: ['command'],
      additionalProperties: false,
      default: 'browser',
      examples: ['browser'],
    }),
    consentTimeout: ref('positiveDuration', positiveDuration, {
      description: 'How long a consent is waited for.',
      default: '10m',
    }),
    'otherAsset?': ref('httpUrl', httpUrl, 'A wallet address in another asset, for receivers of that kind.'),
  },
)
