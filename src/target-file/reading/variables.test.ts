// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the target file's own notation

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { replaceVariables } from './fill-in.ts'

const env = { TOKEN: 'abc', EMPTY: '', QUOTED: 'a "b"\n${TOKEN}' }

test.each([
  ['${TOKEN}', 'abc'],
  ['a-${TOKEN}-${TOKEN}', 'a-abc-abc'],
  ['${UNSET:-default}', 'default'],
  ['${EMPTY:-default}', 'default'],
  ['${EMPTY:-}', ''],
  ['${TOKEN:-default}', 'abc'],
  ['${UNSET:-a:-b}', 'a:-b'],
  ['$${TOKEN}', '${TOKEN}'],
  ['$$${TOKEN}', '$${TOKEN}'],
  ['$TOKEN {TOKEN} $', '$TOKEN {TOKEN} $'],
  ['${QUOTED}', 'a "b"\n${TOKEN}'],
])('%s becomes %j', (text, expected) => {
  expect(replaceVariables(text, env)).toBe(expected)
})

test.each([
  ['${UNSET}', 'the variable UNSET is not set'],
  ['${EMPTY}', 'the variable EMPTY is set, but empty'],
  ['a ${TOKEN} ${UNSET}', 'the variable UNSET is not set'],
  ['${not a name}', 'found ${ that does not begin a variable, expected ${NAME} or ${NAME:-default}'],
  ['${TOKEN', 'found ${ that does not begin a variable, expected ${NAME} or ${NAME:-default}'],
  ['${A:-${TOKEN}}', 'found ${ that does not begin a variable, expected ${NAME} or ${NAME:-default}'],
])('%s is refused: %s', (text, message) => {
  expect(() => replaceVariables(text, env)).toThrow(message)
})

test('text without a dollar sign stays as it is', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      fc.pre(!text.includes('$'))
      expect(replaceVariables(text, env)).toBe(text)
    }),
  )
})

test('a value from the environment is used unchanged, whatever it contains', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), (value) => {
      expect(replaceVariables('<${V}>', { V: value })).toBe(`<${value}>`)
    }),
  )
})
