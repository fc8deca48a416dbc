import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { installedOf, type LockFile, licencesOf } from './third-party.ts'

// Checks the code of others that this project runs: in its own jobs, in its image, and in the jobs of users of its
// action.

const read = (name: string): string => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8')

const workflows = readdirSync(new URL('../.github/workflows', import.meta.url)).map(
  (name) => `.github/workflows/${name}`,
)
const images = [...read('Containerfile').matchAll(/^FROM (\S+)/gm)].map(([, image = '']) => image)
const action = read('action.yml')
const { engines, dependencies, devDependencies } = JSON.parse(read('package.json'))

const lock: LockFile = JSON.parse(read('package-lock.json'))
const { '': _, ...locked } = lock.packages

test.each(['action.yml', ...workflows])('%s pins every action that it uses to a commit', (file) => {
  const used = read(file)
    .split('\n')
    .filter((line) => /\buses: (?!\.\/\.github\/workflows\/)/.test(line))
  expect(used.length).toBeGreaterThan(0)
  for (const line of used) expect(line).toMatch(/uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
})

test('both stages use the same base image, pinned by its digest', () => {
  const [one, ...others] = new Set(images)
  expect(others).toEqual([])
  expect(one).toMatch(/^docker\.io\/library\/node:\d+\.\d+\.\d+-bookworm-slim@sha256:[0-9a-f]{64}$/)
})

test('the action and the image use a maintained Node.js version that the package supports', () => {
  const [, oldest = ''] = /^>=(\d+)\./.exec(engines.node) ?? []
  const { steps } = parse(action).runs
  const ofAction = steps.flatMap((step: { with?: object }) => Object(step.with)['node-version'] ?? [])
  const ofImage = images.map((image) => Number(/node:(\d+)/.exec(image)?.[1]))
  expect([...ofAction, ...ofImage]).toHaveLength(3)
  for (const major of [...ofAction, ...ofImage]) {
    expect([22, 24]).toContain(major)
    expect(major).toBeGreaterThanOrEqual(Number(oldest))
  }
})

test('the action installs only runtime dependencies, and runs no install scripts', () => {
  const commands = action.split('\n').filter((line) => /\b(?:npm|npx|yarn|pnpm|curl|wget)\b/.test(line))
  expect(commands).toHaveLength(1)
  expect(commands[0]).toMatch(/npm ci .*--omit=dev --ignore-scripts/)
  expect(installedOf(lock).length).toBeLessThan(130)
})

test('no npm install in the Containerfile or a workflow runs install scripts', () => {
  for (const file of ['Containerfile', ...workflows]) {
    const installs = read(file)
      .split('\n')
      .filter((line) => /\bnpm (?:ci|install|i)\b/.test(line))
    for (const line of installs) expect(line, file).toContain('--ignore-scripts')
  }
})

test('each dependency is pinned to one version, and the lock file has its hash', () => {
  for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies })) {
    expect(version, name).toMatch(/^\d+\.\d+\.\d+(?:-[\w.]+)?$/)
    expect(locked[`node_modules/${name}`]?.version, name).toBe(version)
  }
  expect(Object.entries(locked).filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))).toEqual([])
})

test('the licences of what is installed are listed, and permit any use', () => {
  const permissive = [
    '0BSD',
    'Apache-2.0',
    'BSD-2-Clause',
    'BSD-3-Clause',
    'BlueOak-1.0.0',
    'ISC',
    'MIT',
    'Unlicense',
  ]
  expect(installedOf(lock).filter(([, { license }]) => !permissive.includes(license ?? ''))).toEqual([])
  expect(read('THIRD-PARTY.md'), 'run `npm run licences`').toBe(licencesOf(lock))
})

interface Update {
  'package-ecosystem': string
  schedule: { interval: string }
  ignore?: Array<{ 'dependency-name': string }>
}

test('a bot looks for updates of packages, actions and the base image each week, and each of its exceptions is used', () => {
  const { updates }: { updates: Update[] } = parse(read('.github/dependabot.yml'))
  expect(updates.map((update) => update['package-ecosystem'])).toEqual(['npm', 'github-actions', 'docker'])
  expect(updates.filter(({ schedule }) => schedule.interval !== 'weekly')).toEqual([])
  const [{ ignore = [] } = {}] = updates
  const names = ignore.map((exception) => exception['dependency-name'])
  expect(names.filter((name) => !(name in { ...dependencies, ...devDependencies }))).toEqual([])
})
