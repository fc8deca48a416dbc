#!/usr/bin/env node
// A clone has no command line before it is built, unless Node runs TypeScript; npx links this file and keeps the link.
import { existsSync } from 'node:fs'

const [built, source] = ['../dist/src/cli/main.js', '../src/cli/main.ts'].map(
  (path) => new URL(path, import.meta.url),
)
if (existsSync(built)) await import(built.href)
else if (process.features.typescript && existsSync(source)) await import(source.href)
else {
  process.stderr.write(
    'op-conformance is not built. Run `npm run build` first, or use Node 22.18 or later.\n',
  )
  process.exitCode = 2
}
