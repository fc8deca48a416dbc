import type { Environment } from '../../core/environment.ts'

/** The reason for a wait, and its longest remaining time in milliseconds. */
interface WaitLeft {
  what: string
  left: number
}

/** The interval at which the remaining time is shown, in milliseconds. */
const second = 1000

/**
 * Shows the longest of all waits once a second. Returns a function that begins a wait. That one returns the function
 * that ends it.
 */
export function createWaits(
  show: (wait: WaitLeft) => void,
  { monotonic }: Pick<Environment, 'monotonic'>,
): (wait: WaitLeft) => () => void {
  const open = new Set<{ what: string; until: number }>()
  let timer: NodeJS.Timeout | undefined
  const tick = (): void => {
    const [longest] = [...open].sort((one, other) => other.until - one.until)
    if (longest) show({ what: longest.what, left: Math.max(0, longest.until - monotonic()) })
    else {
      clearInterval(timer)
      timer = undefined
    }
  }
  return ({ what, left }) => {
    const wait = { what, until: monotonic() + left }
    open.add(wait)
    // The timer only shows something, so the process need not stay alive for it.
    timer ??= setInterval(tick, second).unref()
    return () => void open.delete(wait)
  }
}
