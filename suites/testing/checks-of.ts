import { loadCatalogue } from '../../src/catalogue/catalogue.ts'
import { loadProfile } from '../../src/catalogue/profiles.ts'
import type { Suite } from '../../src/check/suite.ts'
import { suiteIn } from '../../src/run/plan/select.ts'
import { loadSuite } from '../load.ts'

const whole = await loadSuite()

/** The checks of the suite that apply under a profile. */
export function suiteOf(profile: string): Suite {
  return suiteIn(whole, loadProfile(profile), loadCatalogue(profile))
}

/** The checks that apply under a profile, each with the fault that it claims to detect. */
export function checksOf(profile: string): Array<{ id: string; detects: string }> {
  const { checks, passive } = suiteOf(profile)
  return [...checks, ...passive].map(({ id, detects = 'no fault' }) => ({ id, detects }))
}
