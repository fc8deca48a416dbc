import { type Answer, answerInWords } from './answer.ts'
import { serverWords } from './server-words.ts'

const longest = 200

/**
 * Returns the status of a response with one line of the server's own words: `status 400: The receiver does not exist`.
 */
export function answerInFull(answer: Answer): string {
  const { response } = answer
  const words = response && serverWords(response.text, response.headers['www-authenticate'] ?? '')
  return words === undefined ? answerInWords(answer) : `${answerInWords(answer)}: ${inOneLine(words)}`
}

const inOneLine = (words: string): string => {
  const line = words.replace(/\s+/g, ' ').trim()
  return line.length > longest ? `${line.slice(0, longest)}…` : line
}
