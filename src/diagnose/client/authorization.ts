import { broken, type ClaimJudging, held } from './claim.ts'
import { type AuthorizationOperation, authorizationOperations, type ReadRequest } from './request.ts'

/** By which guard of the authorization server a request is refused that breaks a requirement. */
interface Duty {
  want: string
  shownBy: string
  on: readonly AuthorizationOperation[]
  guards: RegExp
}

const aGrant = 'a grant request of the client'

const duties: Readonly<Record<string, Duty>> = {
  'client.authorization.signed': {
    want: 'a signature over the request as it was sent, by a key of the client',
    shownBy: 'a request of the client to the authorization server',
    on: authorizationOperations,
    guards: /^(?:signature|digest)-|^client-keys$/,
  },
  'client.authorization.grant-request': {
    want: 'a grant request as the specification describes it',
    shownBy: aGrant,
    on: ['post-request'],
    guards: /^invalid_(?:request|client)$/,
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
 * What binds a client at the authorization server, by requirement. Keys, grants and tokens are the server's to know, so its
 * word counts: broken is what it refuses for the sake of the requirement, held what it serves.
 */
export const authorizationJudgings: Readonly<Record<string, ClaimJudging>> = Object.fromEntries(
  Object.entries(duties).map(([id, { want, shownBy, on, guards }]) => [
    id,
    {
      shownBy,
      on: () => on,
      judge: ({ refusal, accepted }: ReadRequest) => {
        if (refusal && guards.test(refusal.guard ?? '')) return broken(want, refusal.description)
        return accepted ? held(want) : undefined
      },
    },
  ]),
)
