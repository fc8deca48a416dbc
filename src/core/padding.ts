/**
 * Returns the offset at which trailing white space can be cut off. The first few characters of it may belong to
 * something, so they are kept.
 */
export function paddingOf(text: string): number {
  return Math.min(text.length, text.trimEnd().length + 64)
}
