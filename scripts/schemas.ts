// Writes what src/formats and the mock describe: the JSON Schemas, the types of the files that users write, and the tables of
// keys in docs/target-file.md: npm run schemas
import { writeFileSync } from 'node:fs'
import { fixturesSchema } from '../mock/state/fixtures-file.ts'
import { published } from '../src/formats/published.ts'
import { keyTables } from '../src/formats/target-file/table.ts'
import { contents } from './contents.ts'
import { documentWith } from './generated.ts'

for (const [name, schema] of Object.entries({ ...published, fixtures: fixturesSchema }))
  writeFileSync(`spec/schemas/${name}.json`, `${JSON.stringify(schema, null, 2)}\n`)

const guide = 'docs/target-file.md'
for (const [part, table] of keyTables()) writeFileSync(guide, documentWith(part, 'schemas', table, guide))

for (const [path, types] of await contents()) writeFileSync(path, types)
