import type { Json } from '../../core/json.ts'
import { fixed, flag, list, mapping, ref, text, value } from '../schema.ts'
import { connectUrlsEntry, headersEntry, proxyEntry, tlsEntry } from './connection.ts'
import { clockEntry, limitsEntry } from './limits.ts'
import { receiver, receiverEntries, receiversOfKind } from './receivers.ts'
import { alg, keyId, privateKey, signing } from './signing.ts'
import { clientEntry, grantsEntry, tokensEntry } from './tokens.ts'
import {
  amount,
  amountValue,
  asset,
  assetCode,
  assetScale,
  baseUrl,
  command,
  credential,
  duration,
  httpUrl,
  origin,
  positiveDuration,
  positiveValue,
  receiverUrl,
} from './values.ts'

const otherKeyEntry = mapping(
  {
    title: 'a mapping with privateKey and, if needed, keyId, alg and boundElsewhere',
    description: 'A second key that the server knows.',
  },
  {
    privateKey: ref('privateKey', privateKey),
    'keyId?': ref('keyId', keyId),
    'alg?': ref('alg', alg),
    boundElsewhere: flag({
      title: 'true or false',
      description: 'true only if tokens.full is bound to the key under `signing`.',
      default: false,
      examples: [true],
    }),
  },
)

const otherClientEntry = mapping(
  {
    title: 'a mapping with signing and token',
    description: 'A second client with rights on the same wallet.',
  },
  {
    signing: ref('signing', signing),
    'token?': ref('credential', credential),
    'walletAddress?': ref(
      'httpUrl',
      httpUrl,
      'Its own wallet address, if its token is requested. Default with client.serve: served, too.',
    ),
  },
)

const otherWalletEntry = mapping(
  {
    title: 'a mapping with walletAddress and token',
    description: 'A second wallet address on the same server.',
  },
  {
    walletAddress: ref('httpUrl', httpUrl),
    'token?': ref('credential', credential, 'Full rights there and only there, bound to `signing`.'),
  },
)

export const targetFile = mapping(
  {
    title: 'a mapping of keys such as version, baseUrl and tokens',
    description:
      // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable, as a target file names it
      'The target file of op-conformance, version 1: everything that the harness has to know about the server under test. It is validated after ${NAME} and file:PATH have been replaced.',
    dependentRequired: { grants: ['client'], client: ['grants'] },
    if: { required: ['grants'] },
    else: {
      title: 'a mapping of keys with tokens',
      type: 'object',
      properties: {
        tokens: {
          type: 'object',
          title: 'a mapping of access tokens, full among them',
          properties: { full: { $ref: '#/$defs/credential' } },
          required: ['full'],
        },
        otherClient: {
          type: 'object',
          title: 'a mapping with signing and token',
          properties: { token: { $ref: '#/$defs/credential' } },
          required: ['token'],
        },
        otherWallet: {
          type: 'object',
          title: 'a mapping with walletAddress and token',
          properties: { token: { $ref: '#/$defs/credential' } },
          required: ['token'],
        },
      },
      required: ['tokens'],
    },
  },
  {
    version: fixed(1, {
      title: 'the number 1',
      description:
        "Version of the target file's format. Within a version, no key is renamed or given another meaning.",
      examples: [1],
    }),
    'name?': text({
      title: 'a name of at most 80 letters, digits, spaces and . _ -, beginning with a letter or digit',
      description: 'The name of the server in reports, and of their folder. Default: the host of baseUrl.',
      pattern: '^[\\p{L}\\p{N}][\\p{L}\\p{N} ._-]{0,79}$',
      examples: ['my-wallet'],
    }),
    profile: text({
      title: 'the name of a profile',
      description:
        'What the server is judged by: the interface, with the names that fill what it leaves open, or the published specification.',
      minLength: 1,
      default: 'interface',
      examples: ['interface', 'open-payments'],
    }),
    profileOverrides: value<Record<string, Json>>({
      title: 'a mapping with keys of the profile',
      description: "Changes names and rules of the profile, by the profile's own keys.",
      type: 'object',
      default: {},
    }),
    baseUrl: ref(
      'baseUrl',
      baseUrl,
      "The interface's {base_url}. baseUrl + path, exactly as sent, is the signed @target-uri.",
    ),
    walletAddress: ref('httpUrl', httpUrl, 'The wallet address under test.'),
    'walletAsset?': ref(
      'asset',
      asset,
      'Asset of the wallet. Default: taken from the wallet address document, otherwise from a first quote.',
    ),
    'connectUrl?': ref(
      'baseUrl',
      baseUrl,
      'Where requests are sent, if not to baseUrl. The signed URL and Host stay the same.',
    ),
    connectUrls: connectUrlsEntry,
    headers: headersEntry,
    tls: tlsEntry,
    'proxy?': proxyEntry,
    origins: list(
      {
        title: 'a list of origins',
        description: 'Further origins that may receive credentials.',
        default: [],
      },
      ref('origin', origin),
    ),
    signing: ref(
      'signing',
      signing,
      "The client's key, registered with the server beforehand, and how requests are signed with it.",
    ),
    tokens: tokensEntry,
    'client?': clientEntry,
    'grants?': grantsEntry,
    'otherKey?': otherKeyEntry,
    'otherClient?': otherClientEntry,
    'otherWallet?': otherWalletEntry,
    receivers: receiverEntries,
    incomingPayments: list(
      {
        title: 'a list of URLs of incoming payments',
        description:
          'Incoming payments of walletAddress itself, to be read. Default: the ones that the list shows.',
        default: [],
      },
      ref('receiverUrl', receiverUrl),
    ),
    limits: limitsEntry,
    'clock?': clockEntry,
  },
)

export const definitions = {
  httpUrl,
  baseUrl,
  origin,
  receiverUrl,
  asset,
  assetCode,
  assetScale,
  value: amountValue,
  positiveValue,
  amount,
  duration,
  positiveDuration,
  command,
  credential,
  privateKey,
  keyId,
  alg,
  signing,
  receivers: receiversOfKind,
  receiver,
}
