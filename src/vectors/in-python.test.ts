import { execFileSync, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folder } from '../cli/testing/command.ts'
import { blocksOf } from '../cli/testing/documents.ts'
import { makeVectors } from './vectors.ts'

const hasPython = spawnSync('python3', ['-c', 'import cryptography']).status === 0

test.skipIf(!hasPython)(
  'the documented test in Python signs every accepted vector as the file has it',
  async () => {
    const cwd = await folder()
    const vectors = await makeVectors()
    const program = blocksOf('docs/signatures.md').find(({ language }) => language === 'python')?.text ?? ''
    writeFileSync(join(cwd, 'vectors.json'), JSON.stringify(vectors))
    const printed = execFileSync('python3', ['-c', program], { cwd }).toString()
    const accepted = vectors.vectors.filter((vector) => vector.accepted)
    expect(accepted.length).toBeGreaterThan(10)
    expect(printed).toBe(`${accepted.length} signatures are right\n`)
  },
)
