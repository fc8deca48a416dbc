import type { Questioner } from '../../app/requests/conversation.ts'

/** Answers question by question with these lines, and then no more; `asked` gets what was asked. */
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
