import type { PassiveCheck, Seen, TestedClaim } from '../../src/check/kinds/passive.ts'
import { createFirstTime } from '../../src/check/memory.ts'
import { type Observed, operationsShowing, type ResourceKind } from '../../src/check/resource.ts'
import { asText } from '../../src/core/json.ts'
import { dateOf } from '../../src/http/answers/server-date.ts'
import { asMoment } from '../support/fields.ts'
import { creatingQuote } from '../support/operations.ts'
import { allResourcesIn, resourceKinds } from './about.ts'
import { listing, noting } from './noting.ts'

/** Milliseconds. A gateway that sets the Date header may have a clock of its own. */
const tolerance = 60_000

/** Milliseconds. The server's time has been moved if its distance from the local clock changes by more than this. */
const moved = 30_000

const claimOf = (kind: ResourceKind): string => `${kind}.created-at.now`

/** The most results that wait while the server's time may have been moved. */
const mostWaiting = 20

/**
 * Judges only resources that were not shown before, because a server may answer an equal request with an earlier
 * resource. After the time of a test server has been moved, its Date header may stay behind. So a resource that was
 * created at another distance from the local clock than the first one waits until a resource has the first distance
 * again, and so does one whose Date has fallen behind the local clock: a gateway may set a Date that stands still.
 */
const createdNow: PassiveCheck = {
  id: 'rules/created-at-is-now',
  title: 'A newly created resource has a createdAt close to the Date of the response',
  detects: 'quote-created-an-hour-ago',
  claims: ({ operations }) =>
    resourceKinds.filter((kind) => operations.includes(`create-${kind}`)).map((kind) => claimOf(kind)),
  operations: ['create-quote', 'create-outgoing-payment', 'create-incoming-payment'],
  needs: creatingQuote.needs,
  shownBy: ['create-incoming-payment/plain', 'payments/from-quote', 'settling/one-after-another'],
  start: () => {
    const isFirst = createFirstTime()
    let waiting: TestedClaim[] = []
    let usual: number | undefined
    let usualDate: number | undefined

    const created = (resource: Observed, seen: Seen): TestedClaim[] => {
      const at = asMoment(resource.fields['createdAt'])
      if (at === undefined) return []
      const ours = Date.parse(seen.exchange.at)
      const [apart, date] = [at - ours, dateOf(seen.exchange) - ours]
      usual ??= apart
      usualDate ??= date
      const shown = shownOf(resource, at, seen)
      if (Math.abs(apart - usual) > moved || usualDate - date > moved) {
        waiting = [...waiting, ...shown].slice(0, mostWaiting)
        return []
      }
      const before = waiting
      waiting = []
      return [...before, ...shown]
    }

    return (seen) =>
      allResourcesIn(seen).flatMap((resource) => {
        const isNew = isFirst(resource.id) && seen.exchange.operation === `create-${resource.kind}`
        return isNew ? created(resource, seen) : []
      })
  },
}

const showing = new Set(resourceKinds.flatMap(operationsShowing))

const timeFields = ['createdAt', 'updatedAt', 'expiresAt']

/** Notes how many digits of a second the times have, in responses to creations and in later ones, each with an example. */
const timePrecision = listing('service.time-precision', () => {
  const examples = new Map<string, string>()
  return (seen) => {
    const { operation } = seen.exchange
    if (operation === undefined || !showing.has(operation)) return []
    const where = operation.startsWith('create-') ? 'created' : 'later'
    for (const { fields } of allResourcesIn(seen))
      for (const name of timeFields) {
        const time = asText(fields[name])
        const digits = /[Tt]\d\d:\d\d:\d\d(?:\.(\d+))?/.exec(time)
        if (!digits) continue
        const key = `${where}: ${digits[1]?.length ?? 0} digits`
        if (!examples.has(key)) examples.set(key, `${key}, such as ${time}`)
      }
    return [...examples.values()]
  }
})

export const createdAtIsNow = noting(createdNow, timePrecision)

const shownOf = ({ kind, id }: Observed, created: number, { exchange }: Seen): TestedClaim[] => {
  const date = dateOf(exchange)
  if (Number.isNaN(date)) return []
  const [want, got] = [date, created].map((moment) => new Date(moment).toISOString())
  return [
    {
      requirement: claimOf(kind),
      resource: id,
      held: Math.abs(created - date) <= tolerance,
      want: `createdAt within ${tolerance / 1000} s of the Date of the response, ${want}`,
      got: `createdAt ${got}`,
      exchange: exchange.number,
    },
  ]
}
