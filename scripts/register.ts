// Writes docs/register-of-readings.md from the catalogue: npm run register
import { writeFileSync } from 'node:fs'
import { register } from '../src/app/register.ts'
import { markdownText } from '../src/report/document/markdown.ts'

writeFileSync('docs/register-of-readings.md', markdownText(register()))
