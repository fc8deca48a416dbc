import { mapping, ref, type Static, value } from '../schema.ts'
import { amount, baseUrl, command, credential, httpUrl, receiverUrl } from './values.ts'

export const receiver = value<string | { url: string; incomingAmount?: Static<typeof amount> }>({
  title: 'the URL of an incoming payment, or a mapping with url',
  type: ['string', 'object'],
  pattern:
    "^https?://([A-Za-z0-9._~-]+|\\[[0-9A-Fa-f:.]+\\])(:[0-9]{1,5})?(?=/)(?=.*/incoming-payments/.)(/[A-Za-z0-9._~%!$&'()*+,;=:@/-]*)?(\\?[A-Za-z0-9._~%!$&'()*+,;=:@/?-]*)?$",
  format: 'uri',
  properties: {
    url: ref('receiverUrl', receiverUrl),
    incomingAmount: ref('amount', amount, 'Default: the value that reading it shows.'),
  },
  required: ['url'],
  additionalProperties: false,
  examples: ['https://wallet.example/op/incoming-payments/1'],
})

export const createEntry = mapping(
  {
    title: 'a mapping with walletAddress, baseUrl and token',
    description: 'POST /incoming-payments, as Open Payments defines it.',
  },
  {
    walletAddress: ref('httpUrl', httpUrl),
    baseUrl: ref('baseUrl', baseUrl),
    token: ref('credential', credential),
  },
)

export const receiversOfKind = value<Array<Static<typeof receiver>> | { create: Static<typeof createEntry> }>(
  {
    title: 'a list of receivers, or a mapping with create',
    type: ['array', 'object'],
    items: ref('receiver', receiver),
    properties: {
      create: createEntry,
    },
    required: ['create'],
    additionalProperties: false,
    examples: ['[https://wallet.example/op/incoming-payments/1]'],
  },
)

export const receiverEntries = mapping(
  {
    title: 'a mapping of kinds of receivers',
    description: 'Incoming payments to pay into, by kind.',
    default: {},
  },
  {
    'access?': mapping(
      {
        title: 'a mapping with token or baseUrl',
        description: 'The token that can read the receivers. Default: tokens.full is tried.',
      },
      {
        'token?': ref(
          'credential',
          credential,
          'Default: tokens.full. On another server no token, because anyone may read the public form.',
        ),
        'baseUrl?': ref(
          'baseUrl',
          baseUrl,
          "Where the receivers are read, if not at the target's baseUrl. What another server shows is reported, but not judged.",
        ),
      },
    ),
    'command?': ref(
      'command',
      command,
      'Makes receivers of every kind without a list of its own: gets {"kind":"fixed","incomingAmount":{…}} on stdin, prints {"url":"…"}.',
    ),
    'open?': ref('receivers', receiversOfKind, 'Have no incomingAmount and can be paid.'),
    'fixed?': ref('receivers', receiversOfKind, 'Have an incomingAmount and can be paid.'),
    'otherAsset?': ref('receivers', receiversOfKind, 'Can be paid and have another asset than the wallet.'),
    'expiring?': ref(
      'receivers',
      receiversOfKind,
      'Have no incomingAmount, can be paid and expire soon: within limits.maxWait, or as far as `clock` may be moved on.',
    ),
    'expired?': ref('receivers', receiversOfKind, 'Have expired.'),
    'completed?': ref('receivers', receiversOfKind, 'Are completed.'),
    'failing?': ref('receivers', receiversOfKind, 'Fail if they are paid.'),
  },
)
