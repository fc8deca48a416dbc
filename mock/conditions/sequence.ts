import type { TokenKind } from '../state/resources.ts'
import { atMoment, type Condition } from './condition.ts'

const ofConnections: readonly Condition[] = [
  atMoment(
    'connection',
    'first-on-connection',
    'on the first request of a connection',
    ({ isFirstOnConnection }) => isFirstOnConnection,
  ),
  atMoment(
    'connection',
    'later-on-connection',
    'on later requests of a connection',
    ({ isFirstOnConnection }) => !isFirstOnConnection,
  ),
  atMoment(
    'connection',
    'another-under-way',
    'while the server is busy with a request of another connection',
    ({ isAnotherUnderWay }) => isAnotherUnderWay,
  ),
]

const ofCounts: readonly Condition[] = [
  atMoment('count', 'every-third', 'on every third request', ({ count }) => count % 3 === 0),
  atMoment('count', 'every-eleventh', 'on every eleventh request', ({ count }) => count % 11 === 0),
]

const nameOf: Readonly<Partial<Record<TokenKind, string>>> = {
  full: 'full',
  readOnly: 'read-only',
  writeOnly: 'write-only',
  expired: 'expired',
  revoked: 'revoked',
  limited: 'limited',
  otherClient: 'other-client',
  receivers: 'receivers',
}

const ofTokens: readonly Condition[] = [
  atMoment(
    'token',
    'first-use-of-token',
    'when a token is used for the first time',
    ({ isFirstUseOfToken }) => isFirstUseOfToken,
  ),
  atMoment(
    'token',
    'later-use-of-token',
    'when a token has been used before',
    ({ isFirstUseOfToken }) => !isFirstUseOfToken,
  ),
  ...Object.entries(nameOf).map(([kind, name]) =>
    atMoment('token', `token-${name}`, `with a ${kind} token`, ({ token }) => token?.kind === kind),
  ),
]

/** Conditions on the requests that came before, and on the sender of a request. */
export const sequenceConditions: readonly Condition[] = [...ofConnections, ...ofCounts, ...ofTokens]
