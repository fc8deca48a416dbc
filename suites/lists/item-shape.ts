import type { Session } from '../../src/check/session.ts'
import { asText } from '../../src/core/json.ts'
import { specificationOf } from '../support/specification.ts'
import type { List, ListPage } from '../support/walk.ts'
import { expectOfPages, firstWrong, type WrongPage } from '../support/walk-claims.ts'

/**
 * Compares items that did not change between the forward and the backward walk. Only the fields that the schema
 * requires have to be the same. Differences in optional fields are noted.
 */
export function expectSameShape(
  session: Session,
  list: List,
  forth: ListPage['items'],
  back: [ListPage, ...ListPage[]],
): void {
  const required = requiredOf(session, list)
  const stateOf = (item: Record<string, unknown>) => `${asText(item['id'])} ${asText(item['updatedAt'])}`
  const forwards = new Map(forth.map((item) => [stateOf(item), item]))
  const differing = (shape: (item: Record<string, unknown>) => string): WrongPage =>
    firstWrong(back, ({ items: shown }) => {
      const other = shown.find((item) => {
        const before = forwards.get(stateOf(item))
        return before !== undefined && shape(before) !== shape(item)
      })
      return other && `an item with ${shape(other)}`
    })
  expectOfPages(
    session,
    'page.items.same-shape',
    back,
    'items with the same required fields as on a forward page',
    differing((item) => required.filter((name) => Object.hasOwn(item, name)).join(', ')),
  )
  const others = differing((item) => fieldsOf(item, required))
  session.observe({
    requirement: 'page.items.optional-fields',
    outcome: 'noted',
    want: 'left open',
    got: others?.got ?? 'the same fields in both directions',
    answer: (others?.page ?? back[0]).answer,
  })
}

/** Fields that every item of a list has to have. */
const requiredOf = ({ target }: Session, list: List): string[] => {
  const { components } = specificationOf(target.profile).openapi
  return (
    components?.schemas?.[list === 'list-outgoing-payments' ? 'OutgoingPayment' : 'IncomingPayment']
      ?.required ?? []
  )
}

/** The fields of an item, except those in `without`. */
const fieldsOf = (item: Record<string, unknown>, without: readonly string[]): string =>
  Object.keys(item)
    .filter((name) => !without.includes(name))
    .sort()
    .join(', ')
