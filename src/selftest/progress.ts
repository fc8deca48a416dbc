/** How far a selftest is, as one line that is written over; nothing for a pipe. */
export function progressLine(
  { done, of, surviving }: { done: number; of: number; surviving: number },
  { terminal }: { terminal: boolean },
): string {
  if (!terminal) return ''
  if (done === of) return erased
  return `${erased}${done} of ${of} faults${surviving === 0 ? '' : `, ${surviving} not killed`}`
}

const erased = '\r\u001b[2K'
