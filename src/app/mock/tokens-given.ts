import type { Exchange } from '../../../mock/exchanges/exchange.ts'
import { authServerUrl } from '../../../mock/state/lookup.ts'
import type { World } from '../../../mock/state/world.ts'
import { parseJson } from '../../core/json.ts'
import type { ServerSide, TokenOrigin } from '../../diagnose/client/request.ts'
import { createRedactor, type Redactor } from '../../http/redact.ts'
import type { Secret } from '../../target-file/target.ts'
import { keysOf } from './explain-refused.ts'

/** What a mock has handed out and registered, as its client is judged by it. */
export interface TokensGiven {
  /** Keeps them out of the record. */
  redactor: Redactor
  /** Remembers the tokens that an answer gives. */
  see: (exchange: Exchange) => void
  serverSide: () => ServerSide
}

export function tokensGiven(world: World): TokensGiven {
  const granted = new Set<string>()
  const secrets: Secret[] = [...world.tokens.keys()].map((value) => ({ name: 'a token of the mock', value }))
  const originOf = (token: string): TokenOrigin | undefined => {
    if (granted.has(token)) return 'granted'
    const known = world.tokens.get(token)
    return known && (known.access ? 'granted' : 'given')
  }
  return {
    redactor: createRedactor(secrets),
    see: ({ targetUri, status, answerBody }) => {
      if (status >= 300 || !targetUri.startsWith(authServerUrl(world))) return
      for (const value of valuesIn(Buffer.from(answerBody).toString())) {
        granted.add(value)
        secrets.push({ name: 'a granted token', value })
      }
    },
    serverSide: () => ({ keys: keysOf(world), originOf }),
  }
}

/** The access token of a grant, as GNAP has it (RFC 9635, 3.2.1). */
const valuesIn = (text: string): string[] => {
  const { access_token: token } = Object(parseJson(text)) as { access_token?: unknown }
  const { value } = Object(token) as { value?: unknown }
  return typeof value === 'string' ? [value] : []
}
