import type { Variant } from '../changes/change.ts'
import type { Shown } from '../core/answer.ts'
import { isExactNumber, jsonOf } from '../core/json.ts'

/** The same JSON value, its members in the opposite order. */
const turned = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(turned)
  if (typeof value !== 'object' || value === null || isExactNumber(value)) return value
  const members = Object.entries(value as Shown).reverse()
  return Object.fromEntries(members.map(([name, inner]) => [name, turned(inner)]))
}

/** Indented, with slashes escaped and whole numbers with a fraction of nothing. */
const written = (body: unknown): string =>
  jsonOf(turned(body), 2)
    .replaceAll('/', '\\/')
    .replace(/("assetScale": \d+)/g, '$1.0')

/** Last: what is written is changed no more. */
export const writingVariants: readonly Variant[] = [
  {
    id: 'json-written-otherwise',
    says: 'JSON is indented, with members in the opposite order, escaped slashes and an assetScale of 2.0',
    override: ({ answered }) => ({
      answered: (answer, operation) => {
        const whole = answered(answer, operation)
        const headers = { ...whole.headers, 'content-type': 'application/json;charset="UTF-8"' }
        return whole.status < 300 ? { ...whole, headers, text: written(whole.body) } : whole
      },
    }),
  },
]
