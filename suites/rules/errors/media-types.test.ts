import { expect, test } from 'vitest'
import { heldOf, type Told } from '../../testing/fold.ts'
import { jsonHasItsMediaType } from './media-types.ts'

const answer = (told: unknown, type: string | undefined, status = 200): Told => ({
  operation: 'get-quote',
  at: [1, 2],
  status,
  told,
  headers: type === undefined ? {} : { 'content-type': type },
})

test.each<[string, Told, boolean[]]>([
  ['JSON', answer({}, 'application/json'), [true, true]],
  ['JSON with a charset', answer({}, 'Application/JSON;charset="UTF-8"'), [true, true]],
  ['JSON of another type', answer({}, 'application/vnd.payments+json'), [true, false]],
  ['problem+json, in a refusal', answer({}, 'application/problem+json', 400), [true]],
  ['text', answer({}, 'text/plain; charset=utf-8'), [false]],
  ['text, in a refusal', answer({}, 'text/plain', 400), [false]],
  ['a type that begins like JSON', answer([], 'application/jsonp'), [false]],
  ['no type', answer({}, undefined), [false]],
  ['text, but is in fact text that happens to be JSON', answer('404', 'text/plain', 404), []],
  ['text, but has no body', answer(undefined, 'text/plain', 404), [true]],
])('the rule judges an object or list that is sent as %s', (_name, told, expected) => {
  expect(heldOf(jsonHasItsMediaType, [told])).toEqual([expected])
})
