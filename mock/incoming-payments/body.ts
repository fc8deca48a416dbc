import { asText, member } from '../core/json.ts'
import { dateTimeOf } from '../core/time.ts'
import { bodyRules, isKeepable } from '../http/body.ts'
import type { Guard } from '../http/guard.ts'
import { completeIncoming } from './subject.ts'

const { rule, isJson, required, uri, object, amounts } = bodyRules(completeIncoming)

const operation = 'create-incoming-payment'

export const incomingBodyGuards: readonly Guard[] = [
  isJson('incoming-body-is-json', `${operation}.body.json`),
  required('walletAddress', 'incoming-wallet-address-required', `${operation}.wallet-address.required`),
  uri('walletAddress', 'incoming-wallet-address-uri', `${operation}.wallet-address.uri`),
  object('incomingAmount', 'incoming-amount-object', `${operation}.incoming-amount.amount`),
  ...amounts('incomingAmount'),
  rule(
    'incoming-expires-at-date-time',
    `${operation}.expires-at.date-time`,
    'expiresAt is not a date and time as RFC 3339 writes it',
    (body) => {
      const given = member(body, 'expiresAt')
      return given !== undefined && dateTimeOf(asText(given) ?? '') === undefined
    },
  ),
  rule(
    'incoming-metadata-object',
    `${operation}.metadata.object`,
    'metadata is not an object that can be given back as it is',
    (body) => member(body, 'metadata') !== undefined && !isKeepable(member(body, 'metadata')),
  ),
]
