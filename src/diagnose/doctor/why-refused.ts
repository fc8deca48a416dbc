import { isAccepted } from '../../http/answers/answer.ts'
import { type Blame, blamed, blameOf } from './blame.ts'
import { clockIsRefused } from './clock.ts'
import type { Probe, ProbeView } from './context.ts'
import type { Unweighed } from './finding.ts'
import { keySuspects, parameterSuspects, tokenSuspects } from './probes/credentials.ts'
import { targetUriSuspects, urlSuspects } from './probes/url.ts'
import { walletSuspects } from './probes/wallet.ts'
import { withoutQuery } from './requests.ts'
import type { DraftFor, Trials } from './trials.ts'
import { answerOf } from './words.ts'

/**
 * Finds out why a valid request is refused. The doctor leaves out one suspect after the other; the one without which
 * the server accepts the request is to blame. If there is none, the way in which the server refuses invalid requests
 * decides.
 */
export async function whyRefused(ask: DraftFor, seen: ProbeView, trials: Trials): Promise<Unweighed> {
  const status = seen.refused.response?.status ?? 0
  if (status >= 500) return failing(seen)
  const blame = status === 404 ? undefined : await blameOf(ask, seen.refused, trials)
  for (const { difference, mutate, found } of suspectsFor(status, blame, seen)) {
    const tried = await trials.ask(mutate ? mutate(ask) : ask, difference)
    if (isAccepted(tried)) return found(tried)
  }
  return blame === undefined ? unknownPath(seen) : blamed(blame, seen.refused, seen.target)
}

/** Returns the suspects, most likely first. Anything that the server has shown to be good is not suspected. */
const suspectsFor = (status: number, blame: Blame | undefined, seen: ProbeView): Probe[] => {
  const url = [...urlSuspects(seen), ...targetUriSuspects(seen)]
  const key = [...clockSuspects(seen), ...keySuspects(seen), ...url, ...parameterSuspects(seen)]
  const token = [...schemeSuspects(seen), ...tokenSuspects(seen)]
  const wallet = [...walletSuspects(seen), ...querySuspects(seen)]
  if (blame === undefined) return [...urlSuspects(seen), ...wallet]
  if (blame === 'token' || blame === 'dead token') return token
  if (blame === 'key' || blame === 'key id') return key
  const first = status === 401 ? [] : wallet
  return blame === 'other' ? [...wallet, ...token, ...key] : [...first, ...token, ...key]
}

const unknownPath = ({ refused, target }: ProbeView): Unweighed => ({
  fact: `The server has nothing at ${refused.url} (${answerOf(refused)})`,
  place: ['baseUrl'],
  next: `correct the path of baseUrl, which is the URL without /quotes; or correct walletAddress, ${target.walletAddress}`,
})

const failing = ({ refused }: ProbeView): Unweighed => ({
  fact: `The server fails on a valid request (${answerOf(refused)})`,
  next: "look at the server's log",
})

/** Suspects the clock: signs a request at the server's time if that differs from the local time. */
function clockSuspects({ clock }: ProbeView): Probe[] {
  return clock && Math.abs(clock.ahead) > clock.within
    ? [{ difference: { ahead: clock.ahead }, found: () => clockIsRefused(clock) }]
    : []
}

/** Suspects the count of items: sends a list request without it. */
function querySuspects({ target: { profile } }: ProbeView): Probe[] {
  return [
    {
      mutate: (ask) => withoutQuery(ask, 'first'),
      found: () => ({
        fact: `The server refuses a list with ${profile.query.first}=1, but accepts it without`,
        place: ['profileOverrides', 'query', 'first'],
        next: 'set profileOverrides: { query: { first: … } } with the name that your server uses for the count of items',
      }),
    },
  ]
}

const schemes = ['GNAP', 'Bearer', 'DPoP']

/** Suspects the scheme of the authorization header: sends the token under another one. */
function schemeSuspects({ target }: ProbeView): Probe[] {
  const { profile, profileOverrides } = target
  const own = profile.authorizationScheme
  const isOverridden = profileOverrides['authorizationScheme'] !== undefined
  return schemes
    .filter((scheme) => scheme.toLowerCase() !== own.toLowerCase())
    .map((scheme) => ({
      difference: { target: { ...target, profile: { ...profile, authorizationScheme: scheme } } },
      found: () => ({
        fact: `The server accepts tokens.full under the scheme ${scheme}, not under ${own} as ${isOverridden ? 'profileOverrides' : `profile ${profile.name}`} says`,
        place: isOverridden ? ['profileOverrides', 'authorizationScheme'] : ['profile'],
        next: `write profileOverrides: { authorizationScheme: ${scheme} }`,
      }),
    }))
}
