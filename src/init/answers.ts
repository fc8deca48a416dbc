import { ConfigurationError } from '../core/errors.ts'
import type { Question, QuestionName } from './questions.ts'

export type InitAnswers = Record<QuestionName, string>

/** The source of answers that no option gives. */
export interface Respondent {
  /** Set if a person answers, who is asked again after an invalid answer. */
  isPerson: boolean
  /** Asks a question. Resolves to undefined if no more answers will come. */
  ask: (question: string, options?: { hidden?: boolean }) => Promise<string | undefined>
}

export const noAnswers: InitAnswers = {
  baseUrl: '',
  walletAddress: '',
  asset: '',
  key: '',
  keyId: '',
  tokenVariable: '',
  openReceiver: '',
  fixedReceiver: '',
}

/**
 * Returns the answer to a question: that of its option, or else that of the respondent, or else the default of the
 * question.
 */
export async function answerTo(
  question: Question,
  given: string | undefined,
  respondent: Respondent | undefined,
): Promise<string> {
  if (given !== undefined || !respondent) return accepted(question, given)
  const { asks, otherwise } = question
  const words = `${asks}${otherwise ? ` [${otherwise}]` : ''}:`
  let answer = await respondent.ask(words)
  while (respondent.isPerson && answer !== undefined) {
    const flaw = flawIn(question, answer.trim() || otherwise)
    if (flaw === undefined) break
    answer = await respondent.ask(`It ${flaw}. ${words}`)
  }
  return accepted(question, answer?.trim() || undefined)
}

const flawIn = (question: Question, text: string | undefined): string | undefined =>
  text === undefined ? 'is required' : question.flaw(text)

/** Returns a valid answer. Throws a ConfigurationError, which never shows the answer, if it is invalid. */
const accepted = (question: Question, given: string | undefined): string => {
  const text = given ?? question.otherwise
  const flaw = flawIn(question, text)
  if (text !== undefined && flaw === undefined) return text
  throw new ConfigurationError(
    'ERR_INIT_ANSWER',
    `${question.asks}: it ${flaw}; enter it or set ${question.option}`,
  )
}
