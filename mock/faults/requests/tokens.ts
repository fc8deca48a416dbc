import { answer } from '../../core/answer.ts'
import { asObject, asText, member, parsedBody } from '../../core/json.ts'
import { isUuid } from '../../core/random.ts'
import type { ReceivedRequest } from '../../core/request.ts'
import { closedBodyGuards } from '../../profiles/closed-bodies.ts'
import { type Defect, faultBy, faultsBy } from '../fault.ts'

const authorizedBy = (token: string | undefined): string | undefined =>
  token === undefined ? undefined : `GNAP ${token}`

const tokenInQuery = ({ targetUri }: ReceivedRequest): string | undefined =>
  authorizedBy(new URL(targetUri).searchParams.get('access_token') ?? undefined)

const tokenInBody = ({ body }: ReceivedRequest): string | undefined =>
  authorizedBy(asText(member(asObject(parsedBody(body)), 'access_token')))

/** Conditions that never hold, because they identify a token by its authorization header. */
const usesOfToken = ['first-use-of-token', 'later-use-of-token']

export const keyIdIn = ({ headers }: ReceivedRequest): string | undefined =>
  /;keyid="([^"]*)"/.exec(headers.get('signature-input') ?? '')?.[1]

export const tokenFaults: readonly Defect[] = [
  ...faultsBy('requests', 'authorization', {
    'token-in-query-taken': {
      breaks: 'token.in-header',
      says: 'An access_token in the query is accepted in place of the authorization header',
      never: usesOfToken,
      gives: (authorization, request) => authorization ?? tokenInQuery(request),
    },
    'token-in-other-header-taken': {
      breaks: 'token.in-header',
      says: 'The token in X-Access-Token is accepted in place of the authorization header',
      never: usesOfToken,
      gives: (authorization, { headers }) => authorization ?? authorizedBy(headers.get('x-access-token')),
    },
    // A server that takes the token from the body must also allow the field there.
    'token-in-body-taken': {
      breaks: 'token.in-header',
      says: 'An access_token in the body is accepted in place of the authorization header',
      never: usesOfToken,
      gives: (authorization, request) => authorization ?? tokenInBody(request),
      without: closedBodyGuards.map(({ id }) => id),
      while: ({ request }) => tokenInBody(request) !== undefined,
      operations: ['create-quote', 'create-outgoing-payment', 'create-incoming-payment'],
    },
  }),
  ...faultsBy('requests', 'keyFor', {
    'keyid-ignored': {
      breaks: 'signature.keyid.equals-kid',
      says: "The server verifies a signature with the key of the token's client, whatever keyid is",
      without: ['key-bound-to-token'],
      gives: (key, _keyId, token) => token?.client.key ?? key,
    },
    'unknown-uuid-as-keyid-taken': {
      breaks: 'signature.keyid.known',
      says: "An unknown key id that is a UUID is treated as the key id of the token's client",
      without: ['key-bound-to-token'],
      while: ({ request }) => isUuid(keyIdIn(request) ?? ''),
      gives: (key, keyId, token) => key ?? (isUuid(keyId) ? token?.client.key : undefined),
    },
  }),
  {
    id: 'right-by-the-overriding-method',
    breaks: 'right.create',
    says: 'The method in X-HTTP-Method-Override, and not that of the request, decides which right a token needs',
    source: 'comparison',
    without: ['right-create'],
    while: ({ request }) =>
      request.method === 'POST' && request.headers.get('x-http-method-override') === 'GET',
  },
  ...faultsBy('answers', 'refused', {
    'unmodified-for-everybody': {
      breaks: 'token.known',
      says: 'A cache answers a conditional GET with 304 before the token is looked at',
      takes: (refusal) => {
        const { method, headers } = refusal.context?.request ?? {}
        const isConditional = method === 'GET' && headers?.has('if-none-match')
        const isOfToken = refusal.guard === 'token-present' || refusal.guard === 'token-known'
        return isConditional && isOfToken ? { ...refusal, status: 304 } : refusal
      },
    },
    'invalid-token-gets-public-form': {
      breaks: 'token.known',
      says: 'An unknown token gets the public form of an incoming payment',
      by: (refused, world) => (refusal) => {
        const payment = refusal.context?.subject.incomingPayment
        return payment && refusal.guard === 'token-known'
          ? answer(200, world.behaviour.incomingPayments.showPublicForm(payment))
          : refused(refusal)
      },
    },
  }),
]

