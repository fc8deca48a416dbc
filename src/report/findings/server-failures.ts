import { isServerFailure } from '../../judge/value-kind.ts'
import { groupedBy } from '../grouped.ts'
import type { ExchangesByNumber, Occurrence } from './finding.ts'
import { placeOfCase } from './request-shape.ts'

/** A failure of the server, with the two things that it may be due to. */
interface Failure {
  occurrence: Occurrence
  family: string
  /** The part of the request that holds the value of the case: the same handling of it may fail in every operation. */
  place: string | undefined
}

/**
 * Returns for each failure of the server the answer and what it is put down to: an operation, or a value in a request. As
 * few causes are assumed as explain all failures with the same answer.
 */
export function failureCauses(
  occurrences: readonly Occurrence[],
  exchanges: ExchangesByNumber,
): ReadonlyMap<Occurrence, string> {
  const alike = groupedBy(
    occurrences.filter(({ got }) => isServerFailure(got)),
    ({ requirement, grade, got }) =>
      JSON.stringify([requirement, grade, /^status \d+|^[^:]*/.exec(got)?.[0]]),
  )
  const causes = new Map<Occurrence, string>()
  for (const [answer, failed] of alike)
    for (const [cause, own] of fewestCauses(failed.map((one) => failureOf(one, exchanges))))
      for (const { occurrence } of own) causes.set(occurrence, `${answer} ${cause}`)
  return causes
}

/**
 * Returns a failure with its causes. Reading by id is one family and listing another, because a server handles all
 * resources alike there. Each operation that creates something is a family of its own.
 */
const failureOf = (occurrence: Occurrence, exchanges: ExchangesByNumber): Failure => {
  const exchange = exchanges.get(occurrence.exchange)
  const operation = exchange?.operation ?? occurrence.subject ?? ''
  return {
    occurrence,
    family: /^(?:get|list)-/.exec(operation)?.[0] ?? operation,
    place: placeOfCase(occurrence, exchange),
  }
}

/** Picks the cause that explains the most kinds of failures, and repeats this for the failures that remain. */
function* fewestCauses(failures: readonly Failure[]): Generator<[string, Failure[]]> {
  for (let open = failures; open.length > 0; ) {
    const explained = new Map<string, Set<string>>()
    for (const failure of open)
      for (const cause of causesOf(failure))
        explained.set(cause, (explained.get(cause) ?? new Set()).add(causesOf(failure).join()))
    const [[best] = ['']] = [...explained].sort(([, a], [, b]) => b.size - a.size)
    yield [best, open.filter((failure) => causesOf(failure).includes(best))]
    open = open.filter((failure) => !causesOf(failure).includes(best))
  }
}

const causesOf = ({ family, place }: Failure): string[] => [
  `in ${family}`,
  ...(place === undefined ? [] : [`of ${place}`]),
]
