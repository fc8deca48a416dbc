import { once } from '../core/once.ts'
import { listOf, mappingOf, optionalTexts, text } from './mapping.ts'
import { type SpecFile, specFile, specProblem, treeOf } from './spec-file.ts'

/** A header field of requests on which frameworks, proxies or caches act. */
export interface RequestHeader {
  /** The name in lower case. */
  name: string
  /** Further fields with the same meaning, which are sent with the same value. */
  also: readonly string[]
  /**
   * The value or the two values. {method}, {scheme}, {host}, {port} and {path} stand for the parts of the request,
   * {other} for GET in a POST and for POST in a GET, and {uuid} for a unique text. A valid request and its
   * invalid copy right after it share the text.
   */
  values: readonly string[]
  /** The values under which a server may refuse any valid request. */
  open: readonly string[]
  /** The document that defines the field, or the software that acts on it. */
  defined: string
  /** Statuses that the definition allows for a valid request, apart from the usual one. */
  answers: readonly number[]
  /** Set if the field describes a body. */
  ofBody: boolean
}

/** A value may contain these placeholders: parts of the request, and a text that no other request has. */
const parts = ['{method}', '{other}', '{scheme}', '{host}', '{port}', '{path}', '{uuid}']

export const loadRequestHeaders = once((): readonly RequestHeader[] =>
  requestHeadersOf(specFile('request-headers.yaml')),
)

export function requestHeadersOf(file: SpecFile): RequestHeader[] {
  const { values } = mappingOf(treeOf(file), file.path, ['fields'])
  const fields = listOf(values['fields'], `${file.path}: fields`).map((entry, at) =>
    fieldOf(entry, `${file.path}: field ${at + 1}`),
  )
  const names = fields.flatMap(({ name, also }) => [name, ...also])
  const twice = names.find((name, at) => names.indexOf(name) < at)
  if (twice !== undefined) throw specProblem(`${file.path}: ${twice}`, 'stands twice')
  return fields
}

const fieldOf = (entry: unknown, at: string): RequestHeader => {
  const mapping = mappingOf(entry, at, ['name', 'also', 'values', 'open', 'defined', 'answers', 'body'])
  const name = text(mapping, 'name')
  const place = `${at}, ${name}`
  const also = optionalTexts(mapping, 'also') ?? []
  const wrong = [name, ...also].find((one) => !/^[a-z][a-z0-9-]*$/.test(one))
  if (wrong !== undefined) throw specProblem(`${at}, ${wrong}`, 'is not a field name in lower case')
  const values = optionalTexts(mapping, 'values') ?? []
  if (values.length < 1 || values.length > 2) throw specProblem(place, 'needs one or two values')
  const unknown = values
    .flatMap((value) => value.match(/\{.*?\}/g) ?? [])
    .find((part) => !parts.includes(part))
  if (unknown !== undefined) throw specProblem(place, `${unknown} is none of ${parts.join(', ')}`)
  const open = optionalTexts(mapping, 'open') ?? []
  const other = open.find((value) => !values.includes(value))
  if (other !== undefined) throw specProblem(place, `open: ${other} is none of the values`)
  const { answers = [], body = false } = mapping.values
  return {
    name,
    also,
    values,
    open,
    defined: text({ ...mapping, place }, 'defined'),
    answers: listOf(answers, `${place}: answers`).map((status) => statusOf(status, place)),
    ofBody: body === true,
  }
}

const statusOf = (status: unknown, place: string): number => {
  if (typeof status === 'number' && status >= 200 && status < 500) return status
  throw specProblem(place, `${status} is not a status that a server may answer with`)
}
