import type { Access } from './access.ts'
import type { Client, Token } from './resources.ts'

/** What a client has asked the authorization server for, and what came of it. */
export interface Grant {
  /** Of its continuation: the last segment of the URL. */
  id: string
  client: Client
  access: readonly Access[]
  /** `asked`: a person has not decided yet; `accepted`: and the client has not continued since. */
  state: 'asked' | 'accepted' | 'denied' | 'given'
  /** The access token of its continuation. */
  continueToken: string
  /** Before that instant it is too early to continue. */
  continueFrom: number
  /** Absent where no person was asked. */
  interaction?: Interaction
  /** The one token that it has; absent until it is given. */
  token?: Token
  /** Of its token: the last segment of the URL where that is managed. */
  manageId: string
}

/** A person's part in a grant. */
export interface Interaction {
  /** Both are in the URL of the consent page. */
  id: string
  secret: string
  /** Until when the person may decide. */
  expiresAt: number
  /** The server's part of what the hash of the finish is made of. */
  nonce: string
  /** Where the person goes afterwards, and the client's part of the hash. */
  finish?: { uri: string; nonce: string }
  /** The URL that the grant was requested at, which is part of the hash. */
  endpoint: string
  /** By which the client proves that the person came back; made when the person decides. */
  reference?: string
}

/** The grants of a world, each by the three ids that requests name it by. */
export interface Grants {
  byId: Map<string, Grant>
  byInteraction: Map<string, Grant>
  byManageId: Map<string, Grant>
}

export function noGrants(): Grants {
  return { byId: new Map(), byInteraction: new Map(), byManageId: new Map() }
}
