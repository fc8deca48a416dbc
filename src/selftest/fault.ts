import type { killMatrix } from '../formats/kill-matrix.ts'
import type { Static } from '../formats/schema.ts'

type MatrixFault = Static<typeof killMatrix>['rows'][number]

/** A deliberate defect of the reference server, as the kill matrix knows it. */
export type Fault = Pick<
  MatrixFault,
  'id' | 'breaks' | 'says' | 'source' | 'reference' | 'equivalent' | 'conditional'
>

/** A condition that a fault is put under, and how that is done. */
export type Conditional = NonNullable<MatrixFault['conditional']>

/** The origin of a fault. The figures count each origin separately. */
export type Source = MatrixFault['source']

export const sourceInWords: Record<Source, string> = {
  guard: 'guards left out',
  comparison: 'weaker comparisons',
  answer: 'fields of answers',
  behaviour: 'by hand',
  'field-notes': 'seen in the field',
}

export const sources = Object.keys(sourceInWords) as Source[]
