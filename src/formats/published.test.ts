import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { FixturesFile } from '../../mock/state/fixtures-file.ts'
import type { FixturesContents } from '../app/mock/fixtures-contents.ts'
import type { RunEvent } from '../core/events.ts'
import type { KnownFailuresFile } from '../known-failures/entry.ts'
import type { Report } from '../report/data/json.ts'
import type { TargetContents } from '../target-file/contents.ts'
import type { event } from './events/document.ts'
import type { knownFailures } from './known-failures.ts'
import { published } from './published.ts'
import type { report } from './report/document.ts'
import type { Static } from './schema.ts'
import type { targetFile } from './target-file/document.ts'
import { keyTables } from './target-file/table.ts'

const file = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../spec/schemas/${name}.json`, import.meta.url), 'utf8'))

test.each(Object.entries(published))(
  'spec/schemas/%s.json is what `npm run schemas` writes',
  (name, schema) => {
    expect(file(name)).toEqual(JSON.parse(JSON.stringify(schema)))
  },
)

/** A type without what JSON does not have: readonly lists, and keys that are undefined. */
type Plain<T> =
  T extends ReadonlyArray<infer Item>
    ? Plain<Item>[]
    : T extends object
      ? { [Key in keyof T]: Exclude<Plain<T[Key]>, undefined> }
      : T

/** A type with all its keys required, since a missing optional key would fit. */
type Complete<T> =
  T extends ReadonlyArray<infer Item>
    ? Complete<Item>[]
    : T extends object
      ? { [Key in keyof T]-?: Exclude<Complete<T[Key]>, undefined> }
      : T

/** True if the tool writes what is described, and neither has a key or value that the other does not have. */
type Fits<Written, Described> = [Plain<Written>] extends [Plain<Described>]
  ? [Complete<Written>] extends [Complete<Described>]
    ? [Complete<Described>] extends [Complete<Written>]
      ? true
      : false
    : false
  : false

test.each([...keyTables()])(
  'the %s in docs/target-file.md are what `npm run schemas` writes',
  (part, table) => {
    const guide = readFileSync(new URL('../../docs/target-file.md', import.meta.url), 'utf8')
    expect(guide).toContain(
      `<!-- ${part}: made by \`npm run schemas\` -->\n${table}\n<!-- end of ${part} -->`,
    )
  },
)

test('published types are those of the description, as the compiler sees it', () => {
  // The declarations of the package must not need TypeBox, so these types are written out. Those of files that users write are made.
  const fits: [
    Fits<KnownFailuresFile, Static<typeof knownFailures>>,
    Fits<RunEvent, Static<typeof event>>,
    Fits<Report, Static<typeof report>>,
  ] = [true, true, true]
  expect(fits).not.toContain(false)
  // Whatever the descriptions of files accept fits the types that users write them by.
  const made: [
    Complete<Static<typeof targetFile>> extends Complete<TargetContents> ? true : false,
    Complete<FixturesFile> extends Complete<FixturesContents> ? true : false,
  ] = [true, true]
  expect(made).not.toContain(false)
})
