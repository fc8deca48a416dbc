import { replacing } from '../../changes/replacing.ts'
import type { Answer } from '../../core/answer.ts'
import type { OperationId } from '../../core/operations.ts'
import type { ServedRoute } from '../../http/route.ts'
import type { Api, StatedCatalogue } from '../../openapi/catalogue.ts'
import { type AnswerField, type AnswerForm, fieldsOf } from '../../openapi/fields.ts'
import type { Fault } from '../fault.ts'
import { changesOf, type FieldChange } from './changes.ts'

/** Returns the faults of every field of every response: each way of being wrong that a requirement names. */
export function answerFaults(routes: readonly ServedRoute[], catalogue: StatedCatalogue, api: Api): Fault[] {
  const faults = new Map<string, Fault>()
  for (const { operation, leavesOut = [] } of routes)
    for (const field of fieldsOf(api, operation).filter((each) => isShown(each, leavesOut)))
      for (const change of changesOf(field)) {
        const breaks = brokenBy(change, catalogue)
        const fault = breaks && answerFault(operation, field, change, breaks)
        if (fault && !faults.has(fault.id)) faults.set(fault.id, fault)
      }
  return [...faults.values()]
}

/** Returns false for a field within an object that the operation leaves out, since such a field cannot be wrong. */
const isShown = ({ path }: AnswerField, leavesOut: readonly string[]): boolean =>
  !path.slice(0, -1).some((name) => leavesOut.includes(name))

const brokenBy = ({ places }: FieldChange, { byPointer, ids }: StatedCatalogue): string | undefined => {
  for (const place of places) {
    const requirement = byPointer.get(place) ?? (ids.has(place) ? place : undefined)
    if (requirement) return requirement
  }
  return undefined
}

const answerFault = (
  operation: OperationId,
  field: AnswerField,
  change: FieldChange,
  breaks: string,
): Fault => ({
  id: [operation, nameOf(field), change.name].join(':'),
  breaks,
  says: `In the response of ${operation}, ${change.says}`,
  source: 'answer',
  shows: { operation, path: field.path },
  // The unnamed one of several forms is for clients that may read the resource.
  ...(field.form?.name === '' ? { never: ['asked-by-anyone'] } : {}),
  override: replacing('answers', 'answered', {
    gives: (right, _answer, of) =>
      of === operation && isOfForm(right, field.form)
        ? { ...right, body: changed(right.body, field.path, change.put) }
        : right,
  }),
})

/**
 * Returns names such as `receiveAmount.value` and `result.[].id`. If the response has several forms, the name of the
 * form comes first.
 */
const nameOf = ({ path, form }: AnswerField): string =>
  [...(form?.name ? [form.name] : []), ...path].join('.') || 'whole'

const isOfForm = ({ body }: Answer, form: AnswerForm | undefined): boolean =>
  !form || (isObject(body) && form.knownBy.every((name) => Object.hasOwn(body, name)))

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns a copy with one field changed. The wrong value also appears where the right response has no such field. */
export function changed(value: unknown, path: readonly string[], put: FieldChange['put']): unknown {
  const [name, ...rest] = path
  if (name === undefined) return put(value)
  if (name === '[]') return Array.isArray(value) ? value.map((item) => changed(item, rest, put)) : value
  if (!isObject(value) || (rest.length > 0 && !Object.hasOwn(value, name))) return value
  const { [name]: inner, ...others } = value
  const outcome = changed(inner, rest, put)
  return outcome === undefined ? others : { ...value, [name]: outcome }
}
