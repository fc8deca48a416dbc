const characters = /^(?:[\w.~!$&'()*+,;=:@-]|%[0-9A-Fa-f]{2})+$/

/** Whether a text can stand in a path as it is, between two slashes (RFC 3986, section 3.3). */
export function isPathSegment(text: string): boolean {
  return characters.test(text)
}

/** What stands for {id} in a path: the id URL's last path segment, as it stands there; '' where it has none. */
export function lastSegment(id: string): string {
  const [path = ''] = id.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '').split(/[?#]/, 1)
  return path.slice(path.lastIndexOf('/') + 1)
}
