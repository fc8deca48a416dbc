import type { SeenAt } from '../report/catalogue/register.ts'
import type { InteropMatrix } from './matrix.ts'
import { faredInWords } from './words.ts'

/** Summarizes what the participants of an event did, requirement by requirement, for the register of readings. */
export function seenAt({ name, at, columns, conformance, choices }: InteropMatrix): SeenAt {
  const names = columns.map((column) => column.name)
  const servers = columns.filter(({ role }) => role === 'server').map((column) => column.name)
  const fared = conformance
    .flatMap(({ rows }) => rows)
    .map(
      ({ requirement, cells }) =>
        [
          requirement,
          cells.flatMap(({ fared: how }, place) =>
            says.has(how) ? [`${names[place]} ${faredInWords[how].word}`] : [],
          ),
        ] as const,
    )
  const noted = choices.map(
    ({ requirement, cells }) =>
      [
        requirement,
        cells.flatMap(({ does }, place) =>
          does.length > 0 ? [`${servers[place]}: ${does.join(', ')}`] : [],
        ),
      ] as const,
  )
  const words = new Map<string, string[]>()
  for (const [requirement, seen] of [...fared, ...noted])
    words.set(requirement, [...(words.get(requirement) ?? []), ...seen])
  return {
    event: `What was seen at "${name}", ${at}, stands beside each.`,
    inWords: (requirement) => words.get(requirement)?.join('; ') || undefined,
  }
}

const says: ReadonlySet<string> = new Set(['held', 'warned', 'broken'])
