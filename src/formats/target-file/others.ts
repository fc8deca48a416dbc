import { flag, mapping, ref } from '../schema.ts'
import { alg, keyId, privateKey, signing } from './signing.ts'
import { credential, httpUrl } from './values.ts'

export const otherKeyEntry = mapping(
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

export const otherClientEntry = mapping(
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

export const otherWalletEntry = mapping(
  {
    title: 'a mapping with walletAddress and token',
    description: 'A second wallet address on the same server.',
  },
  {
    walletAddress: ref('httpUrl', httpUrl),
    'token?': ref('credential', credential, 'Full rights there and only there, bound to `signing`.'),
  },
)
