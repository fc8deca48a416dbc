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
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _op_conformance; printf '%s\\n' "\${COMPREPLY[@]}"`
  return execFileSync('bash', ['-c', script, 'bash', ...words], { encoding: 'utf8' })
    .split('\n')
    .filter(Boolean)
}

test('bash completes commands, and the options of the command', async () => {
  expect(await offered('op-conformance', 're')).toEqual(['report', 'replay'])
  expect(await offered('op-conformance', 'run', '--kn')).toEqual(['--known-failures'])
  expect(await offered('op-conformance', 'report', '--re')).toEqual(['--reporter'])
  expect(await offered('op-conformance', 'run', '--')).toContain('--help')
})

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
  expect(lines.find((line) => line.includes('from run') && line.includes('-l only '))).toContain(' -r -d ')
})

test('an unknown shell is refused, and the message lists the supported ones', async () => {
  const { code, stderr } = await command(['completion', 'tcsh'], { cwd: '/' })
  expect(code).toBe(2)
  expect(stderr).toContain('bash, zsh, fish')
})
