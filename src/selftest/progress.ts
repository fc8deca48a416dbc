import { lines, type Printable } from '../report/printable.ts'
import { erased } from '../report/progress.ts'

/** How far a selftest is, as one line that is written over; nothing for a pipe. */
export function progressLine(
  { done, of, surviving }: { done: number; of: number; surviving: number },
  { terminal }: { terminal: boolean },
): Printable {
  if (!terminal) return lines('')
  if (done === of) return lines(erased)
  return lines(`${erased}${done} of ${of} faults${surviving === 0 ? '' : `, ${surviving} not killed`}`)
}
