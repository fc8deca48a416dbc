import { type Document, type ErrorCode, isMap, isSeq, visit, type YAMLError } from 'yaml'
import { pathAt } from './places.ts'
import type { FileProblem } from './problem.ts'

/** A flaw of the YAML itself, by its offset. */
export interface SyntaxProblem extends FileProblem {
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

/** What each error of the YAML parser means, and what mends it. The parser's own messages quote the file. */
const yamlFlaws: Record<ErrorCode, readonly [fact: string, next: string]> = {
  ALIAS_PROPS: ['an alias has its own anchor or tag', 'put text that begins with * in quotes'],
  BAD_ALIAS: ['an alias does not have a readable name', 'put text that begins with * in quotes'],
  BAD_COLLECTION_TYPE: ['a tag does not fit the value after it', 'remove the tag'],
  BAD_DIRECTIVE: ['a directive cannot be read', 'put text that begins with % in quotes'],
  BAD_DQ_ESCAPE: ['a text in double quotes has an unknown escape', 'put it in single quotes'],
  BAD_INDENT: [
    'the indentation or a closing bracket is wrong',
    'indent it like the lines around it, and close open brackets',
  ],
  BAD_PROP_ORDER: ['an anchor or tag is in the wrong place', 'put text that begins with & or ! in quotes'],
  BAD_SCALAR_START: ['a text begins with a character that YAML reserves', 'put it in quotes'],
  BLOCK_AS_IMPLICIT_KEY: ['a line has a second colon', 'put text that holds ": " in quotes'],
  BLOCK_IN_FLOW: ['a block is inside { } or [ ]', 'write it without the brackets'],
  DUPLICATE_KEY: ['the key appears twice', 'keep one of them'],
  IMPOSSIBLE: ['YAML cannot be read here', 'put text with special characters in quotes'],
  KEY_OVER_1024_CHARS: ['a key is longer than 1024 characters', 'look for a missing quote or colon'],
  MISSING_CHAR: [
    'a colon, comma, quote or bracket is missing',
    'add it, or put text with such characters in quotes',
  ],
  MULTILINE_IMPLICIT_KEY: [
    'a key goes over several lines, or a text is not indented',
    'indent every line of a text below its key',
  ],
  MULTIPLE_ANCHORS: ['a value has several anchors', 'put text that begins with & in quotes'],
  MULTIPLE_DOCS: ['a second document begins', 'keep one document in the file, without ---'],
  MULTIPLE_TAGS: ['a value has several tags', 'put text that begins with ! in quotes'],
  NON_STRING_KEY: ['a key is not text', 'look for an extra bracket, or put the key in quotes'],
  RESOURCE_EXHAUSTION: ['the file is nested too deeply', 'remove unneeded brackets'],
  TAB_AS_INDENT: ['a tab is used as indentation', 'indent with spaces'],
  TAG_RESOLVE_FAILED: ['a tag is unknown or does not fit', 'put text that begins with ! in quotes'],
  UNEXPECTED_TOKEN: [
    'something is left over',
    'put text with special characters in quotes, and close open brackets',
  ],
}
