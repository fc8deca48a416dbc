import type { Profile } from '../../src/catalogue/profile.ts'
import { type ViewWord, viewWords } from '../../src/catalogue/requirement.ts'
import type { PassiveCheck, Seen, TestedClaim } from '../../src/check/kinds/passive.ts'
import type { RuleHead } from '../../src/check/kinds/rule.ts'
import { createMemory } from '../../src/check/memory.ts'
import { type ResourceKind, resourcesIn } from '../../src/check/resource.ts'
import { isObject } from '../../src/core/json.ts'
import { isSameUrl, urlKey } from '../../src/core/urls.ts'
import { lastSegment } from '../../src/http/path-segment.ts'
import { asMoment } from '../support/fields.ts'
import { specificationOf } from '../support/specification.ts'
import { agreements } from './agreement.ts'
import { type Showing, showingIn } from './showing.ts'

const schemaOf: Readonly<Record<ResourceKind, string>> = {
  quote: 'Quote',
  'outgoing-payment': 'OutgoingPayment',
  'incoming-payment': 'IncomingPayment',
}

/** A requirement that fields of a resource agree in all its views. */
interface WantedView {
  requirement: string
  word: ViewWord
  fields: string[]
}

/** The requirements of the catalogue for a kind of resource, and separately the one about its id. */
interface Agreed {
  wanted: readonly WantedView[]
  id?: string
}

const agreedOn = (kind: ResourceKind, profile: Profile): Agreed => {
  const beginning = `${schemaOf[kind]}.`
  const all = [...specificationOf(profile).requirements.values()].flatMap(({ id, views = {} }) =>
    viewWords.flatMap((word): WantedView[] => {
      const places = (views[word] ?? []).filter((place) => place.startsWith(beginning))
      const fields = places.map((place) => place.slice(beginning.length))
      return fields.length > 0 ? [{ requirement: id, word, fields }] : []
    }),
  )
  const ofId = all.find(({ fields }) => fields.includes('id'))
  return {
    wanted: all.filter((one) => one !== ofId),
    ...(ofId ? { id: ofId.requirement } : {}),
  }
}

/** A resource as one response shows it, and the known id that it was requested by. */
interface View {
  id: string
  asked?: { id: string; number: number }
  fields: Record<string, unknown>
}

/**
 * Creates the rule that all views of a resource agree: wherever it is shown, to whomever, on whatever page, before and
 * after it changed. The catalogue says which fields agree and how. The public form of an incoming payment has no id, so
 * it is a view of the requested one.
 */
export function agreeingViews(head: Omit<RuleHead, 'verifies'>): PassiveCheck {
  const { observes: kind, ...named } = head
  return {
    ...named,
    claims: (profile) => {
      const { wanted, id } = agreedOn(kind, profile)
      return [...wanted.map(({ requirement }) => requirement), ...(id === undefined ? [] : [id])]
    },
    start: ({ profile }) => {
      const { wanted, id: ofId } = agreedOn(kind, profile)
      const known = createMemory<Compare>()
      const viewsIn = viewing(kind)
      return (seen) =>
        viewsIn(seen).flatMap((view) => {
          const compare = known.get(view.id) ?? comparing(wanted)
          known.set(view.id, compare)
          const showing = { ...showingIn(seen), updatedAt: asMoment(view.fields['updatedAt']) }
          return [...(ofId === undefined ? [] : shownOfId(ofId, view)), ...compare(view, showing)]
        })
    },
  }
}

const shownOfId = (requirement: string, { id, asked }: View): TestedClaim[] =>
  asked === undefined
    ? []
    : [
        {
          requirement,
          resource: asked.id,
          earlier: asked.number,
          held: isSameUrl(id, asked.id),
          want: `id ${asked.id}`,
          got: `id ${id}`,
        },
      ]

type Compare = (view: View, showing: Showing) => TestedClaim[]

/** Compares the views of one resource. Its first view can contradict only itself. */
const comparing = (wanted: readonly WantedView[]): Compare => {
  const each = wanted.map(({ requirement, word, fields }) => ({
    requirement,
    disagreement: agreements[word](fields),
  }))
  let first: number | undefined
  return ({ id, fields }, showing) => {
    const earlier = first
    first ??= showing.number
    return each.flatMap(({ requirement, disagreement }): TestedClaim[] => {
      const broken = disagreement(fields, showing)
      if (broken) return [{ requirement, resource: id, held: false, ...broken }]
      return earlier === undefined
        ? []
        : [{ requirement, resource: id, held: true, want: 'as before', got: 'as before', earlier }]
    })
  }
}

/**
 * Returns a function that takes every exchange in turn and returns the views in it. The last segment of an id is unique
 * within one service. The receivers of a run may be on another one.
 */
const viewing = (kind: ResourceKind): ((seen: Seen) => View[]) => {
  const ids = createMemory<{ id: string; number: number }>()
  return (seen) => {
    const { operation, request, number } = seen.exchange
    const keyOf = (id: string): string => `${serviceOf(request.url)} ${lastSegment(id)}`
    const found = resourcesIn(seen, kind)
    // A creation that shows a known id may be the stored answer to a repeated request. Another rule judges that ids are unique.
    if (operation === `create-${kind}` && found.some(({ id }) => ids.get(keyOf(id)))) return []
    const asked = operation === `get-${kind}` ? ids.get(keyOf(request.url)) : undefined
    if (!asked) for (const { id } of found) ids.set(keyOf(id), { id, number })
    if (!asked) return found
    if (seen.accepted && found.length === 0 && isObject(seen.json))
      return [{ id: asked.id, fields: seen.json }]
    return found.map(({ id, fields }) => ({ id, asked, fields }))
  }
}

/** Returns the URL of a service without the path of an operation. */
const serviceOf = (url: string): string =>
  urlKey(url).replace(/\/(?:quotes|outgoing-payments|incoming-payments)(?:\/[^/?]*)?(?:\?.*)?$/, '')
