import { asText, member } from '../core/json.ts'
import { dateTimeOf } from '../core/time.ts'
import { bodyRules } from '../http/body.ts'
import { type Guard, rulesWith } from '../http/guard.ts'
import { isInAsset } from '../state/compared.ts'
import { completeIncoming } from './subject.ts'

const { rule, isJson, required, uri, object, metadata, amounts } = bodyRules(completeIncoming)

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
    'expiresAt is not an RFC 3339 date and time',
    (body) => {
      const given = member(body, 'expiresAt')
      return given !== undefined && dateTimeOf(asText(given) ?? '') === undefined
    },
  ),
  metadata('incoming-metadata-object', `${operation}.metadata.object`),
]

const subjectRule = rulesWith(completeIncoming)

export const incomingRuleGuards: readonly Guard[] = [
  subjectRule(
    'incoming-wallet-known',
    `${operation}.wallet-address.known`,
    'walletAddress is not a wallet address of this server',
    ({ subject: { wallet } }) => !wallet,
  ),
  subjectRule(
    'incoming-amount-asset',
    `${operation}.incoming-amount.asset`,
    'incomingAmount is not in the asset of the wallet address',
    ({ world, subject: { wallet, incomingAmount } }) =>
      wallet !== undefined &&
      incomingAmount !== undefined &&
      !isInAsset(world.behaviour.requests, 'asset-of-incoming-payment', incomingAmount, wallet.asset),
  ),
  subjectRule(
    'incoming-expires-at-ahead',
    `${operation}.expires-at.passed`,
    'expiresAt is in the past',
    ({ world, subject: { expiresAt } }) => expiresAt !== undefined && expiresAt <= world.now(),
  ),
]
