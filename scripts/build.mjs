// Compiles the sources into a folder and copies spec/ beside them: `node scripts/build.mjs FOLDER`. It uses no command of a
// shell, so that the first commands of README.md run on Windows, too.
import { spawnSync } from 'node:child_process'
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const [folder = 'dist'] = process.argv.slice(2)

rmSync(folder, { recursive: true, force: true })
const compiler = join('node_modules', 'typescript', 'bin', 'tsc')
const { status } = spawnSync(process.execPath, [compiler, '-p', 'tsconfig.build.json', '--outDir', folder], {
  stdio: 'inherit',
})
if (status === 0) cpSync('spec', join(folder, 'spec'), { recursive: true })
process.exitCode = status ?? 1
