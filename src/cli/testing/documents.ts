import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const project = fileURLToPath(new URL('../../..', import.meta.url))

/** Returns every file below a folder, by its path from the top of the project. */
export function filesBelow(folder: string): string[] {
  return readdirSync(join(project, folder), { recursive: true, encoding: 'utf8' }).map((path) =>
    join(folder, path),
  )
}

/** The documents that the project writes for its users. */
export const documents: readonly string[] = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'CHANGELOG.md',
  'RELEASE.md',
  ...filesBelow('docs')
    .filter((path) => path.endsWith('.md'))
    .sort(),
]

/** The guides: documents whose every command and output is tested. */
export const guides = documents.filter(
  (path) => path !== 'CHANGELOG.md' && !path.startsWith('docs/decisions/'),
)

export function textOf(path: string): string {
  return readFileSync(join(project, path), 'utf8')
}

export interface Block {
  path: string
  language: string
  text: string
}

const fence = /^```(\w*)\n(.*?)^```$/gms

export function blocksOf(path: string): Block[] {
  return [...textOf(path).matchAll(fence)].map(([, language = '', text = '']) => ({ path, language, text }))
}

export function allBlocks(): Block[] {
  return guides.flatMap(blocksOf)
}

export function proseOf(path: string): string {
  return textOf(path).replaceAll(fence, '')
}

/** Returns the texts between backticks, on one line or broken over two. */
export function codeIn(path: string): string[] {
  return [...proseOf(path).matchAll(/`([^`]+)`/g)].map(([, code = '']) => code.replaceAll('\n', ' '))
}

/** Returns the anchors that GitHub makes from the headings of a document. */
export function anchorsOf(path: string): string[] {
  return [...proseOf(path).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

export interface Link {
  /** The path from the top of the project. */
  file: string
  anchor: string
}

/** Returns the links and pictures of a document that lead to files of the project. */
export function linksOf(path: string): Link[] {
  return [...proseOf(path).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^\w+:/.test(target))
    .map((target) => {
      const [file = '', anchor = ''] = target.split('#')
      return { file: file === '' ? path : join(dirname(path), file), anchor }
    })
}
