import type { Target } from '../target/target.ts'
import type { Answer } from '../wire/answer.ts'
import type { Draft } from '../wire/draft.ts'

/** The servers beside the target that have not answered in time. */
export interface SilentElsewhere {
  /** Sends, unless the server was silent before: then that failure is the answer, and nobody waits again. */
  ask: (draft: Draft, send: () => Promise<Answer>) => Promise<Answer>
}

export function createSilentElsewhere({ baseUrl: ours }: Pick<Target, 'baseUrl'>): SilentElsewhere {
  const silent = new Map<string, Answer>()
  return {
    ask: async ({ baseUrl = ours }, send) => {
      const known = silent.get(baseUrl)
      if (known) return known
      const answer = await send()
      if (baseUrl !== ours && answer.failure?.code === 'timeout') silent.set(baseUrl, answer)
      return answer
    },
  }
}
