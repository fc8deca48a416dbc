import { operationsShowing, type ResourceKind, resourcesIn } from '../../src/check/resource.ts'
import { asText } from '../../src/core/json.ts'
import { listing } from './noting.ts'

const kinds: readonly ResourceKind[] = ['quote', 'outgoing-payment', 'incoming-payment']

const showing = new Set(kinds.flatMap(operationsShowing))

const names = ['createdAt', 'updatedAt', 'expiresAt']

/** How many digits of a second the times have, in responses to creations and in later ones, each with an example. */
export const timePrecision = listing('service.time-precision', () => {
  const examples = new Map<string, string>()
  return (seen) => {
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
    return [...examples.values()]
  }
})
