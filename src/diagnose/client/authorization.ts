import { valueAt } from '../../core/json.ts'
import { broken, type ClaimJudging, held, isRefusal, judged, undecided } from './claim.ts'
import { type AuthorizationOperation, authorizationOperations, type ReadRequest } from './request.ts'

/** A duty of the client at the authorization server, and the guards that refuse a request which breaks it. */
interface GrantDuty {
  want: string
  shownBy: string
  on: readonly AuthorizationOperation[]
  guards: RegExp
  /** Returns what is wrong with a request that the server may serve all the same. */
  flaw?: (request: ReadRequest) => string | undefined
}

const aGrant = 'a grant request of the client'

const duties: Readonly<Record<string, GrantDuty>> = {
  'client.authorization.signed': {
    want: 'a signature over the request as it was sent, by a key of the client',
    shownBy: 'a request of the client to the authorization server',
    on: authorizationOperations,
    guards: /^(?:signature|digest)-/,
    // A server may know other keys of the client, and accept forms that cannot be read here.
    flaw: ({ unsigned, deviation, accepted }) =>
      accepted ? undefined : (unsigned ?? (deviation && `it ${deviation.says}`)),
  },
  'client.authorization.grant-request': {
    want: 'a grant request as the specification describes it',
    shownBy: aGrant,
    on: ['post-request'],
    guards: /^invalid_(?:request|client)$/,
    flaw: ({ json }) =>
      Array.isArray(valueAt(json, 'access_token')) ? 'an array in access_token' : undefined,
  },
  'client.authorization.keys': {
    want: 'a key set in the jwks.json of the wallet address of the client',
    shownBy: aGrant,
    on: ['post-request'],
    guards: /^client-keys$/,
  },
  'client.authorization.wait': {
    want: 'no continuation before the wait is over',
    shownBy: 'a continuation of a grant by the client',
    on: ['post-continue'],
    guards: /^too_fast$/,
  },
  'client.authorization.interact-ref': {
    want: 'the interact_ref of the redirect after the interaction',
    shownBy: 'a continuation of a grant by the client',
    on: ['post-continue'],
    guards: /^interact-ref$/,
  },
  'client.authorization.token': {
    want: 'the URL and the token that the authorization server gave for it',
    shownBy: 'a continuation of a grant, or the management of a token, by the client',
    on: ['post-continue', 'delete-continue', 'post-token', 'delete-token'],
    guards: /^(?:continuation|managed)-(?:token|known)$/,
  },
}

/**
 * Returns how each duty of a client at the authorization server is judged, by requirement. Only the server knows keys,
 * grants and tokens, so its word counts: a duty is broken if the server refuses a request because of it, and held if
 * the server serves the request.
 */
export function authorizationJudgings(): Readonly<Record<string, ClaimJudging>> {
  return { ...dutyJudgings, 'client.authorization.nonce': nonceJudging() }
}

const dutyJudgings: Readonly<Record<string, ClaimJudging>> = Object.fromEntries(
  Object.entries(duties).map(([id, { want, shownBy, on, guards, flaw = () => undefined }]) => [
    id,
    {
      shownBy,
      on: () => on,
      judge: (request: ReadRequest) => {
        const { refusal, accepted, status } = request
        if (refusal && guards.test(refusal.guard)) return broken(want, refusal.description)
        const says = flaw(request)
        if (says !== undefined) return broken(want, says)
        if (accepted) return held(want)
        return refusal || !isRefusal(status) ? undefined : undecided(want)
      },
    },
  ]),
)

/** Remembers the nonces of accepted requests only: a client may send a refused request again unchanged. */
function nonceJudging(): ClaimJudging {
  const served = new Set<string>()
  return {
    shownBy: 'a grant request of the client with interact.finish',
    on: () => ['post-request'],
    judge: ({ accepted, json }) => {
      const nonce = valueAt(json, 'interact', 'finish', 'nonce')
      if (!accepted || typeof nonce !== 'string') return undefined
      const isUsed = served.has(nonce)
      served.add(nonce)
      return judged('a new nonce in each grant request', isUsed ? 'that of an earlier one' : undefined)
    },
  }
}
