import { loadProfile } from '../catalogue/profiles.ts'
import { valueAt } from '../core/json.ts'
import { type Answer, isAccepted } from '../http/answers/answer.ts'
import { endCursorIn, itemsIn } from '../http/answers/shown.ts'
import type { RequestDraft } from '../http/draft.ts'
import type { Contradiction, Prober } from './prober.ts'

type Name = 'first' | 'last' | 'cursor'

/** Other names that servers use for the count of items. */
const otherNames = ['limit', 'count', 'size', 'per_page', 'page_size', 'pageSize']

/**
 * Looks for a query parameter that has no effect under its name but has one under another: the profile's name, if the
 * target file overrides it, or a name that other servers use. A parameter that has no effect under any name is the
 * server's own business.
 */
export async function misnamedParameter(
  prober: Prober,
  list: RequestDraft,
  page: Answer,
): Promise<Contradiction | undefined> {
  return (
    (await misnamedFirst(prober, list, page)) ??
    (await misnamedLast(prober, list)) ??
    (await misnamedCursor(prober, list, page))
  )
}

const misnamedFirst = async (prober: Prober, list: RequestDraft, page: Answer) => {
  const { own, profiles, isOverridden } = namesOf(prober, 'first')
  const count = listed(page).length
  if (count < 2) return undefined
  for (const name of isOverridden ? [profiles] : otherNames) {
    const answer = await prober.send(renamed(list, { [own]: undefined, [name]: '1' }))
    if (isAccepted(answer) && listed(answer).length === 1)
      return misnamed(
        'first',
        `the server does not limit a page to one item under ${own} (it has ${count})`,
        name,
      )
  }
  return undefined
}

const misnamedLast = async (prober: Prober, list: RequestDraft) => {
  const { own, profiles, isOverridden } = namesOf(prober, 'last')
  const { own: first } = namesOf(prober, 'first')
  if (!isOverridden) return undefined
  const asked = async (name: string): Promise<number> =>
    listed(await prober.send(renamed(list, { [first]: undefined, [name]: '1' }))).length
  const count = await asked(own)
  if (count < 2 || (await asked(profiles)) !== 1) return undefined
  return misnamed(
    'last',
    `the server does not limit a page to one item under ${own} (it has ${count})`,
    profiles,
  )
}

const misnamedCursor = async (prober: Prober, list: RequestDraft, page: Answer) => {
  const { own, profiles, isOverridden } = namesOf(prober, 'cursor')
  const cursor = endCursorIn(page)
  const [item] = listed(page)
  if (!isOverridden || cursor === undefined || item === undefined) return undefined
  const after = async (name: string): Promise<unknown> =>
    idOf(listed(await prober.send(renamed(list, { [name]: cursor })))[0])
  if ((await after(own)) !== idOf(item)) return undefined
  const next = await after(profiles)
  if (next === undefined || next === idOf(item)) return undefined
  return misnamed('cursor', `the server does not go on to the next page under ${own}`, profiles)
}

const misnamed = (name: Name, fact: string, right: string): Contradiction => ({
  place: ['profileOverrides', 'query', name],
  fact: `${fact}, but does so under ${right}`,
  next: `set profileOverrides: { query: { ${name}: ${right} } }`,
})

const namesOf = ({ target: { profile, profileOverrides } }: Prober, name: Name) => {
  return {
    own: profile.query[name],
    profiles: loadProfile(profile.name).query[name],
    isOverridden: valueAt(profileOverrides, 'query', name) !== undefined,
  }
}

/**
 * Returns the list request with other query parameters. An undefined one is removed. The names are not those of the
 * profile.
 */
const renamed = (list: RequestDraft, change: Record<string, string | undefined>): RequestDraft => {
  const kept = (list.query ?? []).filter(([name]) => !(name in change))
  const added = Object.entries(change).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  )
  return { ...list, query: [...kept, ...added], invalid: true }
}

const listed = (answer: Answer): unknown[] => itemsIn(answer) ?? []

const idOf = (item: unknown): unknown => valueAt(item, 'id')

/**
 * Proposes the profile's authorization scheme if the server refuses that of the target file and accepts the profile's.
 */
export async function misnamedScheme(
  prober: Prober,
  refused: RequestDraft,
): Promise<Contradiction | undefined> {
  const { profile, profileOverrides } = prober.target
  if (profileOverrides['authorizationScheme'] === undefined) return undefined
  const scheme = loadProfile(profile.name).authorizationScheme
  if (!isAccepted(await prober.send({ ...refused, scheme, invalid: true }))) return undefined
  return {
    place: ['profileOverrides', 'authorizationScheme'],
    fact: `the server refuses tokens.full under the scheme ${profile.authorizationScheme}, but accepts it under ${scheme}`,
    next: `set profileOverrides: { authorizationScheme: ${scheme} }, or remove it`,
  }
}
