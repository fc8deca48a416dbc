import type { OpenAPIV3_1 } from 'openapi-types'
import type { Profile } from '../../catalogue/profile.ts'
import { isObject } from '../../core/json.ts'
import { fieldNames } from '../../openapi/places.ts'
import { formsByOperation } from './bodies.ts'
import { type ClaimJudging, judged } from './claim.ts'
import type { ClientOperation } from './request.ts'

/** Returns how the request rules of the published specification that bind a client are judged, by requirement. */
export function publishedRequestJudgings(
  openapi: OpenAPIV3_1.Document,
  { query }: Profile,
): Readonly<Record<string, ClaimJudging>> {
  const listed = listedFields(openapi)
  return {
    'client.bodies.fields-listed': onlyListed(listed, [...listed.keys()]),
    ...Object.fromEntries(
      [...listed.keys()].map((operation) => [`${operation}.body.closed`, onlyListed(listed, [operation])]),
    ),
    'client.bodies.media-type': {
      shownBy: 'a request of the client with a body',
      judge: ({ hasBody, message: { headers } }) => {
        if (!hasBody) return undefined
        const { 'content-type': type = 'none' } = headers
        const isJson = /^application\/json *(?:;|$)/i.test(type)
        return judged('the content type application/json', isJson ? undefined : type)
      },
    },
    'client.list.wallet-address': {
      shownBy: 'a list by the client',
      on: ({ operations }) => operations.filter((operation) => operation.startsWith('list-')),
      judge: ({ message: { url } }) => {
        const [, search = ''] = url.split('?')
        const names = [...new URLSearchParams(search).keys()]
        const isNamed = names.includes(query.walletAddress)
        const got = names.length === 0 ? 'no parameters' : names.join(', ')
        return judged(`the parameter ${query.walletAddress}`, isNamed ? undefined : got)
      },
    },
  }
}

/** The fields that a body may have, by operation. */
type ListedFields = ReadonlyMap<ClientOperation, readonly string[]>

const onlyListed = (listed: ListedFields, operations: readonly ClientOperation[]): ClaimJudging => ({
  shownBy: `${operations.join(' or ')} by the client`,
  on: () => operations,
  judge: ({ operation, json }) => {
    const known = listed.get(operation) ?? []
    if (!isObject(json)) return undefined
    const other = Object.keys(json).find((field) => !known.includes(field))
    return judged(`no fields but ${known.join(', ')}`, other && `the field ${JSON.stringify(other)}`)
  },
})

/** Returns the fields of all variants of a body together. Other requirements say which variants exclude each other. */
function listedFields(openapi: OpenAPIV3_1.Document): ListedFields {
  const schemas: Record<string, unknown> = openapi.components?.schemas ?? {}
  return new Map(
    [...formsByOperation(openapi)].map(([operation, forms]) => [
      operation,
      [...new Set(forms.flatMap((form) => fieldNames(schemas, form)))],
    ]),
  )
}
