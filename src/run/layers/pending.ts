import type { Layer } from './transport.ts'

/** Keeps track of requests that may create something while they are under way. */
export function pending(creating: Set<Promise<unknown>>): Layer {
  return (next) => (draft, tamper) => {
    const sent = next(draft, tamper)
    if (!draft.operation?.startsWith('create-')) return sent
    creating.add(sent)
    return sent.finally(() => creating.delete(sent))
  }
}
