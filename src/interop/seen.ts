import type { SeenAt } from '../report/catalogue/register.ts'
import type { InteropMatrix } from './matrix.ts'
import { faredInWords } from './words.ts'

/** Summarizes what the participants of an event did, requirement by requirement, for the register of readings. */
export function seenAt({ name, at, columns, conformance, choices }: InteropMatrix): SeenAt {
  const names = columns.map((column) => column.name)
  const servers = columns.filter(({ role }) => role === 'server').map((column) => column.name)
  const words = new Map<string, string[]>()
  const add = (requirement: string, seen: string): void => {
    words.set(requirement, [...(words.get(requirement) ?? []), seen])
  }
  for (const { requirement, cells } of conformance.flatMap(({ rows }) => rows)) {
    for (const [place, { fared }] of cells.entries())
      if (says.has(fared)) add(requirement, `${names[place]} ${faredInWords[fared].word}`)
  }
  for (const { requirement, cells } of choices) {
    for (const [place, { does }] of cells.entries())
      if (does.length > 0) add(requirement, `${servers[place]}: ${does.join(', ')}`)
  }
  return {
    event: `What was seen at "${name}", ${at}, stands beside each.`,
    inWords: (requirement) => words.get(requirement)?.join('; ') || undefined,
  }
}

const says: ReadonlySet<string> = new Set(['held', 'warned', 'broken'])
