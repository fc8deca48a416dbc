import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Command, CommanderError } from '@commander-js/extra-typings'
import picomatch from 'picomatch'
import { expect, test } from 'vitest'
import { parse as parseYaml } from 'yaml'
import { faultsNamed } from '../../mock/conditions/named.ts'
import { variantsNamed } from '../../mock/variants/index.ts'
import { loadSuite } from '../../suites/load.ts'
import type { GuardedIo } from '../app/run/guarded.ts'
import { loadCatalogue } from '../catalogue/catalogue.ts'
import { profileNames } from '../catalogue/profiles.ts'
import { operationIds } from '../core/operations.ts'
import { programFor } from './program.ts'
import { allBlocks, codeIn, guides, project, textOf } from './testing/documents.ts'
import { commandsIn } from './testing/shell.ts'

const suite = await loadSuite()
const checks = new Set([...suite.checks, ...suite.passive].map(({ id }) => id))
const topics = new Set([...checks].map((id) => id.split('/')[0] ?? ''))
const requirements = new Set(profileNames().flatMap((name) => [...loadCatalogue(name).keys()]))
const selectable = new Set([...checks, ...topics, ...requirements, ...operationIds, 'MUST', 'SHOULD', 'note'])
const scripts = new Set(Object.keys(JSON.parse(textOf('package.json')).scripts))

const silent = { stdout: { write: () => {} }, stderr: { write: () => {} }, env: {} } as unknown as GuardedIo

/** The real command line with commands that do nothing. */
const program = (): Command => {
  const real = programFor(silent, () => {})
  for (const each of real.commands) each.action(() => {})
  return real
}

/** The flags of all commands. */
const flags = new Set(
  ['--help', '--version'].concat(
    program().commands.flatMap(({ options }) => options.flatMap(({ long }) => long ?? [])),
  ),
)

/** A word in capitals is a placeholder for something that the reader has. */
const isPlaceholder = (word: string): boolean => /^[A-Z]+$/.test(word)

/** Throws the error that the command line reports for these arguments or for the files that they name. */
const parse = async (args: readonly string[]): Promise<void> => {
  const [name = ''] = args
  if (isPlaceholder(name) || name === '--version') return
  if (args.length === 1) return expect(program().commands.map((each) => each.name())).toContain(name)
  const parsed = program()
  const failure = await parsed.parseAsync([...args], { from: 'user' }).then(
    () => undefined,
    (error: unknown) => error,
  )
  if (failure instanceof CommanderError && failure.code.startsWith('commander.help')) return
  if (failure) throw failure
  const called = parsed.commands.find((each) => each.name() === name)
  const options: Record<string, unknown> = called?.opts() ?? {}
  const given = (option: string): string[] =>
    [options[option] ?? []]
      .flat()
      .filter((value) => typeof value === 'string' && !isPlaceholder(value)) as string[]
  const named = [...given('only'), ...given('exclude')].flatMap((words) => words.split(','))
  const selects = (word: string) => [...selectable].some((id) => id === word || picomatch.isMatch(id, word))
  expect(named.filter((word) => !selects(word))).toEqual([])
  faultsNamed(given('fault'))
  variantsNamed(given('variant'), 'interface')
  const ids =
    name === 'explain' ? args.slice(1, 2) : ['replay', 'sign'].includes(name) ? args.slice(2, 3) : []
  const known = (id: string) => isPlaceholder(id) || id.startsWith('-') || selectable.has(id)
  expect(ids.filter((id) => !known(id))).toEqual([])
}

/** The arguments that the image runs with if it is given none. */
const containerCommand = ['mock', '--host', '0.0.0.0', '--port', '8080']

/** Returns the arguments of the command line, or undefined if these words do not start it. */
const ownArguments = (words: readonly string[]): readonly string[] | undefined => {
  const own = words[0] === 'npx' ? words.slice(1) : words
  if (own[0] === 'op-conformance') return own.slice(1)
  // The words after the name of the image are the command of the container.
  const image = words[0] === 'podman' && words[1] === 'run' ? words.lastIndexOf('op-conformance') : -1
  if (image > 0) return image + 1 < words.length ? words.slice(image + 1) : containerCommand
  const main = words.indexOf('dist/src/cli/main.js')
  return words[0] === 'node' && main > 0 ? words.slice(main + 1) : undefined
}

