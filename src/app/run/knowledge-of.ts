import { type Catalogue, loadCatalogue } from '../../catalogue/catalogue.ts'
import { loadProfile, withOverrides } from '../../catalogue/profiles.ts'
import type { Suite } from '../../check/suite.ts'
import type { RunStarted } from '../../core/events.ts'
import { clientCatalogue } from '../../diagnose/client/claims.ts'
import type { Knowledge } from '../../judge/knowledge.ts'

/**
 * Returns the knowledge that judges a recorded run. Throws a ConfigurationError if its profile or its overrides are
 * unknown.
 */
export function knowledgeOf(
  run: Pick<RunStarted, 'profile' | 'overrides' | 'judges'>,
  { passive }: Pick<Suite, 'passive'>,
): Knowledge {
  const profile = withOverrides(loadProfile(run.profile), run.overrides)
  return { requirements: requirementsOf(run), profile, passive }
}

/** Returns the requirements of a recorded run: those of the server, or those of the client. */
export function requirementsOf({ profile, judges }: Pick<RunStarted, 'profile' | 'judges'>): Catalogue {
  const catalogue = loadCatalogue(profile)
  return judges === 'client' ? clientCatalogue(catalogue) : catalogue
}
