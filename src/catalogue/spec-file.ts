import { readdirSync, readFileSync } from 'node:fs'
import { LineCounter, parseDocument } from 'yaml'
import { ConfigurationError } from '../core/errors.ts'
import { isObject } from '../core/json.ts'

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

/** Returns the YAML files in a folder under spec/ and in its subfolders, sorted by path. */
export function specFilesIn(path: string): SpecFile[] {
  return readdirSync(new URL(`${path}/`, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.yaml'))
    .sort()
    .map((name) => specFile(`${path}/${name}`))
}

export function specFoldersIn(path: string): string[] {
  return readdirSync(new URL(`${path}/`, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()
}

/** Parses the file. Throws if a mapping has the same key twice. */
export function treeOf({ path, text }: SpecFile): unknown {
  const lineCounter = new LineCounter()
  const document = parseDocument(text, { lineCounter, prettyErrors: false })
  const [error] = document.errors
  if (error) throw specProblem(`${path}, line ${lineCounter.linePos(error.pos[0]).line}`, error.message)
  return document.toJS()
}

/** Creates the error for a mistake in a file under spec/: its place and the fact. */
export function specProblem(place: string, fact: string): ConfigurationError {
  return new ConfigurationError('ERR_SPEC', `spec/${place}: ${fact}`)
}

/**
 * Applies a JSON Merge Patch (RFC 7396): values of `patch` replace those of `target`, null removes them, mappings are
 * merged key by key, and lists are replaced as a whole.
 */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch
  const merged = new Map(Object.entries(isObject(target) ? target : {}))
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) merged.delete(key)
    else merged.set(key, mergePatch(merged.get(key), value))
  }
  return Object.fromEntries(merged)
}
