// Writes the JSON Schemas under spec/schemas that src/formats describes: npm run schemas
import { writeFileSync } from 'node:fs'
import { published } from '../src/formats/published.ts'

for (const [name, schema] of Object.entries(published))
  writeFileSync(`spec/schemas/${name}.json`, `${JSON.stringify(schema, null, 2)}\n`)
