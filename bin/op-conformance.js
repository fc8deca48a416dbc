#!/usr/bin/env node
// A clone has no command line before it is built; npx links this file and keeps the link.
import { existsSync } from 'node:fs'

const main = new URL('../dist/src/cli/main.js', import.meta.url)
if (existsSync(main)) await import(main.href)
else {
  process.stderr.write('op-conformance is not built. Run `npm run build` first.\n')
  process.exitCode = 2
}
