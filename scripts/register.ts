// Writes docs/register-of-readings.md from the catalogue: npm run register
import { writeFileSync } from 'node:fs'
import { register } from '../src/app/register.ts'

writeFileSync('docs/register-of-readings.md', register())
