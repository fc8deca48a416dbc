import { expect, test } from 'vitest'
import { withoutRunnerCommands } from './runner-commands.ts'

test.each([
  ['a ##[add-mask]b', 'a ## [add-mask]b'],
  ['::stop-commands::x', ': :stop-commands::x'],
  ['body:\n  \t::add-mask::b\n\n\u00a0::debug::c', 'body:\n  \t: :add-mask::b\n\n\u00a0: :debug::c'],
  ['  ::error title=x::y', '  : :error title=x::y'],
  ['::error::y', ': :error::y'],
  ['::error file=a.yaml,line=3::y ##[error]', '::error file=a.yaml,line=3::y ## [error]'],
  ['http://[::1]:80 a::b', 'http://[::1]:80 a::b'],
])('%j is printed as %j', (text, expected) => expect(withoutRunnerCommands(text)).toBe(expected))
