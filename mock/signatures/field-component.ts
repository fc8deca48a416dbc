import {
  isInnerList,
  parseDictionary,
  parseList,
  serializeDictionary,
  serializeInnerList,
  serializeItem,
  serializeList,
} from 'structured-headers'
import type { ReceivedRequest } from '../core/request.ts'
import { absent, type Component, type ComponentValue, identifier, present } from './component.ts'

/** The value of a header field: RFC 9421, 2.1, with its parameters `sf`, `key` and `bs`. */
export function fieldValue(request: ReceivedRequest, component: Component): ComponentValue {
  const { name, parameters } = component
  const field = request.headers.get(name)
  const foreign = [...parameters.keys()].find((parameter) => !['sf', 'key', 'bs'].includes(parameter))
  const strict = parameters.has('sf') || parameters.has('key')
  if (name !== name.toLowerCase()) return absent(`"${name}" has to be covered in lower case`)
  if (foreign) {
    return absent(`${identifier(component)} has the parameter ${foreign}, which no request header takes`)
  }
  if (parameters.has('bs') && strict) return absent(`${identifier(component)} joins bs with sf or key`)
  if (field === undefined) return absent(`"${name}" is covered, but the request has no such header`)
  if (parameters.has('bs')) return present(`:${Buffer.from(field, 'latin1').toString('base64')}:`)
  return strict ? structuredValue(field, component) : present(field)
}

const structuredValue = (field: string, component: Component): ComponentValue => {
  const key = component.parameters.get('key')
  try {
    return key === undefined ? present(strictly(field)) : memberValue(field, component)
  } catch {
    return absent(`${identifier(component)} is covered, but that header is no structured field of its kind`)
  }
}

const memberValue = (field: string, component: Component): ComponentValue => {
  const key = component.parameters.get('key')
  const member = typeof key === 'string' ? parseDictionary(field).get(key) : undefined
  if (!member) return absent(`${identifier(component)} is covered, but that header has no such member`)
  return present(isInnerList(member) ? serializeInnerList(member) : serializeItem(member))
}

/** As a list, which covers items, else as a dictionary: what reads as both differs only by repeated members. */
const strictly = (field: string): string => {
  try {
    return serializeList(parseList(field))
  } catch {
    return serializeDictionary(parseDictionary(field))
  }
}
