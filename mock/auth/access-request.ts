import { type Amount, sameAsset } from '../core/amounts.ts'
import { repeatingOf } from '../core/interval.ts'
import { asAmount, asObject, asText, isUri, type JsonObject } from '../core/json.ts'
import { walletAt } from '../state/lookup.ts'
import type { Access, AccessType, AskedToken, GrantedAction, TokenLimits } from '../state/resources.ts'
import type { World } from '../state/world.ts'
import { invalidRequest } from './problem.ts'

const actionsOf: Readonly<Record<AccessType, readonly GrantedAction[]>> = {
  quote: ['create', 'read', 'read-all'],
  'incoming-payment': ['create', 'complete', 'read', 'read-all', 'list', 'list-all'],
  'outgoing-payment': ['create', 'read', 'read-all', 'list', 'list-all'],
}

const keysOf: Readonly<Record<AccessType, readonly string[]>> = {
  quote: ['type', 'actions'],
  'incoming-payment': ['type', 'actions', 'identifier'],
  'outgoing-payment': ['type', 'actions', 'identifier', 'limits'],
}

/** The most tokens that one request may ask for. */
const mostTokens = 10

/**
 * The tokens that a grant request asks for. Throws a Problem if they do not have the form that Open Payments defines.
 */
export function tokensIn(world: World, asked: unknown): AskedToken[] {
  if (!Array.isArray(asked)) return [{ access: accessIn(world, asked, 'access_token') }]
  if (!world.behaviour.grants.givesSeveralTokens()) {
    throw invalidRequest(
      'access_token is an array. To get several tokens, send one request per token: the published specification has no array here',
    )
  }
  if (asked.length === 0 || asked.length > mostTokens) {
    throw invalidRequest(`access_token is not an object, or an array of 1 to ${mostTokens} objects`)
  }
  return asked.map((token: unknown, at) =>
    labelledIn(world, token, asked.slice(0, at), `access_token[${at}]`),
  )
}

/** Reads one of several tokens, which needs a label of its own (RFC 9635, section 2.1.2). */
const labelledIn = (world: World, asked: unknown, earlier: readonly unknown[], place: string): AskedToken => {
  const access = accessIn(world, asked, place)
  const label = asText(asObject(asked)?.['label'])
  if (!label) throw invalidRequest(`${place}.label is not a string of at least one character`)
  if (earlier.some((token) => asObject(token)?.['label'] === label)) {
    throw invalidRequest(`${place}.label is that of an earlier token`)
  }
  return { label, access }
}

const accessIn = (world: World, token: unknown, place: string): Access[] => {
  const object = asObject(token)
  if (!object) throw invalidRequest(`${place} is not a JSON object`)
  const asked = object['access']
  if (!Array.isArray(asked) || asked.length === 0 || asked.length > 3) {
    throw invalidRequest(`${place}.access is not an array of one to three access items`)
  }
  const access = asked.map((item: unknown, at) => itemIn(world, asObject(item), `access[${at}]`))
  if (new Set(asked.map((item: unknown) => JSON.stringify(item))).size < access.length) {
    throw invalidRequest(`${place}.access has a duplicate item`)
  }
  return access
}

const itemIn = (world: World, item: JsonObject | undefined, place: string): Access => {
  const types = Object.keys(actionsOf) as AccessType[]
  const type = types.find((each) => each === item?.['type'])
  if (!item || !type) throw invalidRequest(`${place}.type is not one of ${types.join(', ')}`)
  refuseOthers(item, keysOf[type], place)
  const identifier = identifierIn(world, item, type, place)
  const limits = limitsIn(world, item['limits'], identifier, `${place}.limits`)
  return {
    type,
    actions: actionsIn(item['actions'], type, `${place}.actions`),
    ...(identifier !== undefined && { identifier }),
    ...(limits && { limits }),
  }
}

const refuseOthers = (object: JsonObject, known: readonly string[], place: string): void => {
  const other = Object.keys(object).find((key) => !known.includes(key))
  if (other === undefined) return
  throw invalidRequest(
    `${place} has the unknown key ${JSON.stringify(other)}. Known keys: ${known.join(', ')}`,
  )
}

const actionsIn = (asked: unknown, type: AccessType, place: string): GrantedAction[] => {
  const known = actionsOf[type]
  if (!Array.isArray(asked) || asked.length === 0) throw invalidRequest(`${place} is not an array of actions`)
  const actions = asked.map((each: unknown) => known.find((action) => action === each))
  if (actions.includes(undefined))
    throw invalidRequest(`${place} has an unknown action. Known actions: ${known.join(', ')}`)
  if (new Set(actions).size < actions.length) throw invalidRequest(`${place} has a duplicate action`)
  return actions.filter((action) => action !== undefined)
}

const identifierIn = (
  world: World,
  item: JsonObject,
  type: AccessType,
  place: string,
): string | undefined => {
  const identifier = asText(item['identifier'])
  if (item['identifier'] === undefined && type !== 'outgoing-payment') return undefined
  if (identifier !== undefined && walletAt(world, identifier)) return identifier
  throw invalidRequest(`${place}.identifier is not the URL of a wallet address of this server`)
}

const limitKeys = ['receiver', 'interval', 'debitAmount', 'receiveAmount']

const limitsIn = (
  world: World,
  asked: unknown,
  identifier: string | undefined,
  place: string,
): TokenLimits | undefined => {
  if (asked === undefined) return undefined
  const limits = asObject(asked)
  if (!limits) throw invalidRequest(`${place} is not a JSON object`)
  refuseOthers(limits, limitKeys, place)
  const receiver = textIn(
    limits,
    'receiver',
    (text) => isUri(text) && /^https?:\/\/.+\/incoming-payments\/.+$/.test(text),
    `${place}.receiver is not a URL of an incoming payment`,
  )
  const interval = textIn(
    limits,
    'interval',
    (text) => repeatingOf(text) !== undefined,
    `${place}.interval is not an ISO 8601 repeating interval, such as R/2026-01-01T00:00:00Z/P1M`,
  )
  const debitAmount = amountIn(limits, 'debitAmount', place)
  const receiveAmount = amountIn(limits, 'receiveAmount', place)
  const wallet = walletAt(world, identifier ?? '')
  if (wallet && debitAmount && !sameAsset(debitAmount, wallet.asset)) {
    throw invalidRequest(`${place}.debitAmount is not in the asset of the wallet address`)
  }
  return {
    ...(receiver !== undefined && { receiver }),
    ...(interval !== undefined && { interval }),
    ...(debitAmount && { debitAmount }),
    ...(receiveAmount && { receiveAmount }),
  }
}

const textIn = (
  object: JsonObject,
  key: string,
  fits: (text: string) => boolean,
  flaw: string,
): string | undefined => {
  const text = asText(object[key])
  if (object[key] === undefined) return undefined
  if (text === undefined || !fits(text)) throw invalidRequest(flaw)
  return text
}

const amountIn = (limits: JsonObject, key: string, place: string): Amount | undefined => {
  if (limits[key] === undefined) return undefined
  const amount = asAmount(limits[key])
  if (!amount) throw invalidRequest(`${place}.${key} is not an Amount of value, assetCode and assetScale`)
  return amount
}
