import { answer } from '../core/answer.ts'
import { asObject, asText, member, parsedBody } from '../core/json.ts'
import { isUuid } from '../core/random.ts'
import type { ReceivedRequest } from '../core/request.ts'
import { closedBodyGuards } from '../profiles/closed-bodies.ts'
import type { Behaviour } from '../state/world.ts'
import { type Fault, fault } from './fault.ts'

/** Where a token is taken from a request without an authorization header. */
const takenFrom = (place: string, tokenIn: (request: ReceivedRequest) => string | undefined): Fault => ({
  ...fault(
    `token-in-${place}-taken`,
    'token.in-header',
    `An access_token in the ${place} is accepted in place of the authorization header`,
    ({ authorization }) => ({
      authorization: (request) => {
        const token = tokenIn(request)
        return authorization(request) ?? (token === undefined ? undefined : `GNAP ${token}`)
      },
    }),
  ),
  // Conditions know a token by its header.
  never: ['first-use-of-token', 'later-use-of-token'],
})

const tokenInBody = ({ body }: ReceivedRequest): string | undefined =>
  asText(member(asObject(parsedBody(body)), 'access_token'))

const keyIdIn = ({ headers }: ReceivedRequest): string =>
  /;keyid="([^"]*)"/.exec(headers.get('signature-input') ?? '')?.[1] ?? ''

export const tokenFaults: readonly Fault[] = [
  takenFrom('query', ({ targetUri }) => new URL(targetUri).searchParams.get('access_token') ?? undefined),
  // Who takes it from there allows it there.
  {
    ...takenFrom('body', tokenInBody),
    without: closedBodyGuards.map(({ id }) => id),
    while: ({ request }) => tokenInBody(request) !== undefined,
    operations: ['create-quote', 'create-outgoing-payment', 'create-incoming-payment'],
  },
  {
    id: 'keyid-ignored',
    breaks: 'signature.keyid.equals-kid',
    says: "The server verifies a signature with the key of the token's client, whatever keyid is",
    source: 'behaviour',
    without: ['key-bound-to-token'],
    override: ({ keyFor }) => ({
      keyFor: (world, keyId, token) => token?.client.key ?? keyFor(world, keyId, token),
    }),
  },
  {
    id: 'unknown-uuid-as-keyid-taken',
    breaks: 'signature.keyid.known',
    says: "An unknown key id that is a UUID is treated as the key id of the token's client",
    source: 'behaviour',
    without: ['key-bound-to-token'],
    while: ({ request }) => isUuid(keyIdIn(request)),
    override: ({ keyFor }) => ({
      keyFor: (world, keyId, token) =>
        keyFor(world, keyId, token) ?? (isUuid(keyId) ? token?.client.key : undefined),
    }),
  },
  {
    id: 'invalid-token-gets-public-form',
    breaks: 'token.known',
    says: 'An unknown token gets the public form of an incoming payment',
    source: 'behaviour',
    override: ({ refused }) => ({
      refused: (world, refusal) => {
        const payment = refusal.context?.subject.incomingPayment
        return payment && refusal.guard === 'token-known'
          ? answer(200, world.showPublicForm(world, payment))
          : refused(world, refusal)
      },
    }),
  },
]

const challengeFault = (id: string, says: string, challenge: Behaviour['challenge']): Fault => ({
  id,
  breaks: 'errors.401.www-authenticate',
  says,
  source: 'behaviour',
  override: () => ({ challenge }),
})

export const challengeFaults: readonly Fault[] = [
  challengeFault('challenge-absent', 'A 401 has no WWW-Authenticate header', () => undefined),
  challengeFault('challenge-without-as-uri', 'A 401 names no authorization server', () => 'GNAP'),
  challengeFault(
    'challenge-relative',
    'A 401 names the authorization server by a relative URI',
    () => 'GNAP as_uri=/auth',
  ),
  challengeFault(
    'challenge-of-another-scheme',
    'The challenge of a 401 has a scheme other than GNAP',
    (authServer) => `Bearer as_uri=${authServer}`,
  ),
  fault(
    'public-form-names-another-authorization-server',
    'public-incoming-payment.auth-server.as-challenged',
    'The public form of an incoming payment names another authorization server than a 401',
    ({ showPublicForm }) => ({
      showPublicForm: (world, payment) => {
        const shown = showPublicForm(world, payment)
        return { ...shown, authServer: `${shown.authServer}/grants` }
      },
    }),
  ),
  fault(
    'challenge-names-another-each-time',
    'errors.401.same-authorization-server',
    'Each 401 names a different authorization server',
    () => {
      let count = 0
      return { challenge: (authServer) => `GNAP as_uri=${authServer}/${++count}` }
    },
  ),
]
