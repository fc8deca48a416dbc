import { type Mapping, mappingOf, optionalTexts } from './mapping.ts'

/**
 * How the views of one resource agree: a field is the `same` in all of them, or only where the word behind it applies: metadata
 * that is `plain` or `odd`, an amount that is `fixed` when the payment is created or only `estimated`; an amount `grows`, or
 * `grows-until-failed`; a flag `stays-true`; of moments none is `not-before` the one named before it, and the last does not go back; amounts are in `one-asset`.
 */
export const viewWords = [
  'same',
  'same-if-plain',
  'same-if-odd',
  'same-if-fixed',
  'same-if-estimated',
  'grows',
  'grows-until-failed',
  'stays-true',
  'not-before',
  'one-asset',
] as const

export type ViewWord = (typeof viewWords)[number]

/** The fields that agree so, as spec/openapi.yaml has them: `Quote.debitAmount`. */
export type Views = Partial<Record<ViewWord, string[]>>

export function viewsIn({ place, values }: Mapping): Views | undefined {
  if (values['views'] === undefined) return undefined
  const views = mappingOf(values['views'], `${place}: views`, viewWords)
  return Object.fromEntries(
    viewWords.flatMap((word) => {
      const fields = optionalTexts(views, word)
      return fields ? [[word, fields]] : []
    }),
  )
}
