import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { profiles } from './profile.ts'
import { serve } from './server.ts'
import { targetFile } from './target-file.ts'
import { newWorld } from './world.ts'

const { values } = parseArgs({
  options: {
    profile: { type: 'string', default: 'interface' },
    port: { type: 'string', default: '8091' },
    'settle-after': { type: 'string', default: '50' },
    'write-target': { type: 'string' },
  },
})

const settleAfter = Number(values['settle-after'])
const profile = profiles.get(values.profile)
if (!profile) {
  console.error(`--profile ${values.profile} is not known; give one of ${[...profiles.keys()].join(', ')}`)
  process.exit(2)
}
const begin = newWorld({ profile, real: Date.now, settleAfter, receivers: 40 })
const { world } = await serve(Number(values.port), begin)
const file = values['write-target']
// The target file holds private keys, so only its owner may read it.
if (file !== undefined) await writeFile(file, targetFile(world), { mode: 0o600 })
console.log(`minimal-server serves ${profile.name} at ${world.baseUrl}`)
