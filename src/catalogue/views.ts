import { mappingOf, optionalTexts } from './mapping.ts'

/**
 * Kinds of agreement between the views of one resource. `same`: a field is equal in all of them. The suffixes limit
 * that: metadata that is `plain` or `odd`, an amount that is `fixed` when the payment is created or only `estimated`, or
 * what a resource shows while it is `valid`, before its expiresAt.
 * `grows` and `grows-until-failed` apply to amounts, `stays-true` to flags. `not-before`: each moment is not before the
 * one named before it, and the last does not go back. `one-asset`: the amounts have the same asset.
 */
export const viewWords = [
  'same',
  'same-if-plain',
  'same-if-odd',
  'same-if-fixed',
  'same-if-estimated',
  'same-while-valid',
  'grows',
  'grows-until-failed',
  'stays-true',
  'not-before',
  'one-asset',
] as const

export type ViewWord = (typeof viewWords)[number]

/** The fields that agree in each way, named as in spec/openapi.yaml: `Quote.debitAmount`. */
export type Views = Partial<Record<ViewWord, string[]>>

export function viewsIn(value: unknown, place: string): Views {
  const views = mappingOf(value, place, viewWords)
  return Object.fromEntries(
    viewWords.flatMap((word) => {
      const fields = optionalTexts(views, word)
      return fields ? [[word, fields]] : []
    }),
  )
}
