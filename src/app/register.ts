import { loadCatalogue } from '../catalogue/catalogue.ts'
import { loadOutline } from '../catalogue/outline.ts'
import { profileNames } from '../catalogue/profiles.ts'
import { registerOfReadings, type SeenAt } from '../report/catalogue/register.ts'
import type { Document } from '../report/document/document.ts'

/**
 * Makes the register of readings of all profiles, as in docs/register-of-readings.md, or of some profiles with what
 * was seen at an event.
 */
export function register(names: readonly string[] = profileNames(), seen?: SeenAt): Document {
  return registerOfReadings(
    names.map((name) => {
      const outline = loadOutline(name)
      return {
        name,
        requirements: loadCatalogue(name),
        titleOf: (source: string) => outline.get(source)?.title ?? source,
      }
    }),
    seen,
  )
}
