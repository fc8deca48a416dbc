import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { instructionsIn } from './containerfile.ts'

const read = (name: string): string => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8')

const text = read('Containerfile')
const instructions = instructionsIn(text)
const last = instructions.slice(instructions.findLastIndex(({ name }) => name === 'FROM'))
const wordsOf = (name: string): string | undefined => last.find((one) => one.name === name)?.words

test('every line of the Containerfile is an instruction, a comment or empty', () =>
  expect(instructions).toHaveLength(text.split('\n').filter((line) => /^[^#]/.test(line)).length))

test('the image runs nothing as root, and its last stage builds nothing', () => {
  expect(wordsOf('USER')).toBe('node')
  expect(last.filter(({ name }) => name === 'RUN' || name === 'ADD')).toEqual([])
  expect(last.filter(({ name }) => name === 'COPY').every(({ words }) => words.startsWith('--from='))).toBe(
    true,
  )
})

test('the health check asks the health path of the control API, on the port that the mock listens on', () => {
  const { paths } = parse(read('spec/control.openapi.yaml'))
  expect(paths).toHaveProperty('/health')
  const [, port] = /127\.0\.0\.1:(\d+)\/_control\/health'/.exec(wordsOf('HEALTHCHECK') ?? '') ?? []
  expect(wordsOf('EXPOSE')).toBe(port)
  expect(JSON.parse(wordsOf('CMD') ?? '[]')).toEqual(['mock', '--host', '0.0.0.0', '--port', port])
})

test('.dockerignore keeps keys, target files and build output out of the image', () => {
  const ignored = read('.dockerignore').split('\n')
  for (const name of ['.git', 'node_modules', 'dist', '*.jwk', '/op-conformance.yaml'])
    expect(ignored).toContain(name)
})
