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
  start: () => (seen) => {
    const { response } = seen.exchange
    if (response?.status !== 401) return []
    const header = response.headers['www-authenticate']
    const held = header !== undefined && authorizationServerIn(header) !== undefined
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

/**
 * Finds the absolute as_uri of the GNAP challenge, or undefined if there is none. It may be bare or quoted, among any
 * other parameters and challenges, with names in any case. RFC 9635, section 9.1, separates its other parameters by a
 * semicolon. What stands within a quoted string (RFC 9110, section 5.6.4) is neither a challenge nor a parameter.
 */
export function authorizationServerIn(header: string): string | undefined {
  const texts: string[] = []
  const plain = header.replace(/"((?:[^"\\]|\\.)*)"/g, (_, text: string) => {
    texts.push(text.replace(/\\(.)/g, '$1'))
    return `"${texts.length - 1}"`
  })
  const rest = /(?:^|,)\s*GNAP\s+(.*)$/is.exec(plain)?.[1]
  const [own = ''] = rest?.split(/,\s*[\w-]+\s+[\w-]+\s*=/) ?? []
  const found = /(?:^|[,;\s])as_uri\s*=\s*(?:"(\d+)"|([^\s,"]+))/i.exec(own)
  const bare = found?.[2]?.replace(/;(?:access|referrer)=.*$/i, '')
  const uri = bare ?? texts[Number(found?.[1])] ?? ''
  return URL.canParse(uri) ? uri : undefined
}
