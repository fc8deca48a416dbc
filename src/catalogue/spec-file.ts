import { readdirSync, readFileSync } from 'node:fs'
import { LineCounter, parseDocument } from 'yaml'
import { ConfigurationError } from '../core/errors.ts'

/** A file under spec/, by its path from there. */
export interface SpecFile {
  path: string
  text: string
}

const folder = new URL('../../spec/', import.meta.url)

export function specFile(path: string): SpecFile {
  return {
    path,
    text: readFileSync(new URL(path, folder), 'utf8'),
  }
}

/** The YAML files of a folder under spec/ and of the folders in it, by path. */
export function specFilesIn(path: string): SpecFile[] {
  return readdirSync(new URL(`${path}/`, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.yaml'))
    .sort()
    .map((name) => specFile(`${path}/${name}`))
}

/** The names of the folders in a folder under spec/. */
export function specFoldersIn(path: string): string[] {
  return readdirSync(new URL(`${path}/`, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()
}

/** What the file says. A key that stands twice in a mapping is refused. */
export function treeOf({ path, text }: SpecFile): unknown {
  const lineCounter = new LineCounter()
  const document = parseDocument(text, { lineCounter, prettyErrors: false })
  const [error] = document.errors
  if (error) throw specProblem(`${path}, line ${lineCounter.linePos(error.pos[0]).line}`, error.message)
  return document.toJS()
}

/** A mistake in a file under spec/: where it is, and what. */
export function specProblem(place: string, fact: string): ConfigurationError {
  return new ConfigurationError('ERR_SPEC', `spec/${place}: ${fact}`)
}
