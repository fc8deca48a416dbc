import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isNode, isScalar, parseDocument } from 'yaml'
import { loadCatalogue } from './catalogue.ts'
import { ownFiles } from './lineage.ts'
import { profileNames } from './profiles.ts'
import { type Published, quotationsIn } from './requirement.ts'
import { treeOf } from './spec-file.ts'

const folded = (text: string): string => text.trim().replace(/\s+/g, ' ')

const read = (name: string) => {
  const folder = new URL('../../node_modules/@interledger/open-payments/dist/openapi/specs/', import.meta.url)
  const text = readFileSync(new URL(`${name}.yaml`, folder), 'utf8')
  return { text, tree: parseDocument(text) }
}

const documents = new Map(['resource-server', 'auth-server'].map((name) => [name, read(name)]))

/** Returns the text at a place of a published document: the value of a scalar, or the YAML of anything else. */
const textAt = (at: string): string | undefined => {
  const [name = '', path = ''] = at.split('#')
  const document = documents.get(name)
  const node = document?.tree.getIn(path.split('.'), true)
  if (!document || !isNode(node)) return undefined
  if (isScalar(node)) return folded(String(node.value))
  const [from = 0, to = 0] = node.range ?? []
  return folded(document.text.slice(from, to))
}

const missing = (quotations: readonly Published[]): string[] =>
  quotations
    .filter(({ at, says }) => !textAt(at)?.includes(folded(says)))
    .map(({ at, says }) => `"${says}" is not at ${at}, which says ${textAt(at) ?? 'nothing'}`)

test.each(profileNames())('%s quotes the published documents verbatim', (profile) => {
  const quoted = [...loadCatalogue(profile).values()].flatMap(({ published = [] }) => published)
  expect(missing(quoted)).toEqual([])
})

test.each(profileNames())('%s quotes verbatim why it leaves a requirement out', (profile) => {
  const lacking = ownFiles(profile, 'inherited.yaml').flatMap((file) => {
    const { without } = treeOf(file) as { without: Record<string, unknown> }
    return Object.entries(without).flatMap(([id, quotations]) => quotationsIn(quotations, id))
  })
  expect(missing(lacking)).toEqual([])
})

test('a quotation counts only if the published document has it at the named place', () => {
  const at = 'auth-server#components.schemas.access_token.properties.expires_in.description'
  const says = 'An RS MUST NOT accept an access token past this time.'
  expect(missing([{ at, says }])).toEqual([])
  expect(missing([{ at, says: 'An RS MAY accept it.' }])).toHaveLength(1)
  expect(missing([{ at: 'auth-server#components.schemas.nowhere', says }])).toHaveLength(1)
})
