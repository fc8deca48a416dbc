/** Formats seconds since 1970 as a date and time, or as plain seconds if they are outside the range of a Date. */
export function timeOf(seconds: number): string {
  return Math.abs(seconds) > lastSecond
    ? `${seconds} s`
    : new Date(seconds * 1000).toISOString().replace('.000Z', 'Z')
}

/** The last second that a Date can hold. */
const lastSecond = 8.64e12
