import type { PassiveCheck } from '../../../src/check/kinds/passive.ts'
import { operationIds } from '../../../src/core/operations.ts'

const ofResources = 'service.json-media-type'
const exactly = 'service.media-type.application-json'
const ofRefusals = 'errors.json-media-type'

/** Matches `application/json` and types that end in +json. */
const jsonType = /^[\w!#$&^.+-]+\/(?:json|[\w!#$&^.-][\w!#$&^.+-]*\+json)\s*(?:;|$)/i

const applicationJson = /^application\/json\s*(?:;|$)/i

/** Judges only objects and lists, because plain text may happen to be JSON. */
export const jsonHasItsMediaType: PassiveCheck = {
  id: 'rules/json-has-its-media-type',
  title: 'A JSON response has a JSON Content-Type',
  detects: 'json-under-text-plain',
  claims: () => [ofResources, exactly, ofRefusals],
  operations: [...operationIds],
  start:
    () =>
    ({ accepted, json, exchange: { response } }) => {
      const isBare = (response?.status ?? 0) >= 400 && (response?.body ?? '') === ''
      if (isBare) return [{ requirement: ofRefusals, held: true, want: 'JSON, or nothing', got: 'nothing' }]
      if (typeof json !== 'object' || json === null || !response) return []
      const type = response.headers['content-type']
      const seen = { want: 'Content-Type: application/json', got: `${type ?? 'no Content-Type'}` }
      const held = type !== undefined && jsonType.test(type.trim())
      if (!accepted) return [{ requirement: ofRefusals, held, ...seen }]
      const shown = [{ requirement: ofResources, held, ...seen }]
      // A type that is not JSON at all counts as one mistake, not as two.
      return held
        ? [...shown, { requirement: exactly, held: applicationJson.test(type.trim()), ...seen }]
        : shown
    },
}
