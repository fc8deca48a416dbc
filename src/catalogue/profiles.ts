import { ConfigurationError } from '../core/errors.ts'
import { isObject } from '../core/json.ts'
import { onceForName } from '../core/once.ts'
import { type OperationId, operationIds } from '../core/operations.ts'
import { lineageOf, profileFile, unknownProfile } from './lineage.ts'
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
import { didYouMean } from './nearest.ts'
import { defaultProfile, type Profile, type Refusal } from './profile.ts'
import { mergePatch, type SpecFile, specFoldersIn, specProblem, treeOf } from './spec-file.ts'

/** Returns the profile with that name or alias. Throws a ConfigurationError that lists the existing names. */
export function loadProfile(name: string): Profile {
  return profileNamed(name, knownProfiles('profiles'))
}

/** Returns the profiles' own names, the default one first. */
export function profileNames(): string[] {
  const names = knownProfiles('profiles').map(({ profile }) => profile.name)
  return [defaultProfile, ...names.filter((name) => name !== defaultProfile)]
}

const knownProfiles = onceForName((folder): readonly NamedProfile[] =>
  specFoldersIn(folder).map((name) => profileIn(lineageOf(name).map(profileFile))),
)

export function profileNamed(name: string, known: readonly NamedProfile[]): Profile {
  const found = known.find(({ profile, aliases }) => profile.name === name || aliases.includes(name))
  if (found) return found.profile
  throw unknownProfile(
    name,
    known.flatMap(({ profile, aliases }) => [profile.name, ...aliases]),
  )
}

/**
 * Applies the overrides of a target file to a profile, by the profile's own keys. Its name, its operations and its
 * table of refusals cannot be overridden. Throws a ConfigurationError if a key is unknown or a value does not fit. The
 * error never shows a value.
 */
export function withOverrides(profile: Profile, overrides: Record<string, unknown>): Profile {
  const { name, operations, refusals, ...open } = profile
  const changed = replaced(open, overrides, 'profileOverrides')
  if (changed.pageSize.minimum > changed.pageSize.maximum) {
    throw problem('profileOverrides.pageSize', 'has a minimum above its maximum')
  }
  return { name, operations, refusals, ...changed }
}

/** Replaces the leaves of `before` that `after` names. A leaf keeps its type. */
const replaced = <T>(before: T, after: unknown, place: string): T => {
  if (isObject(before)) {
    if (!isObject(after)) throw problem(place, 'is not a mapping')
    const entries = Object.entries(after).map(([key, value]) => {
      if (!Object.hasOwn(before, key)) throw unknownKey(place, key, Object.keys(before))
      return [key, replaced(before[key], value, `${place}.${key}`)]
    })
    return { ...before, ...Object.fromEntries(entries) }
  }
  if (typeof before === 'number' && !(Number.isInteger(after) && Number(after) > 0)) {
    throw problem(place, 'is not a whole number from 1')
  }
  if (typeof before === 'string' && !(typeof after === 'string' && after !== ''))
    throw problem(place, 'is not text')
  return after as T
}

const unknownKey = (place: string, key: string, known: string[]): ConfigurationError =>
  problem(
    `${place}.${key}`,
    `is not a key of a profile${didYouMean(key, known) || `; there is ${known.join(', ')}`}`,
  )

const problem = (place: string, fact: string): ConfigurationError =>
  new ConfigurationError('ERR_PROFILE_OVERRIDE', `${place} ${fact}`)

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
    ...optionalPart(row, 'must', (value, place) => (value === 'refused' ? value : statusOf(value, place))),
    ...optionalPart(row, 'except', operationsIn),
    ...optionalPart(row, 'publicForm', publicFormOf),
    ...optionalPart(row, 'should', recommendationOf),
    ...optionalPart(row, 'unless', exceptionOf),
  }
}

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
