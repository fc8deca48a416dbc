#!/usr/bin/env node
// A clone builds into dist/, and has no command line before, unless Node runs TypeScript. The package has lib/.
// npx links this file and keeps the link.
import { existsSync } from 'node:fs'

const [own, packed, source] = ['../dist/src/cli/main.js', '../lib/src/cli/main.js', '../src/cli/main.ts'].map(
  (path) => new URL(path, import.meta.url),
)
const built = [own, packed].find(existsSync)
if (built) await import(built.href)
else if (process.features.typescript && existsSync(source)) await import(source.href)
else {
  process.stderr.write(
    'op-conformance is not built. Run `npm run build` first, or use Node 22.18 or later.\n',
  )
  process.exitCode = 2
}
