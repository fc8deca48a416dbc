import { expectThat } from '../../src/check/expect-answer.ts'
import { PreconditionFailed, type Session } from '../../src/check/session.ts'
import { type List, type ListPage, type WalkedPage, type WalkOptions, walk } from './walk.ts'

/**
 * Sizes of pages: the first ones are short, so that even a short list has several, and the later ones are as long as
 * possible.
 */
const sizes =
  ({ target }: Session) =>
  (page: number): number =>
    page < 4 ? 2 : target.profile.pageSize.maximum

/** Reads all pages of a list, forwards from its beginning or backwards from a cursor. */
export async function allPages(
  session: Session,
  list: List,
  way: WalkOptions = {},
  size: (page: number) => number = sizes(session),
): Promise<[WalkedPage, ...WalkedPage[]]> {
  const pages: WalkedPage[] = []
  for await (const page of walk(session, list, size, way)) pages.push(page)
  const [first, ...others] = pages
  if (!first) throw new PreconditionFailed('the server returned no page of the list')
  return [first, ...others]
}

/** A description of what is wrong with one of the pages, or undefined if all are right. */
export type WrongPage = { page: ListPage; got: string } | undefined

export function expectOfPages(
  session: Session,
  requirement: string,
  [first, ...others]: [ListPage, ...ListPage[]],
  want: string,
  wrong: WrongPage,
): void {
  expectThat(session, wrong?.page.answer ?? first.answer, requirement, {
    held: wrong === undefined,
    want,
    got: wrong?.got ?? `the same on ${others.length + 1} pages`,
  })
}

export function firstWrong<P extends ListPage>(
  pages: readonly P[],
  look: (page: P, index: number) => string | undefined,
): WrongPage {
  for (const [index, page] of pages.entries()) {
    const got = look(page, index)
    if (got !== undefined) return { page, got: `${got} on page ${index + 1}` }
  }
  return undefined
}
