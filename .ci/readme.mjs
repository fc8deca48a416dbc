// Parts of README.md that are made: each stands between two lines that say by what.
import { readFileSync } from 'node:fs'

export const readme = new URL('../README.md', import.meta.url)

/** The README with this in place of what the part holds; without its two lines there is nowhere to put it. */
export const readmeWith = (part, command, made) => {
  const begin = `<!-- ${part}: made by \`npm run ${command}\` -->\n`
  const end = `<!-- end of ${part} -->`
  const [before, rest] = readFileSync(readme, 'utf8').split(begin)
  const after = rest?.split(end)[1]
  if (after === undefined) throw new Error(`README.md lacks the lines\n${begin}${end}`)
  return `${before}${begin}${made}\n${end}${after}`
}
