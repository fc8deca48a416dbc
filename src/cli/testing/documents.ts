import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const project = fileURLToPath(new URL('../../..', import.meta.url))

/** Every file below a folder, by its path from the top of the project. */
export function filesBelow(folder: string): string[] {
  return readdirSync(join(project, folder), { recursive: true, encoding: 'utf8' }).map((path) =>
    join(folder, path),
  )
}

/** What the project says to its users. */
export const documents: readonly string[] = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...filesBelow('docs')
    .filter((path) => path.endsWith('.md'))
    .sort(),
]

/** The guides: documents whose every command and output is tried. */
export const guides = documents.filter((path) => !path.startsWith('docs/decisions/'))

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

/** What stands between backticks, on one line or broken over two. */
export function codeIn(path: string): string[] {
  return [...proseOf(path).matchAll(/`([^`]+)`/g)].map(([, code = '']) => code.replaceAll('\n', ' '))
}

/** The anchors of a document, as GitHub makes them of its headings. */
export function anchorsOf(path: string): string[] {
  return [...proseOf(path).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

export interface Link {
  /** From the top of the project; undefined if it leaves it. */
  file: string
  anchor: string
}

/** Links and pictures of a document that do not lead elsewhere. */
export function linksOf(path: string): Link[] {
  return [...proseOf(path).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^\w+:/.test(target))
    .map((target) => {
      const [file = '', anchor = ''] = target.split('#')
      return { file: file === '' ? path : join(dirname(path), file), anchor }
    })
}
