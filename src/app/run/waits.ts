import type { Environment } from '../../core/environment.ts'

/** What is waited for, and for how many milliseconds more at most. */
interface WaitLeft {
  what: string
  left: number
}

/** How often it is shown how long a wait takes. */
const second = 1000

/** Shows the longest of all waits once a second; what it gives for a wait is called when that is over. */
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
    // Nobody waits for what is only shown.
    timer ??= setInterval(tick, second).unref()
    return () => void open.delete(wait)
  }
}
