import type { Answer } from '../../http/answer.ts'
import type { RequestDraft } from '../../http/draft.ts'
import type { Target } from '../../target-file/target.ts'

/** The servers beside the target that have not answered in time. */
export interface SilentElsewhere {
  /** Sends, unless the server was silent before: then that failure is the answer, and nobody waits again. */
  ask: (draft: RequestDraft, send: () => Promise<Answer>) => Promise<Answer>
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
