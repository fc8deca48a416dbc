import type { AskedPage, Page } from '../state/orders.ts'

interface ListedItem {
  id: string
}

export const pageSize = { minimum: 1, maximum: 100, default: 20 } as const

/** The cursor of an item. It identifies the item, but is not its id. */
export function cursorOf({ id }: ListedItem): string {
  return Buffer.from(`cursor:${id}`).toString('base64url')
}

/** The index of a cursor's item among these, or -1. */
export function indexOfCursor(items: readonly ListedItem[], cursor: string): number {
  const id = Buffer.from(cursor, 'base64url')
    .toString()
    .replace(/^cursor:/, '')
  return cursorOf({ id }) === cursor ? items.findIndex((item) => item.id === id) : -1
}

/** Returns one page of the items. They come oldest first, and are listed newest first in both directions. */
export function page<T extends ListedItem>(items: readonly T[], asked: AskedPage): Page<T> {
  const listed = items.toReversed()
  const [start, end] = spanOf(listed, asked)
  const shown = listed.slice(start, end)
  const first = shown.at(0)
  const last = shown.at(-1)
  return {
    items: shown,
    startCursor: first ? cursorOf(first) : (asked.cursor ?? ''),
    endCursor: last ? cursorOf(last) : (asked.cursor ?? ''),
    hasNextPage: end < listed.length,
    hasPreviousPage: start > 0,
  }
}

const spanOf = (listed: readonly ListedItem[], { cursor, first, last }: AskedPage): [number, number] => {
  const at = cursor === undefined ? -1 : indexOfCursor(listed, cursor)
  if (last !== undefined) {
    const end = at === -1 ? listed.length : at
    return [Math.max(0, end - last), end]
  }
  const start = at + 1
  return [start, Math.min(listed.length, start + (first ?? pageSize.default))]
}
