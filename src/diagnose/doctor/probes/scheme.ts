import type { Probe, Seen } from './probe.ts'

const schemes = ['GNAP', 'Bearer', 'DPoP']

/** The token under another scheme of the authorization header. */
export function schemeSuspects({ target }: Seen): Probe[] {
  const { profile, profileOverrides } = target
  const own = profile.authorizationScheme
  const isOverridden = profileOverrides['authorizationScheme'] !== undefined
  return schemes
    .filter((scheme) => scheme.toLowerCase() !== own.toLowerCase())
    .map((scheme) => ({
      difference: { target: { ...target, profile: { ...profile, authorizationScheme: scheme } } },
      found: () => ({
        area: 'profile',
        weight: 'fails',
        fact: `The server accepts tokens.full under the scheme ${scheme}, not under ${own} as ${isOverridden ? 'profileOverrides' : `profile ${profile.name}`} says`,
        place: isOverridden ? ['profileOverrides', 'authorizationScheme'] : ['profile'],
        next: `write profileOverrides: { authorizationScheme: ${scheme} }`,
      }),
    }))
}
