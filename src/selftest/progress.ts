/** How far a selftest is, as one line that is written over; nothing for a pipe. */
export function progressLine(
  { done, of, unnoticed }: { done: number; of: number; unnoticed: number },
  { terminal }: { terminal: boolean },
): string {
  if (!terminal) return ''
  if (done === of) return erased
  return `${erased}${done} of ${of} faults${unnoticed === 0 ? '' : `, ${unnoticed} not noticed`}`
}

const erased = '\r\u001b[2K'
