/** Where the white space begins that a text ends with, but for the first few characters, which may belong to something. */
export function paddingOf(text: string): number {
  return Math.min(text.length, text.trimEnd().length + 64)
}
