import type { Questioner } from '../../app/requests/conversation.ts'

/** Answers each question with the next of these lines until none is left. `asked` collects the questions. */
export function answering(
  lines: readonly string[],
  { isPerson = false, asked = [] as string[] } = {},
): Questioner {
  const left = [...lines]
  return {
    isPerson,
    ask: async (question) => {
      asked.push(question)
      return left.shift()
    },
    close: () => undefined,
  }
}
