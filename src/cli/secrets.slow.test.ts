import { createPrivateKey } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { serveProxy } from '../http/testing/proxy.ts'
import { reporters } from '../report/index.ts'
import { command, folder, type Ran, type World } from './testing/command.ts'
import { serveMock, writeTarget } from './testing/mock.ts'
import { relay } from './testing/relay.ts'

const gatewayKey = 'gateway "k3y" & more/+?='
const proxyPassword = 'pr0xy-p4ss/word'
/** The values of variables. The first is used for a key that reports show, the second as a part of a text. */
const env = { SERVER_NAME: 'n4me from a variable', KEY_PART: 'p4rt-of-a-header' }

interface Scene {
  cwd: string
  /** Values that must not show anywhere. */
  secrets: Set<string>
  /** The signatures that went over the wire. */
  signatures: Set<string>
}

/**
 * A faulty mock behind a server that quotes everything it receives in many ways, behind a proxy that wants a password.
 */
const scene = async (keyAs: 'JWK' | 'PEM', limits: object = {}): Promise<Scene> => {
  const cwd = await folder()
  const { url, target } = await serveMock({ faults: ['without-token-known', 'quote-of-another-wallet'] })
  const signatures = new Set<string>()
  const connectUrl = await relay(
    url,
    () => false,
    ({ headers }) => {
      for (const [, value] of String(headers['signature'] ?? '').matchAll(/:([\w+/=]{20,}):/g)) {
        if (value) signatures.add(value)
      }
      return inManyWays(headers)
    },
  )
  const proxy = await serveProxy()
  const jwk = jwkOf(target['signing'])
  const pem = createPrivateKey({ key: jwk, format: 'jwk' })
    .export({ format: 'pem', type: 'pkcs8' })
    .toString()
  writeTarget(cwd, target, {
    connectUrl,
    limits,
    proxy: proxy.url.replace('//', `//me:${encodeURIComponent(proxyPassword)}@`),
    // biome-ignore-start lint/suspicious/noTemplateCurlyInString: the target file's own notation
    name: '${SERVER_NAME}',
    headers: { 'x-api-key': gatewayKey, 'x-part': 'Bearer ${KEY_PART}' },
    // biome-ignore-end lint/suspicious/noTemplateCurlyInString: the target file's own notation
    signing: keyAs === 'JWK' ? target['signing'] : { privateKey: pem, keyId: jwk.kid },
  })
  const lines = pem.split('\n').filter((line) => line.length > 20 && !line.startsWith('-'))
  const secrets = [
    ...textsIn(target['tokens']),
    gatewayKey,
    proxyPassword,
    ...Object.values(env),
    String(jwk.d),
    ...lines,
  ]
  expect(secrets.filter((secret) => secret.length > 12).length).toBe(secrets.length)
  return { cwd, secrets: new Set(secrets), signatures }
}

const jwkOf = (signing: unknown): Record<string, string> => JSON.parse(Object(signing).privateKey)

/** Returns the tokens of a target file. Their limits are not secret. */
const textsIn = (tokens: unknown): string[] =>
  Object.values(Object(tokens)).map((one) => (typeof one === 'string' ? one : Object(one).token))

/** Quotes the headers of a request in the ways that a server might. */
const inManyWays = (headers: IncomingMessage['headers']): Record<string, string> => {
  const text = JSON.stringify(headers)
  return {
    'x-quoted': text,
    'x-values': Object.values(env).join(),
    [env.KEY_PART]: 'the name of a header',
    'x-quoted-twice': JSON.stringify(text),
    'x-base64': Buffer.from(text).toString('base64'),
    'x-base64url': Buffer.from(text).toString('base64url'),
    'x-encoded': encodeURIComponent(text),
    'x-hex': Buffer.from(text).toString('hex'),
    'www-authenticate': `GNAP as_uri="https://auth.example/?for=${encodeURIComponent(String(headers.authorization))}"`,
  }
}

/** Returns the forms in which a secret may appear. Encoded forms are cut where the neighbouring bytes change them. */
const formsOf = (secret: string): string[] => {
  const at = (offset: number) => Buffer.concat([Buffer.alloc(offset), Buffer.from(secret)])
  const encoded = (['base64', 'base64url'] as const).flatMap((encoding) =>
    [0, 1, 2].map((offset) => at(offset).toString(encoding).slice(4, -4)),
  )
  const inJson = JSON.stringify(secret).slice(1, -1)
  const hex = at(0).toString('hex')
  return [
    secret,
    inJson,
    JSON.stringify(inJson).slice(1, -1),
    encodeURIComponent(secret),
    hex,
    hex.toUpperCase(),
    ...encoded,
  ]
}

/** Returns everything that a command wrote: its streams, and the files in its folder with their names. */
const traces = ({ stdout, stderr }: Ran, cwd: string): Record<string, string> => {
  const names = readdirSync(cwd, { recursive: true, withFileTypes: true })
  const files = names
    .filter((entry) => entry.isFile() && entry.name !== 't.yaml')
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => [path, `${path}\n${readFileSync(path, 'utf8')}`])
  return { stdout, stderr, ...Object.fromEntries(files) }
}

const expectNone = (written: Record<string, string>, secrets: Iterable<string>): void => {
  const found = Object.entries(written).flatMap(([name, text]) =>
    [...secrets].flatMap((secret) =>
      formsOf(secret).flatMap((form) => (text.includes(form) ? [`${form} in ${name}`] : [])),
    ),
  )
  expect(found).toEqual([])
}

