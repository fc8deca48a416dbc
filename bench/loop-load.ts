import { createHash, sign } from 'node:crypto'
import { dirname } from 'node:path'
import { httpbis } from 'http-message-signatures'
import { createDispatcher } from '../src/http/wire/dispatcher.ts'
import { loadTarget } from '../src/target-file/reading/load.ts'
import { answer } from './child.ts'
import { quoteRequest, unlimited } from './quote-request.ts'
import { type Length, rateOf } from './rate.ts'
import type { Settings } from './settings.ts'

/**
 * The least code that sends a signed request: a digest, the signing library, the same dispatcher, the text of the
 * response.
 */
const createLoop = async (file: string): Promise<() => Promise<void>> => {
  const target = unlimited(await loadTarget({ file, cwd: dirname(file), env: {}, now: Date.now }))
  const { key, label } = target.signing
  const dispatcher = createDispatcher(target)
  const draft = quoteRequest(target)
  const url = target.baseUrl + draft.path
  const authorization = `GNAP ${await draft.token?.value()}`
  const config = {
    key: { id: key.keyId, sign: async (data: Buffer) => sign(null, data, key.privateKey) },
    name: label,
    fields: ['@method', '@target-uri', 'authorization', 'content-digest'],
    params: ['created', 'keyid'],
  }
  return async () => {
    const body = JSON.stringify(draft.body)
    const digest = createHash('sha512').update(body).digest('base64')
    const headers = {
      'content-type': 'application/json',
      authorization,
      'content-digest': `sha-512=:${digest}:`,
    }
    const signed = await httpbis.signMessage(
      { ...config, paramValues: { created: new Date() } },
      { method: draft.method, url, headers },
    )
    const answered = await dispatcher.request({
      origin: target.baseUrl,
      path: draft.path,
      method: 'POST',
      headers: signed.headers,
      body,
    })
    await answered.body.text()
    if (answered.statusCode !== 201) throw new Error('the server of quotes did not answer 201')
  }
}

let loop: Promise<() => Promise<void>> | undefined

answer(async ({ file, ...settings }: Length & Pick<Settings, 'connections'> & { file: string }) => {
  loop ??= createLoop(file)
  return rateOf(await loop, settings)
})
