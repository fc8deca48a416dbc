import fc from 'fast-check'
import type { Profile } from '../../src/catalogue/profile.ts'
import { any, each, type Given } from '../../src/check/cases/given.ts'
import type { Session } from '../../src/check/session.ts'
import type { Subject } from '../../src/check/subject.ts'
import type { BodyPlace, BrokenValues } from '../../src/generate/broken-values.ts'
import { coerced, formsOf, sharedForms } from '../../src/generate/coerced.ts'
import type { CoercedKind } from '../../src/generate/coercions.ts'
import type { NoObject } from '../../src/generate/no-object.ts'
import { writtenWith } from '../../src/generate/written-json.ts'
import { fieldsIn, type RequestDraft } from '../../src/http/draft.ts'
import { controlAmount } from './requests.ts'

type SentBody = Record<string, unknown>

/** The valid body that gets a flaw. */
export interface ValidBody {
  /** The valid body to put a broken member into, if it is not the body of the request. */
  valid?: (draft: RequestDraft, member: string, session: Session) => SentBody | Promise<SentBody>
  /** Returns the name that the profile gives a member. */
  nameOf?: (member: string, profile: Profile) => string
}

/**
 * A single defect of a body. It is JSON, so that a replay can name it: a value that breaks a member, an absent
 * member, a valid value in a form that only a lax decoder accepts, or another body.
 */
export interface Flaw {
  /** The amounts that have the member, if any. The seed chooses one. */
  in?: readonly string[]
  value?: unknown
  /** Coercions, of which the seed of the run and the place choose one. */
  as?: readonly string[]
  body?: NoObject
}

const chosen = <T>({ generated: { seed } }: Session, among: readonly T[]): T | undefined =>
  among[Math.abs(seed) % among.length]

/** Distributes the coercions over a limited number of flaws. If there are fewer flaws, the seeds take turns. */
export function dealt(kind: CoercedKind, most: number): Flaw[] {
  const forms = formsOf(kind)
  return Array.from({ length: Math.min(forms.length, most) }, (_, place) => ({
    as: forms.filter((_, at) => at % most === place),
  }))
}

/** The flaws of a request that costs something, which are sent in circumstances too. */
const inEveryCircumstance = 2

/**
 * The most flaws with coercions of one member. A name or a limit has few, and so has a request that costs something, if
 * it is only recommended to refuse it.
 */
export function mostOf(
  { pays, sides }: Subject,
  { keyword, isMust = true }: { keyword?: BodyPlace['keyword'] | undefined; isMust?: boolean } = {},
): number {
  if (keyword !== undefined) return sides ? 1 : 2
  return pays && !isMust ? 3 : Number.POSITIVE_INFINITY
}

/**
 * Returns true for a flaw with one of the further forms of a kind. A decoder accepts a form in any circumstances, so
 * where the valid request pays, only some forms are worth more than one request.
 */
export function isFurtherForm(kind: CoercedKind, { as = [] }: Flaw): boolean {
  return (
    as.length === 1 &&
    !formsOf(kind)
      .slice(0, inEveryCircumstance)
      .includes(as[0] ?? '')
  )
}

/** Returns the cases of a place. A place within an amount is tried in each of the amounts that the request may have. */
export function casesAt(
  on: Subject,
  { within, keyword, kind }: BodyPlace,
  values: BrokenValues,
  isMust: boolean,
): Given<Flaw> {
  const edges = values.edges.map((value): Flaw => (value === undefined ? {} : { value }))
  const coercions = dealt(kind, mostOf(on, { keyword, isMust }))
  const generated = values.any.map((value): Flaw => ({ value }))
  if (within.length === 0) return casesOn(on, [...edges, ...coercions], keyword === 'required' || generated)
  const inTurn = (at: number) => [...within.slice(at % within.length), ...within.slice(0, at % within.length)]
  const first = [
    ...within.flatMap((amount) => edges.map((flaw) => ({ in: [amount], ...flaw }))),
    ...coercions.map((flaw, at) => ({ in: inTurn(at), ...flaw })),
  ]
  const inAny = fc.tuple(fc.constantFrom(...within), generated).map(([one, flaw]) => ({ in: [one], ...flaw }))
  return casesOn(on, first, keyword === 'required' || inAny)
}

/**
 * Returns the cases on a request. Requests that pay are few, so nothing is generated for them, and nothing for `true`.
 * The coercions replace four of five generated cases.
 */
export function casesOn(
  { pays }: Subject,
  first: readonly Flaw[],
  generated: fc.Arbitrary<Flaw> | true,
): Given<Flaw> {
  return pays || generated === true ? each(...first) : any(() => generated, { first, times: 1 / 5 })
}

export async function flawedBody(
  bodies: ValidBody,
  draft: RequestDraft,
  place: BodyPlace,
  flaw: Flaw,
  session: Session,
): Promise<SentBody | Uint8Array> {
  const { valid = fieldsIn, nameOf = (member) => member } = bodies
  const { member, within } = place
  const outer = chosen(session, flaw.in ?? []) ?? member
  const name = nameOf(outer, session.target.profile)
  if (!flaw.as) {
    const broken = within.length > 0 ? { ...controlAmount(session), [member]: flaw.value } : flaw.value
    return { ...(await valid(draft, outer, session)), [name]: broken }
  }
  const whole = await valid(draft, '', session)
  const others = name in whole ? whole : await valid(draft, outer, session)
  const fields = { ...others, [name]: whole[name] ?? sampleOf(place, session) }
  return Buffer.from(inOtherForm(fields, name, place, coercing(place, flaw.as, session)))
}

/** Writes a valid value, or a member as its name and its value, in another form. */
type Coercing = (valid: unknown) => string

const coercing = (
  { kind, member, among, amounts }: BodyPlace,
  as: readonly string[],
  { generated: { runSeed } }: Session,
): Coercing => {
  const shared = kind === 'member' ? sharedForms(as, among, runSeed, amounts).get(member) : undefined
  return (valid) =>
    coerced(kind, shared === undefined ? as : [shared], valid, runSeed + among.indexOf(member))
}

/** Writes the valid body, in which the member at a place, or its value, is in another form. */
const inOtherForm = (
  fields: SentBody,
  name: string,
  { member, within, keyword }: BodyPlace,
  inForm: Coercing,
): string =>
  writtenWith(fields, within.length > 0 ? [name, member] : [name], (one, value) =>
    keyword === 'required' ? inForm([one, value]) : `${JSON.stringify(one)}:${inForm(value)}`,
  )

/** A valid value of a member that the valid request lacks. */
const sampleOf = ({ within, wanted }: BodyPlace, session: Session): unknown => {
  if (within.length > 0 || '$ref' in wanted) return controlAmount(session)
  return wanted['format'] === 'date-time' ? '2036-01-01T00:00:00Z' : { note: 'coffee' }
}
