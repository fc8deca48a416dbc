import type { MockProfile } from '../changes/change.ts'
import { MockConfigurationError, suggestion } from '../core/errors.ts'
import type { ProfileName } from '../core/operations.ts'
import type { Guard } from '../http/guard.ts'
import { interfaceProfile } from './interface.ts'
import { openPayments } from './open-payments.ts'

export type { ProfileName } from '../core/operations.ts'

const profiles: Readonly<Record<ProfileName, MockProfile>> = {
  interface: interfaceProfile,
  'open-payments-1.3': openPayments,
}

const byText: ReadonlyMap<string, ProfileName> = new Map(
  Object.values(profiles).flatMap(({ name, aliases = [] }) => [name, ...aliases].map((text) => [text, name])),
)

/** Looks up a profile by a name or an alias that a user gives. */
export function mockProfileNamed(text: string): ProfileName {
  const name = byText.get(text)
  if (name) return name
  const known = [...byText.keys()]
  throw new MockConfigurationError(
    'ERR_UNKNOWN_PROFILE',
    `Unknown profile "${text}". ${suggestion(text, known, `Choose one of ${known.join(', ')}`)}`,
  )
}

export function profileOf(name: ProfileName): MockProfile {
  return profiles[name]
}

/** All guards of the routes of a profile, without duplicates. */
export function allGuards(profile: ProfileName = 'interface'): readonly Guard[] {
  return [
    ...new Map(
      profileOf(profile)
        .routes.flatMap(({ guards }) => guards)
        .map((guard) => [guard.id, guard]),
    ).values(),
  ]
}
