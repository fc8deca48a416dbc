/**
 * Returns the path and query of a request that this process received, or undefined if its target is not a path (RFC
 * 9112, section 3.2.1). Any text can stand there, so it is never given to `new URL` unchecked.
 */
export function requestTarget(
  target: string | undefined,
): { pathname: string; searchParams: URLSearchParams } | undefined {
  if (!target?.startsWith('/')) return undefined
  const cut = target.indexOf('?')
  const pathname = cut < 0 ? target : target.slice(0, cut)
  return { pathname, searchParams: new URLSearchParams(cut < 0 ? '' : target.slice(cut + 1)) }
}
