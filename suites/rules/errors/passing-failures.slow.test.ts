import { expect, test } from 'vitest'
import { loadCatalogue } from '../../../src/catalogue/catalogue.ts'
import { countsOf, requestsInWords } from '../../../src/report/counts.ts'
import { viewOf } from '../../../src/report/view.ts'
import { against, exitCodeAfter, verdictsIn } from '../../testing/against-mock.ts'

test.each(['interface', 'open-payments-1.3'] as const)(
  'under %s a server whose occasional failures are gone on a second request fails no MUST and leaves no check inconclusive',
  async (profile) => {
    const events = await against({ profile, faults: ['unavailable-now-and-then'] })
    const failed = verdictsIn(events).flatMap(({ check, verdict }) =>
      verdict.status === 'failed'
        ? verdict.evidence.map(({ requirement }) => `${check}: ${requirement}`)
        : [],
    )
    expect([...new Set(failed)]).toEqual(['rules/no-passing-failure: errors.no-passing-failure'])
    expect(verdictsIn(events).filter(({ verdict }) => verdict.status === 'inconclusive')).toEqual([])
    expect(exitCodeAfter(events)).toBe(0)
    const counts = countsOf(viewOf(events, loadCatalogue(profile)))
    expect(requestsInWords(counts)).toContain(
      `${counts.passing} with a 5xx, a reset or a timeout that disappeared`,
    )
    const verdict = verdictsIn(events).find(({ check }) => check === 'rules/no-passing-failure')
    expect(counts.passing).toBeGreaterThan(20)
    // A failure that ends in a 401 to a plainly signed request disappeared too, but is not judged.
    const broken = verdict?.claims['errors.no-passing-failure']?.broken ?? 0
    expect(broken).toBeLessThanOrEqual(counts.passing)
    expect(broken).toBeGreaterThan(counts.passing * 0.9)
  },
)
