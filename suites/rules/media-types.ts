import type { PassiveCheck } from '../../src/check/passive.ts'
import { operationIds } from '../../src/core/operations.ts'

const requirement = 'service.json-media-type'

/** `application/json`, or one that ends in +json. */
const jsonType = /^[\w!#$&^.+-]+\/(?:json|[\w!#$&^.-][\w!#$&^.+-]*\+json)\s*(?:;|$)/i

/** An object or a list: a plain text may happen to be JSON. */
export const jsonHasItsMediaType: PassiveCheck = {
  id: 'rules/json-has-its-media-type',
  title: 'A JSON response has a JSON Content-Type',
  detects: 'json-under-text-plain',
  claims: () => [requirement],
  operations: [...operationIds],
  needs: {},
  start:
    () =>
    ({ json, exchange: { response } }) => {
      if (typeof json !== 'object' || json === null || !response) return []
      const type = response.headers['content-type']
      const held = type !== undefined && jsonType.test(type.trim())
      return [
        { requirement, held, want: 'Content-Type: application/json', got: `${type ?? 'no Content-Type'}` },
      ]
    },
}
