// Writes THIRD-PARTY.md, the licences of the packages that are installed with this one: `npm run licences`.
import { readFileSync, writeFileSync } from 'node:fs'
import { licencesOf } from './third-party.ts'

writeFileSync('THIRD-PARTY.md', licencesOf(JSON.parse(readFileSync('package-lock.json', 'utf8'))))
