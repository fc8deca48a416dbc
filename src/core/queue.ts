/** Does pieces of work one after the other, in the order in which they come, even if one of them fails. */
export type Queue = <T>(work: () => Promise<T>) => Promise<T>

export function createQueue(): Queue {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const own = last.then(work, work)
    last = own
    return own
  }
}
