import { loadCatalogue } from '../../src/catalogue/catalogue.ts'
import { defaultProfile } from '../../src/catalogue/profile.ts'
import { profileNames } from '../../src/catalogue/profiles.ts'
import { refusedAs } from '../../src/check/expectation.ts'
import type { Check } from '../../src/check/kinds/check.ts'
import { refusal } from '../../src/check/kinds/refusal.ts'
import type { Subject } from '../../src/check/subject.ts'
import { type BodyPlace, type BrokenValues, brokenAt, placesOf } from '../../src/generate/broken-values.ts'
import { coerced } from '../../src/generate/coerced.ts'
import { noObject, noObjects, textOf } from '../../src/generate/no-object.ts'
import { amountsSent } from '../../src/openapi/forms.ts'
import {
  casesAt,
  casesOn,
  dealt,
  type Flaw,
  flawedBody,
  isFurtherForm,
  mostOf,
  type ValidBody,
} from './flaws.ts'

/** The id of the check of one place, and the fault of the mock that it must detect. */
interface NamedCheck {
  id: string
  /** The default is the guard that all requests with amounts share, for a place within an amount. */
  detects?: string
  /** Replaces the title that follows from the place. */
  title?: string
  /** Row of the table of refusals, if it is not `body`. */
  row?: string
  /** The requirement that the body breaks, if it is not the one that names the place. */
  requirement?: string
  /** Values to try first, besides those that follow from the schema. */
  also?: readonly unknown[]
  /** Is true if null counts as an absent member, and not as a value of another type. */
  isNullAbsent?: true
}

interface RequestBodies extends ValidBody {
  /** The valid request. */
  on: Subject
  /** The name of the request in a title. */
  request: string
  /** The schema of its body in the specification. */
  schema: string
  /** Checks by place: each place of the schema that a value can break has one. */
  checks: Readonly<Record<string, NamedCheck>>
  /** Places without a check, and why. */
  unchecked?: Readonly<Record<string, string>>
}

/**
 * Checks that a request body with one defect is refused. The defects follow from the schema of the body: a member is
 * absent, has another type, or breaks a format, a pattern or a limit. The table says what the check of each place is
 * called, so that its id can be found; a place that the table lacks is an error. The requirement is the one that names
 * the place.
 *
 * @example
 * export const invalid = invalidBodies({
 *   on: creatingQuote,
 *   request: 'A quote request',
 *   schema: 'CreateQuoteRequest',
 *   checks: {
 *     'CreateQuoteRequest.receiver.required': {
 *       id: 'quote-bodies/…',
 *       detects: 'without-receiver-required',
 *     },
 *   },
 * })
 */
export function invalidBodies(bodies: RequestBodies): Check[] {
  const { schema, checks, unchecked = {} } = bodies
  const places = placesOf(schema)
  const pointers = [schema, ...places.map(({ pointer }) => pointer)]
  const wrong = [
    ...pointers.filter((pointer) => !(pointer in checks) && !(pointer in unchecked)),
    ...Object.keys({ ...checks, ...unchecked }).filter((pointer) => !pointers.includes(pointer)),
  ]
  if (wrong.length > 0)
    throw new Error(`The checks of ${schema} do not match the specification: ${wrong.join(', ')}`)
  const whole = checks[schema]
  return [
    ...(whole ? [notAnObject(bodies, whole)] : []),
    ...places.flatMap((place) => {
      const named = checks[place.pointer]
      return named ? [brokenMember(bodies, place, named)] : []
    }),
  ]
}

/** The faults that leave out the guards of amounts, by place. */
const guardsOfAmounts: Readonly<Record<string, string>> = {
  'Amount.value.required': 'without-amount-value-required',
  'Amount.value': 'without-amount-value-uint64',
  'Amount.assetCode.required': 'without-amount-asset-code-required',
  'Amount.assetCode': 'without-amount-asset-code-string',
  'Amount.assetScale.required': 'without-amount-asset-scale-required',
  'Amount.assetScale': 'without-amount-asset-scale-integer',
  'Amount.assetScale.maximum': 'without-amount-asset-scale-limit',
}

const notAnObject = ({ on, request, schema }: RequestBodies, { id, detects }: NamedCheck): Check => {
  const first = [...noObjects.map((body) => ({ body })), ...dealt('body', mostOf(on))]
  return refusal<Record<never, never>, Flaw>({
    id,
    title: `${request} whose body is not a JSON object is refused`,
    detects,
    on: [on],
    cases: casesOn(
      on,
      first,
      noObject.map((body) => ({ body })),
    ),
    isSpared: (flaw) => isFurtherForm('body', flaw),
    mutate: (draft, { body, as = [] }, _, session) => ({
      ...draft,
      body: body
        ? textOf(body, draft.body)
        : Buffer.from(coerced('body', as, draft.body, session.generated.seed)),
    }),
    expect: refusedAs('body', requirementAt(schema)),
  })
}

const brokenMember = (bodies: RequestBodies, place: BodyPlace, named: NamedCheck): Check => {
  const { on, request } = bodies
  const { id, title, row = 'body', requirement = requirementAt(place.pointer) } = named
  return refusal<Record<never, never>, Flaw>({
    id,
    title: title ?? `${request} ${flawAt(place)} is refused`,
    detects: named.detects ?? guardsOfAmounts[place.pointer],
    on: [on],
    cases: casesAt(on, place, valuesAt(place, named), isMust(requirement)),
    isSpared: (flaw) => isFurtherForm(place.kind, flaw),
    mutate: async (draft, flaw, _, session) => ({
      ...draft,
      body: await flawedBody(bodies, draft, place, flaw, session),
    }),
    expect: refusedAs(row, requirement),
  })
}

const valuesAt = ({ pointer, keyword }: BodyPlace, { also = [], isNullAbsent }: NamedCheck): BrokenValues => {
  const { edges, any: values } = brokenAt(pointer)
  if (!isNullAbsent) return { edges: [...edges, ...also], any: values }
  if (keyword === 'required') return { edges: [...edges, null], any: values }
  return {
    edges: edges.filter((value) => value !== null),
    any: values.filter((value) => value !== null),
  }
}

const flawAt = ({ member, within, keyword, wanted }: BodyPlace): string => {
  const amount = within.length > 0 ? 'with an amount ' : ''
  if (keyword === 'required') return `${amount}without ${member}`
  if (keyword === 'pattern') return `${amount}whose ${member} does not match its pattern`
  if (keyword === 'maximum') return `${amount}whose ${member} is above ${wanted['maximum']}`
  const name = '$ref' in wanted ? 'amount' : String(wanted['format'] ?? wanted['type'])
  return `${amount}whose ${member} is not ${kinds[name]}`
}

const kinds: Readonly<Record<string, string>> = {
  uri: 'a URI',
  'date-time': 'a date and time',
  uint64: 'an unsigned 64-bit integer',
  string: 'a string',
  integer: 'an integer',
  object: 'an object',
  amount: 'an Amount',
}

const isMust = (requirement: string): boolean =>
  loadCatalogue(defaultProfile).get(requirement)?.level === 'MUST'

const requirementAt = (pointer: string): string => {
  const sent = amountsSent[pointer]
  if (sent !== undefined) return sent
  for (const profile of profileNames())
    for (const { id, schema } of loadCatalogue(profile).values()) if (schema?.includes(pointer)) return id
  throw new Error(`No requirement names ${pointer}`)
}
