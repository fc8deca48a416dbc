import { dictionary, fields, fixed, integer, list, number, object, ref, text } from '../schema.ts'
import { checkId, exchangeNumber, moment, operation } from './facts.ts'

export const headers = dictionary({}, text())

export const request = fields({
  method: text(),
  url: text('baseUrl + path: what is signed as @target-uri.'),
  headers: ref('headers', headers),
  'body?': text(),
  'token?': text('Name of the token in the target file, such as tokens.full.'),
  'signing?': object('How the request was signed; absent if it was not signed.', {
    key: text('Name of the key in the target file.'),
    keyId: text(),
    label: text(),
    components: list({}, text()),
    base: text('The signature base, with the token replaced.'),
  }),
  'altered?': list('What was changed after signing: header names, body, method, url.', text()),
})

export const response = fields({
  status: integer(),
  headers: ref('headers', headers),
  body: text(),
  'incomplete?': text(
    'The rest of the sentence "The body …", if the server ended the body otherwise than it announced. The body is as much of it as arrived.',
  ),
  'cut?': integer(
    'The length of the body in characters, if the run had already recorded as much of responses as it may: body and headers are then only the beginning, and no rule judges the response.',
  ),
})

export const exchange = object(
  {
    description:
      'A request with its response, or the failure to get one. Secrets are replaced by placeholders of the same shape.',
    oneOf: [{ required: ['response'] }, { required: ['failure'] }],
  },
  {
    type: fixed('exchange'),
    number: ref('exchangeNumber', exchangeNumber),
    check: ref('checkId', checkId),
    'operation?': ref(
      'operation',
      operation,
      'Absent if the request is not addressed to an operation of the interface.',
    ),
    request: ref('request', request),
    'response?': ref('response', response),
    'failure?': fields({ code: text(), message: text() }),
    'repeats?': ref(
      'exchangeNumber',
      exchangeNumber,
      'The same request was sent before, in this exchange, and got a 5xx, a reset or no response in time, or was refused although it was valid.',
    ),
    sent: integer(
      'A counter that orders what was sent and received: B is later than A if B.sent > A.received.',
    ),
    received: integer(),
    at: ref('moment', moment),
    milliseconds: number(),
  },
)
