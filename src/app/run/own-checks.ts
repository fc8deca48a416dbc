import type { Catalogue } from '../../catalogue/catalogue.ts'
import { didYouMean } from '../../catalogue/nearest.ts'
import type { Profile } from '../../catalogue/profile.ts'
import type { Check } from '../../check/kinds/check.ts'
import type { PassiveCheck } from '../../check/kinds/passive.ts'
import type { Suite } from '../../check/suite.ts'
import { ConfigurationError } from '../../core/errors.ts'
import type { Level } from '../../core/verdict.ts'

/** A requirement of your own. Its level decides what a check that breaks it means for the run. */
export interface OwnRequirement {
  /** Lower-case words with dots between them, such as `acme.quote.lifetime`. */
  id: string
  level: Level
  /** The obligation in one sentence. */
  says: string
}

/** A check that `refusal`, `scenario` or `rule` made. */
export interface OwnCheck {
  id: string
  title: string
}

const isCheck = (check: OwnCheck): check is Check => 'run' in check

const isPassive = (check: OwnCheck): check is PassiveCheck => 'start' in check

/** Checks and requirements that a run adds to the suite and the catalogue. */
export interface OwnChecks {
  checks?: readonly OwnCheck[] | undefined
  requirements?: readonly OwnRequirement[] | undefined
}

/** Returns the catalogue with these requirements added. Throws a ConfigurationError if one is wrong or exists already. */
export function withRequirements(catalogue: Catalogue, { requirements = [] }: OwnChecks): Catalogue {
  const all = new Map(catalogue)
  for (const { id, level, says } of requirements) {
    const place = `requirements: ${JSON.stringify(id)}`
    if (!/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(id))
      throw wrong(
        `${place} is not an id; use lower-case words with dots between them, such as acme.quote.lifetime`,
      )
    if (all.has(id)) throw wrong(`${place} exists already; choose another id`)
    if (!levels.includes(level)) throw wrong(`${place} has no level; give one of ${levels.join(', ')}`)
    if (!says) throw wrong(`${place} says nothing; give the obligation in one sentence`)
    all.set(id, { id, level, says, actor: 'resource-server', source: 'own', profile: 'own', basis: 'stated' })
  }
  return all
}

const levels: readonly Level[] = ['MUST', 'SHOULD', 'MAY', 'note']

/** Returns the suite with these checks added. Throws a ConfigurationError if one is wrong. */
export function withChecks(
  suite: Suite,
  { checks = [] }: OwnChecks,
  { profile, catalogue }: { profile: Profile; catalogue: Catalogue },
): Suite {
  const ids = new Set([...suite.checks, ...suite.passive].map(({ id }) => id))
  for (const check of checks) {
    const place = `checks: ${JSON.stringify(check.id)}`
    if (!isCheck(check) && !isPassive(check))
      throw wrong(`${place} is not a check; make it with refusal, scenario or rule`)
    if (!/^[a-z0-9-]+\/[a-z0-9-]+$/.test(check.id))
      throw wrong(`${place} is not an id; use a topic and a name, such as acme/quote-lifetime`)
    if (ids.has(check.id)) throw wrong(`${place} exists already; choose another id`)
    ids.add(check.id)
    const unknown = check.claims(profile).find((requirement) => !catalogue.has(requirement))
    if (unknown !== undefined)
      throw wrong(
        `${place} tests ${JSON.stringify(unknown)}, which profile ${profile.name} does not have${didYouMean(unknown, catalogue.keys()) || '; add it to requirements'}`,
      )
  }
  return {
    ...suite,
    checks: [...suite.checks, ...checks.filter(isCheck)],
    passive: [...suite.passive, ...checks.filter(isPassive)],
  }
}

const wrong = (message: string): ConfigurationError => new ConfigurationError('ERR_OWN_CHECK', message)
