import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Words that begin a fragment more often than a sentence: a reader then has to guess who does what. */
const withoutSubject =
  /^(?:Whether|What|Which|How|Why|Where|When|While|Who|Whose|Whom|If|Unless|As|Of|By|With|Without|For|From|In|On|At|To|Because|Since|So|Until|Before|After|One|Those|These|That|This|It|They|The same|Another|Also|Only|Else|None|Not|Absent|Undefined)\b/

const beginnings = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(/^\s*\/\*\*\s+(?:\* )?(\S.*)$/gm)].map(([, words = '']) => words)

test.each(['src', 'mock', 'suites'])(
  'fewer than 1 % of the comments in %s begin without a subject',
  (folder) => {
    const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    const all = files
      .filter((file) => file.endsWith('.ts'))
      .flatMap((file) => beginnings(join(root, folder, file)))
    expect(all.length).toBeGreaterThan(500)
    expect(all.filter((words) => withoutSubject.test(words)).length / all.length).toBeLessThan(0.01)
  },
)
