import { expect, test } from 'vitest'
import { allConditions, conditionsFor } from '../../mock/conditions/index.ts'
import { allFaults } from '../../mock/faults/index.ts'
import { against, outcomeOf, verdictsIn } from '../testing/against-mock.ts'
import { checksOf } from '../testing/checks-of.ts'

/** Guards of different families, each of which one check names. */
const guards = ['token-known', 'right-read', 'right-create', 'digest-matches-body', 'token-not-revoked']

const named = checksOf('interface').flatMap(({ id, detects }) => {
  const fault = allFaults().find((one) => one.id === detects)
  return fault && guards.some((guard) => detects === `without-${guard}`) ? [{ check: id, fault }] : []
})

const fields = allConditions.filter(({ group }) => group === 'fields')

for (const [at, condition] of fields.entries()) {
  const possible = named.filter(({ fault }) => conditionsFor(fault).includes(condition))
  const { check, fault } = possible[at % possible.length] ?? {}
  test(`${check} detects ${fault?.id} ${condition.says}`, async () => {
    const events = await against({ faults: [`${fault?.id}@${condition.id}`], only: [check ?? ''] })
    const verdict = verdictsIn(events).find((one) => one.check === check)
    expect(verdict && outcomeOf(verdict)).toBe('failed')
  })
}
