const characters = /^(?:[\w.~!$&'()*+,;=:@-]|%[0-9A-Fa-f]{2})+$/

/** Returns true if a text can stand in a path unchanged, between two slashes (RFC 3986, section 3.3). */
export function isPathSegment(text: string): boolean {
  return characters.test(text)
}

/** Returns the value of {id} in a path: the last path segment of the id URL, unchanged, or '' if it has none. */
export function lastSegment(id: string): string {
  const [path = ''] = id.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '').split(/[?#]/, 1)
  return path.slice(path.lastIndexOf('/') + 1)
}