const sessionCookie = 'session=op-mock'

/** Fault of a server that begins a session once a token was accepted. */
export const sessionFault = faultBy('answers', 'answered', {
  id: 'session-in-place-of-the-token',
  breaks: 'token.in-header',
  says: 'A valid request begins a session, whose cookie is accepted in place of token and signature',
  source: 'comparison',
  without: ['token-present', 'signature-present'],
  while: ({ request }) => request.headers.get('cookie')?.includes(sessionCookie) === true,
  gives: (answer) => ({
    ...answer,
    headers: { ...answer.headers, 'set-cookie': `${sessionCookie}; Path=/` },
  }),
})

/** Challenges of a 401 that do not name the authorization server as they should. */
const challenges: ReadonlyArray<
  [id: string, says: string, challenge: (authServer: string) => string | undefined]
> = [
  ['absent', 'A 401 has no WWW-Authenticate header', () => undefined],
  ['without-as-uri', 'A 401 names no authorization server', () => 'GNAP'],
  ['relative', 'A 401 names the authorization server by a relative URI', () => 'GNAP as_uri=/auth'],
  [
    'of-another-scheme',
    'The challenge of a 401 has a scheme other than GNAP',
    (authServer) => `Bearer as_uri=${authServer}`,
  ],
]

export const challengeFaults: readonly Defect[] = [
  ...challenges.map(([id, says, challenge]) =>
    faultBy('answers', 'challenge', {
      id: `challenge-${id}`,
      breaks: 'errors.401.www-authenticate',
      says,
      by: () => challenge,
    }),
  ),
  faultBy('answers', 'challenge', {
    id: 'challenge-names-another-each-time',
    breaks: 'errors.401.same-authorization-server',
    says: 'Each 401 names a different authorization server',
    by: () => {
      let count = 0
      return (authServer) => `GNAP as_uri=${authServer}/${++count}`
    },
  }),
  faultBy('answers', 'refused', {
    id: 'challenge-without-known-wallet',
    breaks: 'errors.401.www-authenticate',
    says: 'A 401 for an unknown wallet address names no authorization server',
    gives: (refused, { context }) => {
      const isNamed = context?.query.has('wallet-address') || member(asObject(context?.json), 'walletAddress')
      if (refused.status !== 401 || !isNamed || context?.subject.wallet) return refused
      return { ...refused, headers: { ...refused.headers, 'www-authenticate': 'GNAP as_uri=undefined' } }
    },
  }),
  faultBy('answers', 'refused', {
    id: 'challenge-without-known-id',
    breaks: 'errors.401.www-authenticate',
    says: 'A 401 for an id that no resource has names no authorization server',
    gives: ({ headers, ...refused }, { context }) => {
      const { quote, incomingPayment, outgoingPayment } = context?.subject ?? {}
      const isUnknown = context && context.id !== '' && !quote && !incomingPayment && !outgoingPayment
      return refused.status === 401 && isUnknown ? { ...refused, headers: {} } : { ...refused, headers }
    },
  }),
  faultBy('incomingPayments', 'showPublicForm', {
    id: 'public-form-names-another-authorization-server',
    breaks: 'public-incoming-payment.auth-server.as-challenged',
    says: 'The public form of an incoming payment names another authorization server than a 401',
    gives: (shown) => ({ ...shown, authServer: `${shown.authServer}/grants` }),
  }),
]

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
