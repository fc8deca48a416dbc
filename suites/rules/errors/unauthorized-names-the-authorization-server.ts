import type { PassiveCheck } from '../../../src/check/kinds/passive.ts'
import { operationIds } from '../../../src/core/operations.ts'

const requirement = 'errors.401.www-authenticate'
const want = 'WWW-Authenticate with the challenge GNAP as_uri=<absolute URI>'

export const unauthorizedNamesTheAuthorizationServer: PassiveCheck = {
  id: 'rules/unauthorized-names-the-authorization-server',
  title: 'Every 401 response names the authorization server',
  detects: 'challenge-absent',
  claims: () => [requirement],
  operations: [...operationIds],
  needs: {},
  start: () => (seen) => {
    const { response } = seen.exchange
    if (response?.status !== 401) return []
    const header = response.headers['www-authenticate']
    const held = header !== undefined && namesAuthorizationServer(header)
    return [
      {
        requirement,
        held,
        want,
        got: header === undefined ? 'no WWW-Authenticate' : `WWW-Authenticate: ${header}`,
      },
    ]
  },
}

/** Returns true if one of the challenges is GNAP with an absolute as_uri. */
export function namesAuthorizationServer(header: string): boolean {
  return authorizationServerIn(header) !== undefined
}

/**
 * Finds the absolute as_uri of the GNAP challenge, or undefined if there is none. It may be bare or quoted, among any
 * other parameters and challenges, with names in any case. RFC 9635, section 9.1, separates its other parameters by a
 * semicolon.
 */
export function authorizationServerIn(header: string): string | undefined {
  const challenge = /(?:^|,)\s*GNAP\s+(.*)$/is.exec(header)?.[1]
  const found = challenge && /(?:^|[,;\s])as_uri\s*=\s*(?:"([^"]*)"|([^\s,"]+))/i.exec(challenge)
  const uri = found ? (found[1] ?? found[2]?.replace(/;(?:access|referrer)=.*$/i, '') ?? '') : ''
  return URL.canParse(uri) ? uri : undefined
}
