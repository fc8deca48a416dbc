import type { Seen } from '../../src/check/kinds/passive.ts'
import { operationsShowing, type ResourceKind, resourcesIn } from '../../src/check/resource.ts'
import { asText } from '../../src/core/json.ts'
import { createListing } from './noting.ts'

export const timePrecision = 'service.time-precision'

const kinds: readonly ResourceKind[] = ['quote', 'outgoing-payment', 'incoming-payment']

const showing = new Set(kinds.flatMap(operationsShowing))

const names = ['createdAt', 'updatedAt', 'expiresAt']

/** Notes how many digits of a second the times have, in responses to creations and in later ones, each with an example. */
export function notesOfPrecision() {
  const examples = new Map<string, string>()
  const listing = createListing()
  return (seen: Seen): Array<{ requirement: string; got: string }> => {
    const { operation } = seen.exchange
    if (operation === undefined || !showing.has(operation)) return []
    const where = operation.startsWith('create-') ? 'created' : 'later'
    for (const { fields } of kinds.flatMap((kind) => resourcesIn(seen, kind)))
      for (const name of names) {
        const time = asText(fields[name])
        const digits = /[Tt]\d\d:\d\d:\d\d(?:\.(\d+))?/.exec(time)
        if (!digits) continue
        const key = `${where}: ${digits[1]?.length ?? 0} digits`
        if (!examples.has(key)) examples.set(key, `${key}, such as ${time}`)
      }
    const got = listing([...examples.values()])
    return got === undefined ? [] : [{ requirement: timePrecision, got }]
  }
}
