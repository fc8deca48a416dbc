import { once } from 'node:events'
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { type Profile, profiles } from '../../examples/minimal-server/profile.ts'
import { serve } from '../../examples/minimal-server/server.ts'
import { targetFile } from '../../examples/minimal-server/target-file.ts'
import { newWorld } from '../../examples/minimal-server/world.ts'
import { sign } from '../../src/http/request/sign.ts'
import { loadTarget } from '../../src/target-file/reading/load.ts'
import type { Target } from '../../src/target-file/target.ts'

/**
 * Starts a minimal-server on a free port until the test is over. Returns it with the target that its own file
 * describes.
 */
export async function minimalServer(profileName = 'interface') {
  const profile = profiles.get(profileName) as Profile
  const begin = newWorld({ profile, real: Date.now, settleAfter: 50, receivers: 40 })
  const { world, close } = await serve(0, begin)
  onTestFinished(close)
  const readFile = async () => targetFile(world)
  const target = await loadTarget({ file: 'target.json', cwd: '/', env: {}, now: Date.now, readFile })
  return { world, target }
}

interface SentRequest {
  status: number
  text: string
}

/** Sends signed requests with the full token. Their bodies and headers may be anything. */
export const senderTo =
  ({ baseUrl, signing, tokens }: Target) =>
  async (
    method: string,
    path: string,
    body?: string | Buffer,
    headers: Record<string, string> = {},
  ): Promise<SentRequest> => {
    const authorization = `GNAP ${await tokens.full.value()}`
    const bytes = body === undefined ? {} : { body: Buffer.from(body) }
    const unsigned = { method, url: baseUrl + path, headers: { authorization, ...headers }, ...bytes }
    const { message } = await sign(unsigned, signing, new Date())
    const { origin, port, hostname } = new URL(baseUrl)
    const target = message.url.slice(origin.length)
    const onward = request({ hostname, port, path: target, method, headers: message.headers })
    onward.end(bytes.body)
    const [answer] = await once(onward, 'response')
    return { status: answer.statusCode, text: await text(answer) }
  }
