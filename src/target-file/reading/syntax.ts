import {
  type Document,
  type ErrorCode,
  isAlias,
  isMap,
  isSeq,
  Lexer,
  type LineCounter,
  type Node,
  visit,
} from 'yaml'
import { indentationFlaws } from './indentation.ts'
import type { FileProblem, KeyPath } from './problem.ts'

/** A flaw of the YAML itself. */
export interface SyntaxProblem extends Omit<FileProblem, 'path'> {
  /** The place of the flaw, or a negative number if the whole file is meant. */
  offset: number
  /** The path of the flaw, if the parser takes the line for a part of something else. */
  path?: KeyPath
}

type SyntaxFlaw = readonly [fact: string, next: string]

const ofWhole = -1

const flaw = (offset: number, [fact, next]: SyntaxFlaw): SyntaxProblem => ({
  code: 'ERR_TARGET_SYNTAX',
  fact,
  next,
  offset,
})

export const inUtf16: SyntaxFlaw = ['in UTF-16, expected UTF-8', 'save it as UTF-8']

const longest = 2 ** 20
const deepest = 100

/** Finds flaws that forbid parsing the text at all. The parser is recursive, and slow with long texts. */
export function textProblems(text: string): SyntaxProblem[] {
  if (isUtf16(text)) return [flaw(ofWhole, [`the file is ${inUtf16[0]}`, inUtf16[1]])]
  if (text.length > longest)
    return [flaw(ofWhole, ['the file is longer than 1 MiB', 'look whether it is the right file'])]
  return isDeep(text) ? [flaw(ofWhole, yamlFlaws.RESOURCE_EXHAUSTION)] : []
}

/**
 * Detects UTF-16 that was read as UTF-8: its byte order mark is invalid there, and every other byte of its letters is
 * zero.
 */
export function isUtf16(text: string): boolean {
  return text.startsWith('\ufffd\ufffd') || /^.?\0/s.test(text)
}

/** The token that the lexer puts before a text. */
const beforeScalar = '\x1f'

/**
 * Measures nesting without the parser. Open brackets count, and so do other things that open levels: a row of
 * indicators, and indentation.
 */
const isDeep = (text: string): boolean => {
  let brackets = 0
  let indicators = 0
  let before = ''
  for (const token of new Lexer().lex(text)) {
    const isScalar = before === beforeScalar
    before = token
    if (isScalar) continue
    indicators = /^(?:[-?:]$| )/.test(token) ? indicators + token.length : 0
    if (token === '[' || token === '{') brackets++
    if (token === ']' || token === '}') brackets--
    if (brackets > deepest || indicators > deepest * 4) return true
  }
  return false
}

/** Finds flaws that make the file unreadable. The parser's messages quote the file, so none of them is used. */
export function syntaxProblems(
  document: Document,
  text: string,
  lines: LineCounter,
  isKnown: (key: string) => boolean,
): SyntaxProblem[] {
  const bare = bareVariables(document, text)
  if (bare.length > 0) return bare.map((offset) => flaw(offset, bareVariable))

  const errors = [
    ...[...document.errors, ...document.warnings].map(({ code, pos: [offset] }) => ({ code, offset })),
    ...keysTwice(document).map((offset) => ({ code: 'DUPLICATE_KEY' as const, offset })),
  ]
  if (errors.length > 0) {
    const indented = indentationFlaws(text, isKnown)
    const problems = errors.map(({ code, offset }): SyntaxProblem => {
      const found = mayBeIndentation.has(code) ? indented(lines.linePos(offset).line) : undefined
      if (!found) return flaw(offset, yamlFlaws[code])
      const start = lines.lineStarts[found.line - 1] ?? 0
      return { ...flaw(start + found.indent, found.words), path: found.path }
    })
    return firstOfEachLine(lines, problems)
  }
  const aliases = badAliases(document)
  if (aliases.length === 0 && !unfolds(document)) return [flaw(ofWhole, tooManyAliases)]
  return aliases.map((offset) => flaw(offset, badAlias))
}

/** The errors that the parser gives for wrong indentation, and for other mistakes. */
const mayBeIndentation: ReadonlySet<ErrorCode> = new Set([
  'BAD_INDENT',
  'BLOCK_AS_IMPLICIT_KEY',
  'MISSING_CHAR',
  'MULTILINE_IMPLICIT_KEY',
  'UNEXPECTED_TOKEN',
])

const bareVariable: SyntaxFlaw = [
  'inside { } or [ ], YAML reads the braces of a variable as its own',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the target file's own notation
  'put it in quotes: "${NAME}"',
]

const badAlias: SyntaxFlaw = [
  'an alias does not name an anchor before it, or names an anchor around it',
  'put text that begins with * in quotes',
]

const tooManyAliases: SyntaxFlaw = ['the aliases expand to too much', 'write the values out']

// Later errors on the same line are usually consequences of the first.
const firstOfEachLine = (lines: LineCounter, problems: SyntaxProblem[]): SyntaxProblem[] => {
  const first = new Map<number, SyntaxProblem>()
  for (const problem of problems) {
    const { line } = lines.linePos(problem.offset)
    if (!first.has(line)) first.set(line, problem)
  }
  return [...first.values()]
}

/** Finds repeated keys with one lookup each. The parser would compare every key with every other. */
const keysTwice = (document: Document): number[] => {
  const offsets: number[] = []
  visit(document, {
    Map: (_key, { items }) => {
      const names = new Set<unknown>()
      for (const { key } of items) {
        const { value: name, range } = Object(key)
        if (names.has(name)) offsets.push(range?.[0] ?? 0)
        names.add(name)
      }
    },
  })
  return offsets
}

/** Returns the offsets of `${` that stand without quotes inside a flow collection. */
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

/** Finds invalid aliases. An alias refers to the last anchor of its name before it. */
const badAliases = (document: Document): number[] => {
  const offsets: number[] = []
  const anchors = new Map<string, Node>()
  visit(document, {
    Node: (_key, node, ancestors) => {
      if (isAlias(node)) {
        const named = anchors.get(node.source)
        if (named === undefined || ancestors.some((around) => around === named))
          offsets.push(node.range?.[0] ?? 0)
      } else if ('anchor' in node && node.anchor) anchors.set(node.anchor, node)
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

/** Descriptions of the YAML parser's errors, each with the remedy. The parser's own messages quote the file. */
const yamlFlaws: Record<ErrorCode, SyntaxFlaw> = {
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
