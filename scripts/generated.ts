import { readFileSync } from 'node:fs'

/** The document with the figures of the proofs. */
export const document = 'docs/architecture.md'

/**
 * Returns a document with `made` as the content of this part. A part stands between two lines that name the command
 * which makes it. Throws if the document lacks them.
 */
export function documentWith(part: string, command: string, made: string, file = document): string {
  const begin = `<!-- ${part}: made by \`npm run ${command}\` -->\n`
  const end = `<!-- end of ${part} -->`
  const [before, rest] = readFileSync(file, 'utf8').split(begin)
  const after = rest?.split(end)[1]
  if (after === undefined) throw new Error(`${file} lacks the lines\n${begin}${end}`)
  return `${before}${begin}${made}\n${end}${after}`
}
