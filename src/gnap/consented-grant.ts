import { randomBytes } from 'node:crypto'
import type { Environment } from '../core/environment.ts'
import { NotJudgedError } from '../core/errors.ts'
import { Interrupted } from '../http/failure.ts'
import type { GnapClient, TokenRequest } from './client.ts'
import type { Continuation, GrantAnswer } from './grant-answer.ts'
import { declined, GrantRefused } from './grant-errors.ts'
import { type Interacted, judgeHash } from './interaction-hash.ts'

/** The way in which a person, or a command in place of one, is asked for consent. */
export interface Consent {
  /**
   * Starts to wait for the redirect. Returns undefined if nobody can listen; the server is then asked until it knows.
   */
  listen: () => Redirected | undefined
  /**
   * Shows a person the page on which to decide, or has a command decide. Resolves to the query of the redirect if it is
   * known; otherwise the listener receives it. `title` says which consent of how many it is.
   */
  ask: (page: string, title: string) => Promise<URLSearchParams | undefined>
}

export interface Redirected {
  uri: string
  /** The query of the redirect. */
  arrived: Promise<URLSearchParams>
  close: () => void
}

export interface Asking extends Pick<Environment, 'now' | 'wait' | 'signal'> {
  /** The places of the grant's tokens in the target file. */
  name: string
  client: GnapClient
  consent: Consent
  /** The time for the decision, in milliseconds. */
  patience: number
  /** Receives remarks on odd things that were accepted. */
  note: (text: string) => void
  /** Receives each continuation, so that a grant on which nobody decided can be ended later. */
  pending: (continuation: Continuation) => void
}

export interface OpenedGrant {
  /** True if a person has to decide. */
  asks: boolean
  /** Shows the person the page, and waits for the decision and the tokens. Throws if consent is not given. */
  decide: (title: string) => Promise<GrantAnswer>
}

/** Requests tokens that may need a person's consent. Nobody is asked before the server has accepted the request. */
export async function openGrant(tokens: readonly TokenRequest[], asking: Asking): Promise<OpenedGrant> {
  const { client, consent, now } = asking
  const redirected = consent.listen()
  const nonce = randomBytes(18).toString('base64url')
  const finish = redirected && { uri: redirected.uri, nonce }
  const answer = await client.request(tokens, finish ? { finish } : {}).catch((error: unknown) => {
    redirected?.close()
    throw error
  })
  const { interact, continue: onward } = answer
  if (answer.tokens.length > 0 || !interact || !onward) {
    redirected?.close()
    return { asks: false, decide: async () => answer }
  }
  asking.pending(onward)
  if (onward.wait > asking.patience) {
    redirected?.close()
    throw waitsTooLong(asking, onward)
  }
  const from = now().getTime() + onward.wait
  const decide = async (title: string): Promise<GrantAnswer> => {
    try {
      const reference = await decided({ interact, title, nonce }, redirected, asking)
      return await untilGiven(onward, from, reference, asking)
    } finally {
      redirected?.close()
    }
  }
  return { asks: true, decide }
}

interface Pending extends Required<Pick<GrantAnswer, 'interact'>> {
  title: string
  nonce: string
}

/** Resolves to the reference with which the person came back, or undefined if only the server can tell the decision. */
const decided = async (
  { interact, title, nonce }: Pending,
  redirected: Redirected | undefined,
  { name, client, consent, note, patience, wait, signal }: Asking,
): Promise<string | undefined> => {
  const asked = consent.ask(interact.redirect, title)
  if (!redirected) return void (await asked)
  const over = new AbortController()
  const late = wait(patience, over.signal).then((): never => {
    if (signal.aborted) throw new Interrupted()
    throw undecided(name, patience)
  })
  const told = asked.then((query) => query ?? redirected.arrived)
  try {
    const query = await Promise.race([told, redirected.arrived, late])
    const interacted = { clientNonce: nonce, serverNonce: interact.finish ?? '', endpoint: client.endpoint }
    return referenceIn(query, interacted, { name, note })
  } finally {
    over.abort()
    late.catch(() => undefined)
    told.catch(() => undefined)
  }
}

const referenceIn = (
  query: URLSearchParams,
  interacted: Omit<Interacted, 'reference'>,
  { name, note }: Pick<Asking, 'name' | 'note'>,
): string => {
  const result = query.get('result')
  const reference = query.get('interact_ref')
  if (result === 'grant_rejected') throw declined(name)
  if (result === 'grant_invalid' || reference === null) {
    throw new NotJudgedError(
      'ERR_GRANT_UNDECIDED',
      `${name}: the redirect after the consent has no interact_ref${result ? ` (result=${result})` : ''}; look at the log of the authorization server`,
    )
  }
  const judged = judgeHash(query.get('hash') ?? '', { ...interacted, reference })
  if (judged === undefined) {
    throw new NotJudgedError(
      'ERR_INTERACTION_HASH',
      `${name}: the hash in the redirect after the consent is not that of this interaction (RFC 9635, section 4.2.3), so it may come from somebody else; run again, and look at how the server makes the hash`,
    )
  }
  if (judged !== 'right')
    note(`the interaction hash is made in another way than RFC 9635 says (${judged}); it was accepted`)
  return reference
}

/** Continues the grant as often as the server permits, until there is a token. */
const untilGiven = async (
  first: Continuation,
  from: number,
  reference: string | undefined,
  { name, client, now, wait, signal, note, patience, pending }: Asking,
): Promise<GrantAnswer> => {
  const end = now().getTime() + patience
  let onward = first
  let earliest = from
  let early = 0
  for (;;) {
    await wait(Math.max(0, earliest - now().getTime()))
    if (signal.aborted) throw new Interrupted()
    try {
      const answer = await client.proceed(onward, reference)
      if (answer.tokens.length > 0) return answer
      onward = answer.continue ?? onward
      pending(onward)
      if (onward.wait > patience) throw waitsTooLong({ name, patience }, onward)
    } catch (error) {
      if (!(error instanceof GrantRefused) || error.code !== 'too_fast' || early++ >= mostEarly) throw error
      note(
        `the authorization server found a continuation too fast, although its wait of ${onward.wait / 1000} s was kept`,
      )
    }
    earliest = now().getTime() + Math.max(onward.wait, shortestPause)
    if (earliest > end) throw undecided(name, patience)
  }
}

/**
 * The least pause between two continuations, in milliseconds. A server that names a wait of 0 would otherwise be asked
 * without a pause.
 */
const shortestPause = 1000

/** The number of continuations that the server may refuse as too fast. */
const mostEarly = 3

const waitsTooLong = (
  { name, patience }: Pick<Asking, 'name' | 'patience'>,
  { wait }: Continuation,
): NotJudgedError =>
  new NotJudgedError(
    'ERR_GRANT_WAIT',
    `${name}: the authorization server wants ${Math.ceil(wait / 1000)} s to pass before the grant goes on, and the consent may take ${Math.round(patience / 1000)} s; raise grants.consentTimeout (and --deadline), or have the server name a shorter wait`,
  )

const undecided = (name: string, patience: number): NotJudgedError =>
  new NotJudgedError(
    'ERR_GRANT_UNDECIDED',
    `${name}: nobody gave or declined the consent within ${Math.round(patience / 1000)} s; open the page that the harness shows, or use grants.consent with a command`,
  )
