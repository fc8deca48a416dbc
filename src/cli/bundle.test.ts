import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { opened } from '../app/bundle/dsse.ts'
import { command } from './testing/command.ts'
import { serveMock, writeTarget } from './testing/mock.ts'

const cwd = mkdtempSync(join(tmpdir(), 'op-bundle-'))
const { privateKey, publicKey } = generateKeyPairSync('ed25519')
const verify = (file: string, key = 'key.pub') => command(['verify-bundle', file, '--key', key], { cwd })

test('a bundle is verified by its events; another key, an altered byte and another judgement are told apart', async () => {
  const other = generateKeyPairSync('ed25519').publicKey
  writeFileSync(join(cwd, 'key.pem'), privateKey.export({ format: 'pem', type: 'pkcs8' }))
  writeFileSync(join(cwd, 'key.pub'), publicKey.export({ format: 'pem', type: 'spki' }))
  writeFileSync(join(cwd, 'other.pub'), JSON.stringify(other.export({ format: 'jwk' })))
  writeTarget(cwd, (await serveMock({ faults: ['without-token-known'] })).target)
  await command(['run', 't.yaml', '--only', 'tokens/unknown', '--out', 'r'], { cwd })
  expect(await command(['bundle', 'r', '--key', 'key.pem'], { cwd })).toMatchObject({ code: 0 })

  const verified = await verify('bundle.json')
  expect(verified.stdout).toMatch(
    /^the signature holds\n.*\nmock at http:\S+: the same \d+ verdicts, by the same catalogue\n$/,
  )
  expect(verified.code).toBe(0)
  expect(await verify('bundle.json', 'other.pub')).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('another key'),
  })
  expect(await verify('bundle.json', 'none')).toMatchObject({ code: 2 })

  const text = readFileSync(join(cwd, 'bundle.json'), 'latin1')
  const survivors = Array.from({ length: 200 }, (_, index) => {
    const at = Math.floor((index * text.length) / 200)
    const flipped = String.fromCharCode(text.charCodeAt(at) ^ (1 << (index % 7)))
    return 'payload' in opened(text.slice(0, at) + flipped + text.slice(at + 1), publicKey) ? at : -1
  }).filter((at) => at >= 0)
  expect(survivors).toEqual([])
  for (const altered of [
    ` ${text}`,
    `${text} `,
    text.replace('"keyid"', '"keyId"'),
    text.replace('payload"', 'Payload"'),
  ]) {
    expect(opened(altered, publicKey)).toHaveProperty('refused')
  }

  const events = readFileSync(join(cwd, 'r/events.ndjson'), 'utf8')
  const claimed = events.replace(
    /^(\{"type":"verdict","check":"tokens\/unknown",.*?"verdict":)\{"status":"failed".*$/m,
    '$1{"status":"passed"},"claims":{}}',
  )
  expect(claimed).not.toBe(events)
  writeFileSync(join(cwd, 'r/events.ndjson'), claimed)
  await command(['bundle', 'r', '--key', 'key.pem', '--out', 'claimed.json'], { cwd })
  const lied = await verify('claimed.json')
  expect(lied.stdout).toContain('tokens/unknown: recorded as passed, judged again failed')
  expect(lied.code).toBe(3)
})
