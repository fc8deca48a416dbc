import type { Forgery } from '../../../src/catalogue/forgeries.ts'
import { forged } from '../../../src/generate/forged.ts'
import type { Credential, Target } from '../../../src/target-file/target.ts'

/** A forgery of a token. What is left of the token in it is as secret as the token itself. */
export function forgedCredential(
  full: Credential,
  forgery: Forgery,
  { secrets }: Pick<Target, 'secrets'>,
): Credential {
  const isMadeOfIt = forgery.value === undefined
  const name = `${isMadeOfIt ? full.name : 'a token never issued'}, ${forgery.id}`
  return {
    name,
    value: async () => {
      const value = forged(forgery, await full.value())
      if (isMadeOfIt && !secrets.some((secret) => secret.value === value)) secrets.push({ name, value })
      return value
    },
  }
}
