import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const project = fileURLToPath(new URL('../../..', import.meta.url))

/** Every file below a folder, by its path from the top of the project. */
export const filesBelow = (folder: string): string[] =>
  readdirSync(join(project, folder), { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path))

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

export const textOf = (path: string): string => readFileSync(join(project, path), 'utf8')

export interface Block {
  path: string
  language: string
  text: string
}

const fence = /^```(\w*)\n(.*?)^```$/gms

export const blocksOf = (path: string): Block[] =>
  [...textOf(path).matchAll(fence)].map(([, language = '', text = '']) => ({ path, language, text }))

export const allBlocks = (): Block[] => guides.flatMap(blocksOf)

export const proseOf = (path: string): string => textOf(path).replaceAll(fence, '')

/** What stands between backticks, on one line or broken over two. */
export const codeIn = (path: string): string[] =>
  [...proseOf(path).matchAll(/`([^`]+)`/g)].map(([, code = '']) => code.replaceAll('\n', ' '))

/** The anchors of a document, as GitHub makes them of its headings. */
export const anchorsOf = (path: string): string[] =>
  [...proseOf(path).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )

export interface Link {
  /** From the top of the project; undefined if it leaves it. */
  file: string
  anchor: string
}

/** Links and pictures of a document that do not lead elsewhere. */
export const linksOf = (path: string): Link[] =>
  [...proseOf(path).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^\w+:/.test(target))
    .map((target) => {
      const [file = '', anchor = ''] = target.split('#')
      return { file: file === '' ? path : join(dirname(path), file), anchor }
    })
