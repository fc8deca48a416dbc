import { type Defect, faultBy } from '../fault.ts'

/** Ways in which routers compare paths less strictly than the rules of what needs a token. */
const lax = [
  { way: 'slash-at-its-end', what: 'with a slash at its end', pathOf: (path) => path.replace(/\/$/, '') },
  { way: 'two-slashes', what: 'with two slashes', pathOf: (path) => path.replace(/\/{2,}/g, '/') },
  { way: 'capitals', what: 'in capitals', pathOf: inLowerCase },
  { way: 'parameter', what: 'with a parameter', pathOf: (path) => path.replace(/;[^/]*$/, '') },
  { way: 'extension', what: 'with an extension', pathOf: (path) => path.replace(/\.json$/, '') },
  { way: 'dot-segment', what: 'with a dot segment', pathOf: (path) => path.replace(/\/\.(?=\/)/g, '') },
] satisfies Array<{ way: string; what: string; pathOf: (path: string) => string }>

/** Returns the path with the names of collections in lower case. Ids keep theirs. */
function inLowerCase(path: string): string {
  return path.replace(/[A-Z]+(?:-[A-Z]+)+|QUOTES/, (name) => name.toLowerCase())
}

/** Faults by which an operation needs no token if its path is written otherwise. */
export const otherPathFaults: readonly Defect[] = lax.map(({ way, what, pathOf }) =>
  faultBy('requests', 'pathOf', {
    id: `path-${way}-needs-no-token`,
    breaks: 'token.required',
    says: `An operation needs neither a token nor a signature if its path is written ${what}`,
    source: 'comparison',
    without: ['token-present', 'signature-present'],
    while: ({ request }) => {
      const [path = ''] = request.targetUri.replace(/^\w+:\/\/[^/]*/, '').split('?', 1)
      return pathOf(path) !== path
    },
    gives: (path) => pathOf(path),
  }),
)
