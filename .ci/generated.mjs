// The generated parts of docs/architecture.md. Each stands between two lines that name the command which makes it.
import { readFileSync } from 'node:fs'

export const document = new URL('../docs/architecture.md', import.meta.url)

/** The document with `made` as the content of this part; throws if the document lacks the two lines of the part. */
export const documentWith = (part, command, made) => {
  const begin = `<!-- ${part}: made by \`npm run ${command}\` -->\n`
  const end = `<!-- end of ${part} -->`
  const [before, rest] = readFileSync(document, 'utf8').split(begin)
  const after = rest?.split(end)[1]
  if (after === undefined) throw new Error(`docs/architecture.md lacks the lines\n${begin}${end}`)
  return `${before}${begin}${made}\n${end}${after}`
}
