import { type CoercedKind, coercions } from './coercions.ts'

export function formsOf(kind: CoercedKind): string[] {
  return coercions[kind].map(({ as }) => as)
}

/**
 * Writes a valid value in one of the named forms. `turn` chooses among those that apply to the value. If none does, it
 * chooses among all forms.
 */
export function coerced(kind: CoercedKind, named: readonly string[], valid: unknown, turn: number): string {
  const written = coercions[kind].flatMap(({ as, write }) => {
    const text = write(valid as never)
    return text === undefined ? [] : [{ as, text }]
  })
  const own = written.filter(({ as }) => named.includes(as))
  const among = own.length > 0 ? own : written
  return among[Math.abs(turn) % among.length]?.text ?? JSON.stringify(valid)
}

/**
 * Shares forms of a member between the names of members, so that each form is written for a name to which it applies, as
 * far as there are enough names. A form that only one name can have comes first. `turn` decides which other form meets
 * which name. Names beyond these are missing. `amounts` are the names whose values have members.
 */
export function sharedForms(
  forms: readonly string[],
  names: readonly string[],
  turn: number,
  amounts: readonly string[] = [],
): Map<string, string> {
  const inTurn = turnedBy(names, Math.floor(Math.abs(turn) / forms.length))
  const shared = new Map<string, string>()
  const applies = (as: string, name: string): boolean =>
    coercions.member
      .find((one) => one.as === as)
      ?.write([name, amounts.includes(name) ? { value: '1' } : null] as never) !== undefined
  // A form that finds its names taken takes one of them over if the other form can move on.
  const found = (as: string, tried: Set<string>): boolean =>
    inTurn.some((name) => {
      if (tried.has(name) || !applies(as, name)) return false
      tried.add(name)
      const other = shared.get(name)
      if (other !== undefined && !found(other, tried)) return false
      shared.set(name, as)
      return true
    })
  const isRare = (as: string): boolean => names.filter((name) => applies(as, name)).length === 1
  const [rare, common] = [
    turnedBy(forms, turn).filter(isRare),
    turnedBy(forms, turn).filter((as) => !isRare(as)),
  ]
  for (const as of [...rare, ...common]) found(as, new Set())
  return shared
}

const turnedBy = <T>(all: readonly T[], turn: number): T[] => {
  const at = Math.abs(turn) % (all.length || 1)
  return [...all.slice(at), ...all.slice(0, at)]
}
