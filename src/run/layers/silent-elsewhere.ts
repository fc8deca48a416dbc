import type { Answer } from '../../http/answers/answer.ts'
import type { Target } from '../../target-file/target.ts'
import type { Layer } from './transport.ts'

/**
 * Stops asking a server other than the target after it did not answer in time: that failure is then the answer to every
 * further request.
 */
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
