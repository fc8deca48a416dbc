/** Where the spaces begin that a text ends with, but for the first few, which may belong to something. */
export function paddingOf(text: string): number {
  let end = text.length
  while (text.charCodeAt(end - 1) === 0x20) end--
  return Math.min(text.length, end + 64)
}
