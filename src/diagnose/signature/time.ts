/** Seconds since 1970 as a date and time; as they are where no calendar has them. */
export function timeOf(seconds: number): string {
  return Math.abs(seconds) > lastSecond
    ? `${seconds} s`
    : new Date(seconds * 1000).toISOString().replace('.000Z', 'Z')
}

/** Of a Date. */
const lastSecond = 8.64e12
