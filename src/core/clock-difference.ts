/** Describes how a server's clock differs from the harness's: `10 min ahead of ours`. `ahead` is in milliseconds. */
export function clockDifference(ahead: number): string {
  return `${span(Math.abs(ahead))} ${ahead < 0 ? 'behind' : 'ahead of'} ours`
}

const span = (milliseconds: number): string => {
  const seconds = Math.round(milliseconds / 1000)
  if (seconds < 120) return `${seconds} s`
  const minutes = Math.round(seconds / 60)
  if (minutes < 90) return `${minutes} min`
  const hours = Math.round(minutes / 60)
  return hours < 48 ? `${hours} h` : `${Math.round(hours / 24)} days`
}
