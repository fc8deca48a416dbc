import { type Alteration, altered } from '../../../src/generate/altered.ts'
import type { Credential, Target } from '../../../src/target-file/target.ts'

/** The token, altered. What is left of it is as secret as the token itself. */
export function alteredToken(
  full: Credential,
  how: Alteration,
  { secrets }: Pick<Target, 'secrets'>,
): Credential {
  const name = `${full.name}, ${how}`
  return {
    name,
    value: async () => {
      const value = altered(await full.value(), how)
      if (!secrets.some((secret) => secret.value === value)) secrets.push({ name, value })
      return value
    },
  }
}
