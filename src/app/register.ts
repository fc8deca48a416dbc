import { loadCatalogue } from '../catalogue/catalogue.ts'
import { loadOutline } from '../catalogue/outline.ts'
import { profileNames } from '../catalogue/profiles.ts'
import { registerOfReadings } from '../report/register.ts'

/** The register of readings of all profiles, as docs/register-of-readings.md has it. */
export function register(): string {
  return registerOfReadings(
    profileNames().map((name) => {
      const outline = loadOutline(name)
      return {
        name,
        requirements: loadCatalogue(name),
        titleOf: (source: string) => outline.get(source)?.title ?? source,
      }
    }),
  )
}
