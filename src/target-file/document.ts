import type { Scalar } from 'yaml'
import { LineCounter, parseDocument, visit } from 'yaml'
import { offsetOf, pathOf } from './places.ts'
import type { KeyPath } from './problem.ts'
import type { SyntaxProblem } from './syntax.ts'
import { syntaxProblems } from './syntax.ts'

/** A YAML or JSON file with the place of everything in it. */
export interface SourceFile {
  /** What keeps it from being read at all. */
  problems: SyntaxProblem[]
  /** Every text in it but the keys. What is put in its stead is what `toTree` gives. */
  texts: Text[]
  /** Takes a value out together with its key. */
  remove: (path: KeyPath) => void
  toTree: () => unknown
  /** The line of a value's key; of the nearest thing around it where the value is absent. */
  lineOf: (path: KeyPath) => number
  lineAt: (offset: number) => number
}

export interface Text {
  path: KeyPath
  value: string
  replace: (value: string) => void
}

export function readSource(text: string): SourceFile {
  const lines = new LineCounter()
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    stringKeys: true,
    logLevel: 'error',
  })
  const lineAt = (offset: number): number => lines.linePos(offset).line
  return {
    problems: syntaxProblems(document, text),
    texts: textsOf(document),
    remove: (path) => document.deleteIn(path),
    toTree: () => document.toJS(),
    lineOf: (path) => lineAt(offsetOf(document, path)),
    lineAt,
  }
}

type YamlDocument = ReturnType<typeof parseDocument>

const textsOf = (document: YamlDocument): Text[] => {
  const texts: Text[] = []
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
