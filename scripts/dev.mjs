// Runs the command line from its sources, and again whenever one of them changes.
//   npm run dev -- mock --port 4000
import { spawnSync } from 'node:child_process'

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)

if (major < 22 || (major === 22 && minor < 18)) {
  console.error(
    `npm run dev needs Node 22.18 or later, which runs TypeScript; this is Node ${process.versions.node}. Run \`npm run build\`, then \`node dist/src/cli/main.js\`.`,
  )
  process.exitCode = 2
} else {
  const { status } = spawnSync(process.execPath, ['--watch', 'src/cli/main.ts', ...process.argv.slice(2)], {
    stdio: 'inherit',
  })
  process.exitCode = status ?? 1
}
