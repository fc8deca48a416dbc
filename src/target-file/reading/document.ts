import type { Scalar } from 'yaml'
import { LineCounter, parseDocument, visit } from 'yaml'
import { type FileSchema, knownPath, shownPath } from '../schema.ts'
import { offsetOf, pathOf, pathsIn } from './places.ts'
import { type KeyPath, targetFileError } from './problem.ts'
import { syntaxProblems, textProblems } from './syntax.ts'

/** A YAML or JSON file that knows the place of every value in it. */
export interface SourceFile {
  /** Every text in the file except the keys. `toTree` contains their replacements. */
  texts: TextAtPlace[]
  /** Removes a value together with its key. */
  remove: (path: KeyPath) => void
  toTree: () => unknown
  /** Returns the line of a value's key, or that of the nearest enclosing element if the value is absent. */
  lineOf: (path: KeyPath) => number
}

export interface TextAtPlace {
  path: KeyPath
  value: string
  replace: (value: string) => void
}

/**
 * Parses the file. Throws a ConfigurationError that says why the file cannot be read. The schema decides which of its
 * keys a message may show.
 */
export function readSource(file: string, text: string, schema?: FileSchema): SourceFile {
  const lines = new LineCounter()
  const flawed = textProblems(text)
  const document = parseDocument(flawed.length > 0 ? '' : text, {
    lineCounter: lines,
    prettyErrors: false,
    stringKeys: true,
    uniqueKeys: false,
    logLevel: 'error',
  })
  const lineAt = (offset: number): number => lines.linePos(offset).line
  const isKnown = (key: string): boolean => knownPath([key], schema).length > 0
  const problems = flawed.length > 0 ? flawed : syntaxProblems(document, text, lines, isKnown)
  if (problems.length > 0) {
    const pathAt = pathsIn(document)
    throw targetFileError(file, problems, ({ offset, path }) => ({
      line: lineAt(Math.max(0, offset)),
      keys: shownPath(knownPath(path ?? pathAt(offset), schema), undefined, schema),
    }))
  }
  return {
    texts: textsOf(document),
    remove: (path) => document.deleteIn(path),
    toTree: () => document.toJS(),
    lineOf: (path) => lineAt(offsetOf(document, path)),
  }
}

type YamlDocument = ReturnType<typeof parseDocument>

const textsOf = (document: YamlDocument): TextAtPlace[] => {
  const texts: TextAtPlace[] = []
  visit(document, {
    Scalar: (key, scalar: Scalar, ancestors) => {
      if (key === 'key' || typeof scalar.value !== 'string') return
      const replace = (value: string): void => {
        scalar.value = value
      }
      texts.push({ path: pathOf([...ancestors, scalar]), value: scalar.value, replace })
    },
  })
  return texts
}
