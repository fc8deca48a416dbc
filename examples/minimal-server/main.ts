import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { serve } from './server.ts'
import { targetFile } from './target-file.ts'
import { newWorld } from './world.ts'

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '8091' },
    'settle-after': { type: 'string', default: '50' },
    'write-target': { type: 'string' },
  },
})

const settleAfter = Number(values['settle-after'])
const { world } = await serve(Number(values.port), newWorld({ real: Date.now, settleAfter, receivers: 40 }))
const file = values['write-target']
// It holds private keys, which are nobody else's to read.
if (file !== undefined) await writeFile(file, targetFile(world), { mode: 0o600 })
console.log(`minimal-server listens at ${world.baseUrl}`)
