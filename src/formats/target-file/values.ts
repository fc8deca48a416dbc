import { integer, list, mapping, ref, text, value } from '../schema.ts'

export const httpUrl = text({
  title: 'an absolute http or https URL',
  format: 'uri',
  pattern:
    "^https?://([A-Za-z0-9._~-]+|\\[[0-9A-Fa-f:.]+\\])(:[0-9]{1,5})?(/[A-Za-z0-9._~%!$&'()*+,;=:@/-]*)?(\\?[A-Za-z0-9._~%!$&'()*+,;=:@/?-]*)?$",
  examples: ['https://wallet.example/alice'],
})

export const baseUrl = text({
  title: 'an absolute http or https URL without query or fragment',
  format: 'uri',
  pattern:
    "^https?://([A-Za-z0-9._~-]+|\\[[0-9A-Fa-f:.]+\\])(:[0-9]{1,5})?(/[A-Za-z0-9._~%!$&'()*+,;=:@/-]*)?$",
  examples: ['https://wallet.example/op'],
})

export const origin = text({
  title: 'an origin: scheme, host and port of a URL',
  format: 'uri',
  pattern: '^https?://([A-Za-z0-9._~-]+|\\[[0-9A-Fa-f:.]+\\])(:[0-9]{1,5})?/?$',
  examples: ['https://wallet.example'],
})

export const receiverUrl = text({
  title: 'the URL of an incoming payment, with /incoming-payments/ and an identifier',
  format: 'uri',
  pattern:
    "^https?://([A-Za-z0-9._~-]+|\\[[0-9A-Fa-f:.]+\\])(:[0-9]{1,5})?(?=/)(?=.*/incoming-payments/.)(/[A-Za-z0-9._~%!$&'()*+,;=:@/-]*)?(\\?[A-Za-z0-9._~%!$&'()*+,;=:@/?-]*)?$",
  examples: ['https://wallet.example/op/incoming-payments/1'],
})

export const assetCode = text({ title: 'the code of an asset', minLength: 1, examples: ['USD'] })

export const assetScale = integer({
  title: 'a whole number from 0 to 255',
  minimum: 0,
  maximum: 255,
  examples: [2],
})

export const asset = mapping(
  { title: 'a mapping with assetCode and assetScale' },
  {
    assetCode: ref('assetCode', assetCode),
    assetScale: ref('assetScale', assetScale),
  },
)

export const amountValue = text({
  title: 'digits in quotes, at most 18446744073709551615',
  format: 'uint64',
  pattern: '^(0|[1-9][0-9]{0,19})$',
  examples: ['"500"'],
})

export const positiveValue = text({
  title: 'digits in quotes, from 1 to 18446744073709551615',
  format: 'uint64',
  pattern: '^[1-9][0-9]{0,19}$',
  examples: ['"500"'],
})

export const amount = mapping(
  { title: 'a mapping with value, assetCode and assetScale' },
  {
    value: ref('value', amountValue),
    assetCode: ref('assetCode', assetCode),
    assetScale: ref('assetScale', assetScale),
  },
)

export const duration = text({
  title: 'a whole number with its unit, ms, s or m',
  pattern: '^((0|[1-9][0-9]{0,8})ms|(0|[1-9][0-9]{0,5})s|(0|[1-9][0-9]{0,3})m)$',
  examples: ['20s'],
})

export const positiveDuration = text({
  title: 'a whole number above 0 with its unit, ms, s or m',
  pattern: '^([1-9][0-9]{0,8}ms|[1-9][0-9]{0,5}s|[1-9][0-9]{0,3}m)$',
  examples: ['5s'],
})

export const command = list(
  {
    title: 'a list of texts: the program, then its arguments',
    description: 'A command. It runs without a shell, in the folder of the target file.',
    minItems: 1,
    examples: ['[node, token.mjs]'],
  },
  text({ title: 'an argument: text, in quotes if it looks like a number', minLength: 1, examples: ['node'] }),
)

export const credential = value<string | { command: string[]; expiresIn?: string }>({
  title: 'an access token, or a mapping with command and expiresIn',
  type: ['string', 'object'],
  pattern: '^[\\x21-\\x7e]+$',
  properties: {
    command: ref('command', command),
    expiresIn: ref(
      'positiveDuration',
      positiveDuration,
      'How long the printed token is valid. The command runs again before that time is over. Default: for the whole run.',
    ),
  },
  required: ['command'],
  additionalProperties: false,
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable, as a target file names it
  examples: ['${OP_TOKEN}'],
})
