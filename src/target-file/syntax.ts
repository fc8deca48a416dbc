import type { Document, YAMLError } from 'yaml'
import { isMap, isSeq, visit } from 'yaml'
import { pathAt } from './places.ts'
import type { Problem } from './problem.ts'
import { yamlFlaws } from './yaml-flaws.ts'

/** A flaw of the YAML itself, by its offset. */
export interface SyntaxProblem extends Problem {
  offset: number
}

/** What keeps a file from being read at all; the parser's messages quote the file, so none of them is used. */
export function syntaxProblems(document: Document, text: string): SyntaxProblem[] {
  const flaw = (offset: number, fact: string, next: string): SyntaxProblem => ({
    code: 'ERR_TARGET_SYNTAX',
    path: pathAt(document, offset),
    fact,
    next,
    offset,
  })
  const bare = bareVariables(document, text)
  if (bare.length > 0) return bare.map((offset) => flaw(offset, ...bareVariable))

  const errors: YAMLError[] = [...document.errors, ...document.warnings]
  if (errors.length > 0) {
    return firstOfEachLine(
      text,
      errors.map(({ code, pos: [offset] }) => flaw(offset, ...yamlFlaws[code])),
    )
  }
  const aliases = badAliases(document)
  if (aliases.length === 0 && !unfolds(document)) return [{ ...flaw(0, ...tooManyAliases), path: [] }]
  return aliases.map((offset) => flaw(offset, ...badAlias))
}

const bareVariable = [
  'inside { } or [ ], YAML reads the braces of a variable as its own',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the target file's own notation
  'put it in quotes: "${NAME}"',
] as const

const badAlias = [
  'an alias does not name an anchor before it, or names an anchor around it',
  'put text that begins with * in quotes',
] as const

const tooManyAliases = ['the aliases expand to too much', 'write the values out'] as const

// What follows on the same line is as a rule the consequence of the first.
const firstOfEachLine = (text: string, problems: SyntaxProblem[]): SyntaxProblem[] => {
  const lineStart = ({ offset }: SyntaxProblem): number => text.lastIndexOf('\n', offset - 1)
  return problems.filter(
    (problem, index) => problems.findIndex((other) => lineStart(other) === lineStart(problem)) === index,
  )
}

/** Offsets of `${` that stand without quotes inside a flow collection. */
const bareVariables = (document: Document, text: string): number[] => {
  const offsets: number[] = []
  visit(document, {
    Scalar: (_key, { type, range, source }, ancestors) => {
      const end = range?.[1]
      const inFlow = ancestors.some((node) => (isMap(node) || isSeq(node)) && node.flow === true)
      if (type !== 'PLAIN' || end === undefined || !inFlow) return
      if (source?.endsWith('$') && text[end] === '{') offsets.push(end - 1)
    },
  })
  return offsets
}

const badAliases = (document: Document): number[] => {
  const offsets: number[] = []
  visit(document, {
    Alias: (_key, alias, ancestors) => {
      const named = alias.resolve(document)
      if (named === undefined || ancestors.some((node) => node === named)) offsets.push(alias.range?.[0] ?? 0)
    },
  })
  return offsets
}

const unfolds = (document: Document): boolean => {
  try {
    document.toJS()
    return true
  } catch {
    return false
  }
}
