import type { Answer } from '../../http/answers/answer.ts'
import type { Target } from '../../target-file/target.ts'
import type { Layer } from './transport.ts'

/** A server beside the target that did not answer in time is not asked again: that failure is the answer from then on. */
export function sparingSilentServers({ baseUrl: ours }: Pick<Target, 'baseUrl'>): Layer {
  const silent = new Map<string, Answer>()
  return (next) => async (draft, tamper) => {
    const { baseUrl = ours } = draft
    const known = silent.get(baseUrl)
    if (known) return known
    const answer = await next(draft, tamper)
    if (baseUrl !== ours && answer.failure?.code === 'timeout') silent.set(baseUrl, answer)
    return answer
  }
}
