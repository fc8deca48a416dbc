import type { ErrorCode } from 'yaml'

/** What each error of the YAML parser means, and what mends it. The parser's own messages quote the file. */
export const yamlFlaws: Record<ErrorCode, readonly [fact: string, next: string]> = {
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
