import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Instrumenter } from '@stryker-mutator/instrumenter'
import { textsOfRefusals } from './texts.ts'

/** A change of one place in the sources of the mock. */
export interface Mutant {
  /** The id of the change. It stays the same if the place moves within its file. */
  id: string
  /** The number that identifies it in the instrumented code. */
  number: string
  /** The path from the project's folder. */
  file: string
  /** The line, counted from 1. */
  line: number
  mutator: string
  /** The replaced code and its replacement, each in one line of at most 100 characters. */
  was: string
  is: string
  /** The place of this mutant among the identical ones of its file, counted from 1. */
  place: number
}

export interface Instrumented {
  mutants: Mutant[]
  /** TypeScript by file, with all mutants in it, each behind a switch. */
  sources: ReadonlyMap<string, string>
  /** A digest of the unchanged sources. */
  fingerprint: string
}

/**
 * Sources that answer the requests of the interface. The others are controls, sockets, and servers that are odd or
 * wrong on purpose.
 */
const answering =
  /^mock\/(server\/app|(core|http|signatures|tokens|lists|quotes|incoming-payments|outgoing-payments|state|world)\/[^/]+)\.ts$/

/**
 * Sources that create the initial world, which are left out. The target file is written anew for each world, so no
 * response of another world is wrong.
 */
const initial =
  /^mock\/(core\/(errors|html|time)|state\/(assets|clients|clock|fixtures)|world\/create|(incoming-payments\/(from-fixture|make-receiver)|outgoing-payments\/history))\.ts$/

const sourcesIn = (project: string): string[] =>
  readdirSync(join(project, 'mock'), { recursive: true, encoding: 'utf8' })
    .map((name) => `mock/${name.replaceAll('\\', '/')}`)
    .filter((name) => answering.test(name) && !/(\.test|\.d)\.ts$/.test(name))
    .filter((name) => !initial.test(name))
    .sort()

/** Puts every mutant that StrykerJS knows into the mock, each behind a switch. */
export async function instrument(project: string): Promise<Instrumented> {
  const names = sourcesIn(project)
  const contents = new Map(names.map((name) => [name, readFileSync(join(project, name), 'utf8')]))
  const { files, mutants } = await new Instrumenter(silent).instrument(
    [...contents].map(([name, content]) => ({ name, content, mutate: true })),
    { plugins: null, ignorers: [textsOfRefusals], excludedMutations: [] },
  )
  const seen = new Map<string, number>()
  return {
    mutants: mutants
      .filter(({ status }) => status !== 'Ignored')
      .map(({ id: number, fileName, location, mutatorName, replacement }) => {
        const was = textAt(contents.get(fileName) ?? '', location)
        const name = [fileName, mutatorName, was, replacement].join('\n')
        const before = seen.get(name) ?? 0
        seen.set(name, before + 1)
        return {
          id: digestOf(`${name}\n${before}`),
          number,
          file: fileName,
          line: location.start.line + 1,
          mutator: mutatorName,
          was: inOneLine(was),
          is: inOneLine(replacement),
          place: before + 1,
        }
      }),
    sources: new Map(files.map(({ name, content }) => [name, content])),
    fingerprint: digestOf([...contents].flat().join('\n')),
  }
}

const nothing = (): void => {}
const no = (): boolean => false

/**
 * A logger that writes nothing. The instrumenter would log the numbers of files and mutants, which the result contains.
 */
const silent: ConstructorParameters<typeof Instrumenter>[0] = {
  isTraceEnabled: no,
  isDebugEnabled: no,
  isInfoEnabled: no,
  isWarnEnabled: no,
  isErrorEnabled: no,
  isFatalEnabled: no,
  trace: nothing,
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
  fatal: nothing,
}

interface Position {
  /** The line, counted from 0. */
  line: number
  column: number
}

const textAt = (text: string, { start, end }: { start: Position; end: Position }): string => {
  const lines = text.split('\n')
  const offsetOf = ({ line, column }: Position): number =>
    lines.slice(0, line).reduce((sum, { length }) => sum + length + 1, column)
  return text.slice(offsetOf(start), offsetOf(end))
}

const inOneLine = (code: string): string => {
  const line = code.replace(/\s+/g, ' ').trim()
  return line.length > 100 ? `${line.slice(0, 99)}…` : line
}

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16)
