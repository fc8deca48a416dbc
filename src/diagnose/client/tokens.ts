import type { Profile } from '../../catalogue/profile.ts'
import { broken, held, type Judging, judged } from './claim.ts'
import { needsToken } from './needs-token.ts'
import type { ReadRequest } from './request.ts'

const credentialsIn = ({
  message: { headers },
}: ReadRequest): { scheme: string; token: string } | undefined => {
  const [, scheme, token] = /^(\S+) +(\S.*)$/.exec(headers['authorization']?.trim() ?? '') ?? []
  return scheme === undefined || token === undefined ? undefined : { scheme, token }
}

/** What binds a client in its tokens, by requirement. */
export function tokenJudgings({ authorizationScheme }: Profile): Readonly<Record<string, Judging>> {
  return {
    'client.token.carried': {
      shownBy: 'a request of the client',
      on: needsToken,
      judge: (request) => {
        const want = `an authorization header with ${authorizationScheme} and a token`
        const { authorization } = request.message.headers
        const credentials = credentialsIn(request)
        if (credentials?.scheme.toLowerCase() === authorizationScheme.toLowerCase()) return held(want)
        return broken(want, authorization === undefined ? 'no authorization header' : 'one of another form')
      },
    },
    'client.token.from-authorization-server': {
      shownBy: 'a request with a token that the client got through a grant',
      judge: (request, { originOf }) => {
        const credentials = credentialsIn(request)
        const origin = credentials && originOf(credentials.token)
        if (!credentials || origin === 'given') return undefined
        return judged(
          'a token that the authorization server issued',
          origin === 'granted' ? undefined : 'a token that it never issued',
        )
      },
    },
  }
}
