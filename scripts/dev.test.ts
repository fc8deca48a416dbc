import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

const runsTypeScript = 'typescript' in process.features && process.features.typescript !== false

test.skipIf(runsTypeScript)('npm run dev names the Node.js version that it needs', () => {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/dev.mjs', 'list'], { encoding: 'utf8' })
  expect(status).toBe(2)
  expect(stderr).toBe(
    `npm run dev needs Node 22.18 or later, which runs TypeScript; this is Node ${process.versions.node}. Run \`npm run build\`, then \`node dist/src/cli/main.js\`.\n`,
  )
})
