import { NoFurtherConnection } from '../../check/session.ts'
import type { Layer, Transport } from './transport.ts'

/**
 * Throws NoFurtherConnection if a request on a connection of its own got no response because the server accepts no more
 * connections. Any response on a further connection shows that the server still accepts them.
 */
export function connected(wire: Transport): Layer {
  const bare = { method: 'GET', path: '/', signing: 'none', invalid: true, line: { requests: 1 } } as const
  return (next) => async (draft, tamper) => {
    const answer = await next(draft, tamper)
    if (draft.line && answer.failure && (await wire(bare)).response === undefined)
      throw new NoFurtherConnection('the server takes no further connection')
    return answer
  }
}
