import { type OperationId, operationIds } from '../core/operations.ts'
import {
  given,
  listOf,
  type Mapping,
  mappingOf,
  optionalPart,
  optionalText,
  optionalTexts,
  text,
  wholeNumber,
} from './mapping.ts'
import { mergePatch } from './merge-patch.ts'
import { didYouMean } from './nearest.ts'
import type { Profile, Refusal } from './profile.ts'
import { type SpecFile, specProblem, treeOf } from './spec-file.ts'

export interface NamedProfile {
  profile: Profile
  aliases: string[]
}

const keys = [
  'aliases',
  'extends',
  'operations',
  'query',
  'authorizationScheme',
  'publicAuthServer',
  'directPayment',
  'pageSize',
  'refusals',
]

/**
 * Reads a profile from its file, merged over those of the profiles that it extends. Each value stands beside its
 * origin.
 */
export function profileIn(lineage: readonly SpecFile[]): NamedProfile {
  const file = lineage.at(-1)
  if (!file) throw new Error('a profile has a file')
  const whole = mappingOf(lineage.reduce(laidOver, {}), file.path, keys)
  const part = (key: string, known: string[]): Mapping =>
    mappingOf(whole.values[key], `${file.path}: ${key}`, known)
  const query = part('query', ['walletAddress', 'cursor', 'first', 'last'])
  const direct = part('directPayment', ['incomingPayment', 'debitAmount'])
  const size = part('pageSize', ['minimum', 'maximum'])
  return {
    aliases: optionalTexts(whole, 'aliases') ?? [],
    profile: {
      name: nameOf(file),
      operations: operationsIn(whole.values.operations, `${file.path}: operations`),
      query: {
        walletAddress: text(filled(query, 'walletAddress'), 'value'),
        cursor: text(filled(query, 'cursor'), 'value'),
        first: text(filled(query, 'first'), 'value'),
        last: text(filled(query, 'last'), 'value'),
      },
      authorizationScheme: text(filled(whole, 'authorizationScheme'), 'value'),
      publicAuthServer: text(filled(whole, 'publicAuthServer'), 'value'),
      directPayment: {
        incomingPayment: text(filled(direct, 'incomingPayment'), 'value'),
        debitAmount: text(filled(direct, 'debitAmount'), 'value'),
      },
      pageSize: {
        minimum: wholeNumber(filled(size, 'minimum'), 'value'),
        maximum: wholeNumber(filled(size, 'maximum'), 'value'),
      },
      refusals: refusalsIn(mappingOf(whole.values.refusals, `${file.path}: refusals`)),
    },
  }
}

/** Returns the name of the profile, which is the name of its folder. */
const nameOf = ({ path }: SpecFile): string => path.split('/').at(-2) ?? path

/** Applies the file as a JSON Merge Patch. Aliases are not inherited. */
const laidOver = (inherited: unknown, file: SpecFile): unknown => {
  const { aliases: _, ...values } = mappingOf(inherited, file.path).values
  return mergePatch(values, treeOf(file))
}

const operationsIn = (value: unknown, place: string): OperationId[] =>
  listOf(value, place).map((name) => {
    const known = operationIds.find((id) => id === name)
    if (known) return known
    throw specProblem(place, `"${name}" is not an operation${didYouMean(String(name), operationIds)}`)
  })

/** Reads a value for a point that the interface leaves open, with its required origin. */
const filled = ({ place, values }: Mapping, key: string): Mapping => {
  const mapping = mappingOf(values[key], `${place}: ${key}`, ['value', 'from'])
  text(mapping, 'from')
  return mapping
}

const refusalsIn = ({ place, values }: Mapping): Record<string, Refusal> =>
  Object.fromEntries(
    Object.entries(values).map(([row, value]) => [row, refusalOf(value, `${place}: ${row}`)]),
  )

const refusalOf = (value: unknown, place: string): Refusal => {
  const row = mappingOf(value, place, ['condition', 'must', 'except', 'publicForm', 'should', 'unless'])
  return {
    condition: text(row, 'condition'),
    ...optionalPart(row, 'must', demandOf),
    ...optionalPart(row, 'except', operationsIn),
    ...optionalPart(row, 'publicForm', publicFormOf),
    ...optionalPart(row, 'should', recommendationOf),
    ...optionalPart(row, 'unless', exceptionOf),
  }
}

const demandOf = (value: unknown, place: string): NonNullable<Refusal['must']> =>
  value === 'refused' ? value : statusOf(value, place)

const publicFormOf = (value: unknown, place: string): NonNullable<Refusal['publicForm']> => {
  const publicForm = mappingOf(value, place, ['operations', 'requirement'])
  return {
    operations: operationsIn(publicForm.values.operations, `${place}: operations`),
    ...given('requirement', optionalText(publicForm, 'requirement')),
  }
}

const recommendationOf = (value: unknown, place: string): NonNullable<Refusal['should']> => {
  const should = mappingOf(value, place, ['status', 'noted', 'requirement'])
  return {
    status: statusesOf(should.values.status, `${place}: status`),
    ...optionalPart(should, 'noted', statusesOf),
    requirement: text(should, 'requirement'),
  }
}

const exceptionOf = (value: unknown, place: string): NonNullable<Refusal['unless']> => {
  const unless = mappingOf(value, place, ['status', 'requirement'])
  return {
    status: statusesOf(unless.values.status, `${place}: status`),
    requirement: text(unless, 'requirement'),
  }
}

const statusesOf = (value: unknown, place: string): number[] =>
  listOf(value, place).map((status) => statusOf(status, place))

const statusOf = (value: unknown, place: string): number => {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 400 && value <= 499) return value
  throw specProblem(place, 'is not a status from 400 to 499')
}
