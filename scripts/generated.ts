import { readFileSync } from 'node:fs'

/** The document with generated parts. Each part stands between two lines that name the command which makes it. */
export const document = 'docs/architecture.md'

/**
 * Returns the document with `made` as the content of this part. Throws if the document lacks the two lines of the part.
 */
export function documentWith(part: string, command: string, made: string): string {
  const begin = `<!-- ${part}: made by \`npm run ${command}\` -->\n`
  const end = `<!-- end of ${part} -->`
  const [before, rest] = readFileSync(document, 'utf8').split(begin)
  const after = rest?.split(end)[1]
  if (after === undefined) throw new Error(`${document} lacks the lines\n${begin}${end}`)
  return `${before}${begin}${made}\n${end}${after}`
}
