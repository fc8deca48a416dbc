import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lines } from '../text/printable.ts'
import { withoutRunnerCommands } from '../text/runner-commands.ts'
import { jsonText } from './json-text.ts'

test('printed JSON parses to the same value and needs no further escaping', () => {
  const said = fc.oneof(fc.string({ unit: 'binary' }), fc.constant('##[add-mask]\n::a\u202e\u{e0001}'))
  fc.assert(
    fc.property(fc.dictionary(said, fc.array(said)), (value) => {
      const text = jsonText(value)
      expect(withoutRunnerCommands(lines(text))).toBe(text)
      expect(JSON.stringify(JSON.parse(text))).toBe(JSON.stringify(value))
    }),
  )
})
