import { type Amount, wholeUnits } from '../core/amount.ts'
import { isObject } from '../core/json.ts'

/** A right that a grant request asks for, as Open Payments writes it. */
export interface AccessItem {
  type: 'quote' | 'incoming-payment' | 'outgoing-payment'
  actions: readonly AccessAction[]
  /** URL of the wallet address. */
  identifier?: string
  limits?: AccessLimits
}

/** Limits on what payments may spend. */
export interface AccessLimits {
  debitAmount?: Amount
  receiveAmount?: Amount
  /** An ISO 8601 repeating interval. The amounts may be spent anew in each of its periods. */
  interval?: string
  /** URL of the one incoming payment that may be paid into. */
  receiver?: string
}

export type AccessAction = 'create' | 'read' | 'read-all' | 'list' | 'list-all' | 'complete'

/**
 * Returns the rights that were asked for and not given, such as `outgoing-payment: list-all`. Empty if all of them were
 * given.
 */
export function missingRights(asked: readonly AccessItem[], given: readonly AccessItem[]): string[] {
  return asked.flatMap(({ type, actions, identifier }) => {
    const had = given.filter((item) => item.type === type && (item.identifier ?? identifier) === identifier)
    const missing = actions.filter((action) => !had.some((item) => includes(item.actions, action)))
    return missing.length > 0 ? [`${type}: ${missing.join(', ')}`] : []
  })
}

/**
 * Returns the names of the limits that were asked for and not granted. Empty if the response does not say what was
 * granted.
 */
export function missingLimits(asked: readonly AccessItem[], given: readonly AccessItem[]): string[] {
  return asked.flatMap(({ type, limits = {} }) => {
    const paying = given.filter((item) => item.type === type && item.actions.includes('create'))
    const isKept = (name: string, limit: unknown): boolean =>
      paying.every((item) => isSameLimit(limit, Object(item.limits)[name]))
    return Object.entries(limits).flatMap(([name, limit]) => (isKept(name, limit) ? [] : [name]))
  })
}

/** Compares limits loosely, because a server may write an interval or a URL in another way. */
const isSameLimit = (asked: unknown, given: unknown): boolean =>
  isObject(asked) && isObject(given) ? asked['value'] === given['value'] : typeof asked === typeof given

/** Returns true if the actions permit this one. `read-all` and `list-all` include `read` and `list`. */
const includes = (actions: readonly AccessAction[], action: AccessAction): boolean =>
  actions.includes(action) || actions.some((one) => one === `${action}-all`)

/** Words a right for the person who has to agree: `quote: create, read`. */
export function accessInWords({ type, actions, identifier, limits = {} }: AccessItem): string {
  const of = identifier === undefined ? '' : ` on ${identifier}`
  return `${type}: ${actions.join(', ')}${of}${limitsInWords(limits)}`
}

const limitsInWords = ({ debitAmount, receiveAmount, interval, receiver }: AccessLimits): string =>
  [
    debitAmount && `, spending at most ${wholeUnits(debitAmount)}`,
    receiveAmount && `, receivers get at most ${wholeUnits(receiveAmount)}`,
    interval && ` in each period of ${interval}`,
    receiver && `, only to ${receiver}`,
  ]
    .filter((part) => part !== undefined && part !== '')
    .join('')
