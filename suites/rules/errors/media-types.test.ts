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
  ['JSON of a further type', answer({}, 'application/vnd.payments+json'), [true, false]],
  ['a problem', answer({}, 'application/problem+json', 400), [true]],
  ['text', answer({}, 'text/plain; charset=utf-8'), [false]],
  ['text, in a refusal', answer({}, 'text/plain', 400), [false]],
  ['something that begins like JSON', answer([], 'application/jsonp'), [false]],
  ['nothing', answer({}, undefined), [false]],
  ['text that happens to be JSON', answer('404', 'text/plain', 404), []],
  ['text without a body', answer(undefined, 'text/plain', 404), [true]],
])('an object or list is sent as %s', (_name, told, expected) => {
  expect(heldOf(jsonHasItsMediaType, [told])).toEqual([expected])
})
