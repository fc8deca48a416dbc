import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { command } from './testing/command.ts'

const scriptFor = async (shell: string): Promise<string> => {
  const { code, stdout, stderr } = await command(['completion', shell], { cwd: '/' })
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return stdout
}

/** Returns the completions that bash offers after these words. */
const offered = async (...words: string[]): Promise<string[]> => {
  const script = `${await scriptFor('bash')}
COMP_LINE="$*"; COMP_POINT=\${#COMP_LINE}; _op_conformance; printf '%s\\n' "\${COMPREPLY[@]}"`
  return execFileSync('bash', ['-s', '--', ...words], { encoding: 'utf8', input: script })
    .split('\n')
    .filter(Boolean)
}

test('bash completes commands, and the options of the command', async () => {
  expect(await offered('op-conformance', 're')).toEqual(['report', 'replay'])
  expect(await offered('op-conformance', 'run', '--kn')).toEqual(['--known-failures'])
  expect(await offered('op-conformance', 'report', '--re')).toEqual(['--reporter'])
  expect(await offered('op-conformance', 'run', '--')).toContain('--help')
})

test.each([
  { words: ['mock', '--fault', 'without-digest-pres'], values: ['without-digest-present'] },
  { words: ['mock', '--variant', 'expired-sig'], values: ['expired-signatures-accepted'] },
  { words: ['run', '--only', 'tokens/unk'], values: ['tokens/unknown'] },
  { words: ['run', 't.yaml', '--only', 'quotes,tokens/unk'], values: ['quotes,tokens/unknown'] },
  { words: ['report', 'r.json', '--reporter', 'ju'], values: ['junit'] },
  { words: ['selftest', '--reporter', 'h'], values: ['html'] },
  { words: ['selftest', '--reporter', 'sar'], values: [] },
  { words: ['list', '--format', 'm'], values: ['markdown'] },
  { words: ['run', '--profile', 'open'], values: ['open-payments-1.3'] },
  { words: ['replay', 'r.json', 'tokens/unk'], values: ['tokens/unknown'] },
  { words: ['explain', 'token.kno'], values: ['token.known'] },
  { words: ['completion', 'f'], values: ['fish'] },
])('bash completes values: $words', async ({ words, values }) =>
  expect(await offered('op-conformance', ...words)).toEqual(values),
)

test('bash gets only what follows the last colon of an id, because it splits words there', async () =>
  expect(await offered('op-conformance', 'mock', '--fault', 'create-quote:debitAmount:abs')).toEqual([
    'absent',
  ]))

test('the bash script leaves the completion of file names to bash', async () =>
  expect(await offered('op-conformance', 'run', 't')).toEqual([]))

test('the zsh script contains the bash script', async () =>
  expect(await scriptFor('zsh')).toBe(
    `autoload -U +X compinit && compinit\nautoload -U +X bashcompinit && bashcompinit\n${await scriptFor('bash')}`,
  ))

test('fish gets each command and option with its description', async () => {
  const lines = (await scriptFor('fish')).split('\n')
  expect(lines).toContain("complete -c op-conformance -n __fish_use_subcommand -f -a run -d 'judge a server'")
  const option = lines.find((line) => line.includes('from run') && line.includes('-l bail'))
  expect(option).toBe(
    "complete -c op-conformance -n '__fish_seen_subcommand_from run' -l bail -d 'start no further checks once a check has failed'",
  )
  expect(lines.find((line) => line.includes('from run') && line.includes('-l out '))).toContain(' -r -d ')
})

test('fish gets the values of options and arguments', async () => {
  const lines = (await scriptFor('fish')).split('\n')
  const of = (text: string): string => lines.find((line) => line.includes(text)) ?? ''
  const valuesIn = (line: string): string[] =>
    of(`set -l ${/-a "\$(\w+)"/.exec(line)?.[1] ?? 'nothing'} `)
      .split(' ')
      .slice(3)
  expect(valuesIn(of("from mock' -l fault "))).toContain('without-digest-present')
  expect(valuesIn(of("from explain' -a "))).toContain('token.known')
})

test('an unknown shell is refused, and the message lists the supported ones', async () => {
  const { code, stderr } = await command(['completion', 'tcsh'], { cwd: '/' })
  expect(code).toBe(2)
  expect(stderr).toContain('bash, zsh, fish')
})
