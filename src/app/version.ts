import { existsSync, readFileSync } from 'node:fs'

/** Returns the version of the package, from source and from dist alike. */
export function version(): string {
  const place = ['../../package.json', '../../../package.json']
    .map((path) => new URL(path, import.meta.url))
    .find((url) => existsSync(url))
  const described: { version?: unknown } = place ? JSON.parse(readFileSync(place, 'utf8')) : {}
  return String(described.version)
}
