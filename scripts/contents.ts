import { compile, type JSONSchema } from 'json-schema-to-typescript'
import ts from 'typescript'
import { fixturesSchema } from '../mock/state/fixtures-file.ts'
import { isObject } from '../src/core/json.ts'
import { published } from '../src/formats/published.ts'

/** Keywords that the compiler of types would make names or tuples of. Types leave open what they demand. */
const untyped = ['$id', 'title', 'examples', 'default', 'contains', 'minItems', 'maxItems', 'uniqueItems']

/** Members whose names are those of fields or definitions, not keywords. */
const named = ['properties', '$defs']

/** Returns what types can say of a schema. A description beside a reference describes the field, not another type. */
const typed = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(typed)
  if (!isObject(schema)) return schema
  const { $ref, description, ...others } = schema
  if ($ref !== undefined && description !== undefined) return { ...others, description, allOf: [{ $ref }] }
  const isOpen = [schema['type']].flat().includes('object') && schema['properties'] === undefined
  return {
    ...Object.fromEntries(Object.entries(schema).flatMap(memberOf)),
    ...(isOpen && schema['additionalProperties'] === undefined && { additionalProperties: true }),
  }
}

const memberOf = ([name, value]: [string, unknown]): Array<[string, unknown]> => {
  if (untyped.includes(name) || (name === 'allOf' && !JSON.stringify(value).includes('"$ref"'))) return []
  if (!named.includes(name) || !isObject(value)) return [[name, typed(value)]]
  return [[name, Object.fromEntries(Object.entries(value).map(([field, inner]) => [field, typed(inner)]))]]
}

/** Returns the schema with names of definitions that no other type has. */
const renamed = (schema: object): Record<string, unknown> => {
  const text = JSON.stringify(schema).replaceAll(/"#\/\$defs\/(\w+)"/g, '"#/$defs/$1Contents"')
  const { $defs, ...others } = JSON.parse(text)
  const definitions = Object.entries($defs ?? {}).map(([name, inner]) => [`${name}Contents`, inner])
  return { ...others, $defs: Object.fromEntries(definitions) }
}

/** Returns the schema without fields that no value fits, such as the private members of a public key. */
const withoutForbidden = (schema: object): object => {
  const text = JSON.stringify(schema, (_, value) => {
    if (!isObject(value) || !isObject(value['properties'])) return value
    const fields = Object.entries(value['properties']).filter(([, field]) => !isForbidden(field, schema))
    return { ...value, properties: Object.fromEntries(fields) }
  })
  return JSON.parse(text)
}

const isForbidden = (field: unknown, schema: object): boolean => {
  if (!isObject(field)) return false
  const { $ref, not } = field
  if (typeof $ref !== 'string') return isObject(not) && Object.keys(not).length === 0
  const { $defs } = schema as { $defs: Record<string, unknown> }
  return isForbidden($defs[$ref.replace('#/$defs/', '')], schema)
}

/** Returns the schema with these fields as any text, since node:crypto types the members of a JWK as strings. */
const withTexts = (schema: object, names: readonly string[]): object =>
  JSON.parse(JSON.stringify(schema), (name, value) =>
    names.includes(name) && Array.isArray(value.enum)
      ? { type: 'string', description: value.description ?? `One of ${value.enum.join(', ')}.` }
      : value,
  )

/**
 * Lets lists be constants and fields be undefined, because what a program passes is only read. The compiler of types
 * knows neither.
 */
const lenient = (text: string): string => {
  const additions: Array<[at: number, what: string]> = []
  const visit = (node: ts.Node): void => {
    if (ts.isArrayTypeNode(node)) additions.push([node.pos + node.getLeadingTriviaWidth(source), 'readonly '])
    ts.forEachChild(node, visit)
    if (ts.isPropertySignature(node) && node.questionToken && node.type)
      additions.push([node.type.end, ' | undefined'])
  }
  const source = ts.createSourceFile('contents.ts', text, ts.ScriptTarget.Latest)
  visit(source)
  return additions
    .sort(([one], [other]) => other - one)
    .reduce((before, [at, what]) => before.slice(0, at) + what + before.slice(at), text)
}

/** Writes mappings whose keys are left open as records. */
const withRecords = (text: string): string =>
  text
    .replace(/\{\s*\[k: string\]: (\w+);?\s*\}/g, 'Record<string, $1>')
    .replace(/^export interface (\w+) (Record<.*>)$/gm, 'export type $1 = $2')

/** Writes each comment that fits into a line on one, as the sources have it. */
const inOneLine = (text: string): string =>
  text.replace(/^( *)\/\*\*\n *\* (.*)\n *\*\/$/gm, (whole, indent: string, words: string) => {
    const line = `${indent}/** ${words} */`
    return line.length > 110 ? whole : line
  })

/** Writes the TypeScript types of the files that a JSON Schema describes. The fields of `texts` take any text. */
async function contentsOf(
  schema: object,
  name: string,
  { what, texts = [] }: { what: string; texts?: readonly string[] },
): Promise<string> {
  const open = withTexts(withoutForbidden(schema), texts)
  const types = await compile(typed(renamed(open)) as JSONSchema, name, {
    additionalProperties: false,
    bannerComment: `// The types of ${what} as it is written, made by \`npm run schemas\` from its schema.`,
    format: false,
  })
  return inOneLine(lenient(withRecords(types)))
}

/** Writes the types of the files that users write, by the paths of the sources that have them. */
export async function contents(): Promise<ReadonlyMap<string, string>> {
  return new Map([
    [
      'src/target-file/contents.ts',
      await contentsOf(published['target-file'], 'TargetContents', { what: 'a target file' }),
    ],
    [
      'src/app/mock/fixtures-contents.ts',
      await contentsOf(fixturesSchema, 'FixturesContents', {
        what: 'a fixtures file',
        texts: ['kty', 'alg', 'crv'],
      }),
    ],
  ])
}