const failing = 'tokens/unknown'
const few = ['--only', failing, '--only', 'quotes/one-amount', '--only', 'answers']

test.each(['JWK', 'PEM'] as const)(
  'with the key as %s no secret leaves a run, whatever the server quotes',
  async (keyAs) => {
    const { cwd, secrets, signatures } = await scene(keyAs)
    const files = reporters.flatMap(({ name }) => ['--reporter', `${name}=all/${name}`])
    const argv = ['run', 't.yaml', ...few, '--verbose', '--reporter', 'text', ...files]
    const ran = await command(argv, { cwd, env })
    expect(ran.code).toBe(1)
    const written = traces(ran, cwd)
    // The two streams, the three files report.json, events.ndjson and report.html, and one file of each reporter.
    expect(Object.keys(written)).toHaveLength(2 + 3 + reporters.length)
    expect(written.stdout).toContain('\nNot conforming: ')
    expect(written.stderr).toContain(`${failing} POST `)
    expectNone(written, [...secrets, ...signatures])
    expect(signatures.size).toBeGreaterThan(10)
    const record = Object.keys(written).find((path) => path.endsWith('/events.ndjson'))
    expect(record).toMatch(/\/reports\/name-sha256-[0-9a-f]{8}-\/events\.ndjson$/)
    expect(written[String(record)]).toContain('x-quoted-twice')
  },
)

test('no secret leaves a plan, a replay or a doctor', async () => {
  const { cwd, secrets, signatures } = await scene('PEM')
  await command(['run', 't.yaml', ...few, '--out', 'out'], { cwd, env })
  for (const argv of [
    ['plan', 't.yaml'],
    ['replay', 'out/report.json', failing, '--verbose'],
    ['replay', 'out/report.json', 'quotes/one-amount', '--verbose'],
    ['doctor', 't.yaml', '--verbose'],
  ]) {
    const ran = await command(argv, { cwd, env })
    expect(ran.code).toBeLessThan(2)
    expectNone(traces(ran, cwd), [...secrets, ...signatures])
  }
})

test('sign shows the fresh signature and no token', async () => {
  const { cwd, secrets, signatures } = await scene('JWK')
  await command(['run', 't.yaml', ...few, '--out', 'out'], { cwd, env })
  const before = [...signatures]
  // The clock is an hour ahead, because the same request signed in the same second has the same signature. A few
  // seconds would not do: a run may sign ahead of the clock, by the server's time.
  const later = new Date(Date.now() + 3_600_000)
  const argv = ['sign', 'out/report.json', 'quotes/one-amount', '--send']
  const ran = await command(argv, { cwd, env, now: () => later })
  expect(ran.code).toBe(0)
  expect(ran.stdout).toMatch(/^ {4}signature: sig1=:[\w+/]+=*:$/m)
  expect(ran.stdout).toContain('    authorization: GNAP [tokens.full sha256:')
  expectNone(traces(ran, cwd), [...secrets, ...before])
})

test("sign shows the server's answer line by line", async () => {
  const { cwd } = await scene('JWK')
  await command(['run', 't.yaml', ...few, '--out', 'out'], { cwd, env })
  const { stdout } = await command(['sign', 'out/report.json', 'quotes/one-amount', '--send'], { cwd, env })
  expect(stdout).toMatch(/\n\nAnswer\n\n {4}status 201\n( {4}(?:[\w-]+|\[.*\]): .*\n)+\n {4}\{"id":.*\}\n$/)
  expect(stdout).not.toContain('\\n')
})

const crash = (secrets: ReadonlySet<string>): never => {
  throw new Error(`the harness broke at ${[...secrets].join(' and ')}`)
}

const crashes: Record<string, (secrets: Set<string>) => Omit<World, 'cwd'>> = {
  'a wait': (secrets) => ({ wait: async () => crash(secrets) }),
  'its clock': (secrets) => ({ monotonic: () => crash(secrets) }),
  'writing its report': (secrets) => ({ said: () => crash(secrets) }),
}

test.each(Object.keys(crashes))('a run that crashes in %s ends with 4 and shows no secret', async (where) => {
  const { cwd, secrets, signatures } = await scene('PEM', { requestsPerSecond: 10_000 })
  const ran = await command(['run', 't.yaml', ...few, '--verbose', '--out', 'out'], {
    cwd,
    env,
    ...crashes[where]?.(secrets),
  })
  expect(ran.code).toBe(4)
  const written = traces(ran, cwd)
  expect(Object.values(written).join('\n')).toContain('the harness broke at [tokens.full sha256:')
  expectNone(written, [...secrets, ...signatures])
})

test('a plan that crashes shows where, but no secret', async () => {
  const { cwd, secrets } = await scene('JWK')
  const ran = await command(['plan', 't.yaml'], { cwd, env, said: () => crash(secrets) })
  expect(ran.code).toBe(4)
  expect(ran.stderr).toMatch(
    /^op-conformance itself failed; please report this:\nError: the harness broke at \[/,
  )
  expect(ran.stderr).toMatch(/^ {4}at /m)
  expectNone(traces(ran, cwd), secrets)
})

test('the search finds a secret in every form', () => {
  for (const form of formsOf(proxyPassword)) {
    expect(() => expectNone({ stdout: `before ${form} after` }, [proxyPassword]), form).toThrow()
  }
})
