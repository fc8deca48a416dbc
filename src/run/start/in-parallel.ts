/** Does the same with each thing, so many at a time; begins none once it was aborted. */
export async function inParallel<T>(
  things: T[],
  run: (thing: T) => Promise<void>,
  { concurrency, signal }: { concurrency: number; signal?: AbortSignal },
): Promise<void> {
  const worker = async (): Promise<void> => {
    for (let next = things.shift(); next && !signal?.aborted; next = things.shift()) await run(next)
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
}
