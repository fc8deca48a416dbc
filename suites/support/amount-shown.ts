import { type Amount, inWords, sameWorth } from '../../src/core/amount.ts'
import type { Answer } from '../../src/http/answers/answer.ts'
import { fieldOf } from '../../src/http/answers/shown.ts'
import { amountIn } from './fields.ts'

/** The result of a claim about a field, in the words of a finding: what was wanted, and what the response shows. */
interface Shown {
  held: boolean
  want: string
  got: string
}

/** Judges an amount in a response. A field without a readable amount is never right. */
export function amountShown(
  answer: Answer,
  field: string,
  want: string,
  isRight: (came: Amount) => boolean,
): Shown {
  const came = amountIn(answer, field)
  return {
    held: came !== undefined && isRight(came),
    want: `${field} ${want}`,
    got: came ? `${field} ${inWords(came)}` : `no ${whatIsMissing(answer, field)}`,
  }
}

const whatIsMissing = (answer: Answer, field: string): string => {
  if (answer.response?.json === undefined) return `JSON body that shows ${field}`
  return fieldOf(answer, field) === undefined ? field : `readable ${field}`
}

/** Judges whether a response shows the amount that was asked for. A server may write it at another scale. */
export function amountKept(answer: Answer, field: string, asked: Amount): Shown {
  return amountShown(answer, field, inWords(asked), (came) => sameWorth(came, asked))
}