const tryCommand = async (words: readonly string[]): Promise<void> => {
  const own = ownArguments(words)
  if (own) return parse(own)
  const [first, second = '', third = ''] = words
  if (first === 'npm' && second === 'run') expect(scripts).toContain(third)
  else if (first === 'npm') expect(['ci', 'test', 'pack', 'install']).toContain(second)
  else if (first === 'npx' && second === 'vitest') {
    const files = words.slice(3).filter((word) => /^(?:src|suites|mock)\//.test(word))
    expect(files.filter((file) => !existsSync(join(project, file)))).toEqual([])
    const pattern = words[words.indexOf('-t') + 1] ?? ''
    if (words.includes('-t') && pattern !== 'NAME') expect(checks).toContain(pattern)
  } else expect(['curl', '.', 'node', 'git', 'openssl', 'open', 'chrome', 'podman']).toContain(first)
}

/** Returns the shell lines of a block: every line of sh, the `run` steps of yaml, else the lines that begin with $. */
const scriptOf = (language: string, text: string): string => {
  if (language === 'sh') return text
  if (language === 'yaml')
    return [...text.matchAll(/- run: (?:\|\n)?((?:[^\n]*\\\n)*[^\n]*)/g)].map(([, run]) => run).join('\n')
  return [...text.matchAll(/^\$ ((?:[^\n]*\\\n)*[^\n]*)$/gm)].map(([, line]) => line).join('\n')
}

const written = [
  ...allBlocks().flatMap(({ path, language, text }) =>
    commandsIn(scriptOf(language, text)).map((words) => ({ path, words })),
  ),
  ...guides.flatMap((path) =>
    codeIn(path)
      .filter((code) => /^(?:npx |npm (?:run|test|ci|pack)\b|op-conformance |node dist|git )/.test(code))
      .flatMap((code) => commandsIn(code))
      .map((words) => ({ path, words })),
  ),
]

test('the test finds the commands that the documents show', () => expect(written.length).toBeGreaterThan(80))

test.each(written.map(({ path, words }) => [path, words.join(' '), words] as const))(
  '%s: the command `%s` exists, and so does everything that it names',
  (_, __, words) => tryCommand(words),
)

test.each(guides)('every flag that %s names belongs to a command', (path) => {
  const named = codeIn(path)
    .filter((code) => !/^(?:npx vitest|npm |node |git |gh )/.test(code))
    .flatMap((code) => code.match(/(?<![\w-])--[a-z][a-z-]*/g) ?? [])
  expect(named.filter((flag) => !flags.has(flag))).toEqual([])
})

test('README has a row for each command', () => {
  const [, table = ''] = textOf('README.md').split('\n## Commands\n')
  const rows = [...(table.split('\n## ')[0] ?? '').matchAll(/^\| `([\w-]+)[^`]*` \|/gm)].map(
    ([, name]) => name,
  )
  expect(rows.toSorted()).toEqual(
    program()
      .commands.map((each) => each.name())
      .toSorted(),
  )
})

test.each(['ci', 'nightly'])(
  'the workflow %s runs commands that exist and actions that are pinned',
  async (name) => {
    const source = textOf(`.github/workflows/${name}.yml`)
    const { jobs } = parseYaml(source) as {
      jobs: Record<string, { steps: Array<{ uses?: string; run?: string }> }>
    }
    const steps = Object.values(jobs).flatMap((job) => job.steps)
    const used = steps.flatMap(({ uses }) => uses ?? [])
    expect(used.filter((action) => !/@[0-9a-f]{40}$/.test(action))).toEqual([])
    for (const words of steps.flatMap(({ run }) => commandsIn(run ?? ''))) {
      // No engine builds images here, so only the file that its command names is checked.
      if (words[0] === 'docker' || words[0] === 'curl') expect(filesAfter('--file', words)).toEqual([])
      else if (words[0]?.startsWith('.ci/')) expect(existsSync(join(project, words[0]))).toBe(true)
      else await tryCommand(words)
    }
  },
)

/** Returns the files that an option names but that do not exist. */
const filesAfter = (option: string, words: readonly string[]): string[] =>
  words.filter((word, index) => words[index - 1] === option && !existsSync(join(project, word)))
