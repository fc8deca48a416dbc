import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Alter } from '../../suites/testing/altering-proxy.ts'

import { only, run, scene } from './testing/granting.ts'

test('a run whose consent is declined exits with 3, says whose it was, and leaves nothing granted', async () => {
  const { cwd, alive } = await scene({}, { decision: 'decline' })
  const { code, stderr } = await run(cwd)
  expect(stderr).toMatch(
    /^(tokens|otherWallet|otherClient)[\w.]+: the consent was declined, so there is no token; run again and accept/m,
  )
  expect([code, alive()]).toEqual([3, 0])
})

/** A consent command. Its first process declines; the others decide nothing. */
const firstDeclines = `
import { mkdirSync } from 'node:fs'
let page = ''
for await (const chunk of process.stdin) page += chunk
try {
  mkdirSync('declined')
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const answer = await fetch(page.trim(), { method: 'POST', body: 'decision=decline', headers, redirect: 'manual' })
  console.log(answer.headers.get('location') ?? '')
} catch {}
`

test('once one consent is declined, the run does not wait for the others', async () => {
  const { cwd, alive } = await scene()
  writeFileSync(join(cwd, 'consent.mjs'), firstDeclines)
  const { code, stderr } = await run(cwd)
  expect(stderr).toMatch(/the consent was declined/)
  expect([code, alive()]).toEqual([3, 0])
})

test('the run says that a client that is only a key gets no consent', async () => {
  const { cwd, journal } = await scene({ client: { directed: true } })
  const { code, stderr } = await run(cwd)
  expect(stderr).toContain(
    'client.directed: a client that is only a key gets no access that needs consent (tokens.full, tokens.readOnly,',
  )
  expect(stderr).toContain('use client.serve or client.walletAddress')
  expect([code, journal.filter((line) => line.startsWith('POST'))]).toEqual([2, []])
})

test('the run names the jwks.json to check if the server does not know the key', async () => {
  const { cwd, url, alive } = await scene({ otherClient: undefined })
  const target = readFileSync(join(cwd, 't.yaml'), 'utf8')
  writeFileSync(
    join(cwd, 't.yaml'),
    target.replace(/client:\n {2}serve:\n.*\n/, `client:\n  walletAddress: ${url}/carol\n`),
  )
  const { code, stderr } = await run(cwd)
  expect(stderr).toContain(`check that ${url}/carol/jwks.json has the public key of signing, under its keyId`)
  expect([code, alive()]).toEqual([2, 0])
})

/** Alters the authorization server's responses to POST requests on a path. */
const answering =
  (path: RegExp, change: (json: object) => object, status?: number): Alter =>
  (passing) =>
    path.test(passing.path) && passing.method === 'POST'
      ? { ...passing, status: status ?? passing.status, json: change(Object(passing.json)) }
      : passing

const refusing = (code: string) => () => ({ error: { code, description: 'no' } })

const withToken = (change: (token: Record<string, unknown>) => object) => (json: object) => {
  const token = Object(json).access_token
  return token ? { ...json, access_token: change(token) } : json
}

test("the run says how far the server's clock is off if the server refuses signatures", async () => {
  const alter = answering(/^\/auth$/, refusing('invalid_client'), 401)
  const { cwd } = await scene({}, { clockAhead: 600_000, alter })
  const { code, stderr } = await run(cwd)
  expect(stderr).toMatch(
    /its clock is 10 min ahead of ours by its Date header, and signatures have a time: set the clock of this machine or of the server$/m,
  )
  expect(code).toBe(2)
})

test('the run rejects a grant with fewer rights than it asked for, and keeps nothing of it', async () => {
  const fewer = withToken((token) => ({ ...token, access: Object(token['access']).slice(0, 1) }))
  const { cwd, alive } = await scene({}, { alter: answering(/^\/auth\/continue/, fewer) })
  const { code, stderr } = await run(cwd)
  expect(stderr).toMatch(
    /^(tokens|otherWallet|otherClient)[\w.]+: the grant has fewer rights than were asked for \(missing: (?:incoming|outgoing)-payment: .*; grant them, or give the token/m,
  )
  expect([code, alive()]).toEqual([3, 0])
})

test('if limited tokens are granted without their limits, the run says so, does not use them, and revokes them', async () => {
  const limitless = withToken((token) => ({
    ...token,
    access: Object(token['access']).map(({ limits: _, ...item }: Record<string, unknown>) => item),
  }))
  const { cwd, alive } = await scene({}, { alter: answering(/^\/auth\/continue/, limitless) })
  const { code, stderr, stdout } = await run(cwd, '--only', 'races/last-of-a-limited-token')
  expect(stderr).toContain(
    'note: tokens.limited is not used: the authorization server granted it without its limits (debitAmount)',
  )
  expect(stdout).toMatch(/0 failed, 1 skipped/)
  expect([code, alive()]).toEqual([0, 0])
})

test('the run says which wait it kept if the server always answers too_fast', async () => {
  const alter: Alter = (passing) =>
    [
      answering(/^\/auth\/continue/, refusing('too_fast'), 400),
      answering(/^\/auth$/, (json) => {
        const onward = Object(json).continue
        return onward ? { ...json, continue: { ...onward, wait: 0 } } : json
      }),
    ].reduce((altered, one) => one(altered), passing)
  const { cwd, alive } = await scene({}, { alter })
  const { code, stderr } = await run(cwd)
  expect(stderr).toContain(
    'note: the authorization server found a continuation too fast, although its wait of 0 s was kept',
  )
  expect(stderr).toMatch(
    /400 \(too_fast.*; the wait that the server named was kept: try again, and tell the vendor/,
  )
  expect([code, alive()]).toEqual([3, 0])
})

test('tokens without a known end are used until they are refused', async () => {
  const endless = withToken(({ expires_in: _, ...token }) => token)
  const { cwd, alive } = await scene({}, { alter: answering(/^\/auth/, endless) })
  const { code, stderr } = await run(cwd, ...only('revoked'))
  expect(stderr).toContain(
    'note: tokens.full: the authorization server does not say when the token expires (expires_in); it is used until it is refused',
  )
  expect([code, alive()]).toEqual([0, 0])
})

test('the run requests each token separately if the server grants only one of several', async () => {
  const single = (json: object) => {
    const tokens = Object(json).access_token
    return Array.isArray(tokens) && tokens.length > 1 ? { ...json, access_token: tokens.slice(0, 1) } : json
  }
  const { cwd, alive } = await scene(
    { otherClient: undefined, otherWallet: undefined },
    { variants: ['several-access-tokens'], alter: answering(/^\/auth\/continue/, single) },
  )
  const { code, stderr } = await run(cwd, ...only('read-only-creates'))
  expect(stderr).toContain(
    'note: the authorization server gave 1 of 2 tokens of one grant; each is asked for by itself',
  )
  expect(stderr).toContain('revoked 2 tokens')
  expect([code, alive()]).toEqual([0, 0])
})

test('the run names the URL of an authorization server that is down', async () => {
  const alter: Alter = (passing) =>
    passing.path === '/alice'
      ? { ...passing, json: { ...Object(passing.json), authServer: 'http://127.0.0.1:9/auth' } }
      : passing
  const { cwd, alive } = await scene({}, { alter })
  const { code, stderr } = await run(cwd)
  expect(stderr).toMatch(
    /http:\/\/127\.0\.0\.1:9\/auth cannot be reached: .*; check that the server runs, and its URL/,
  )
  expect([code, alive()]).toEqual([3, 0])
})

test('the run waits for a consent no longer than --deadline', async () => {
  const { cwd, alive } = await scene({
    grants: { consent: { command: [process.execPath, '-e', '0'] } },
  })
  const { code, stderr } = await run(cwd, '--deadline', '6s')
  expect(stderr).toContain('nobody gave or declined the consent within 6 s')
  expect([code, alive()]).toEqual([3, 0])
})

test('the run waits for a consent no longer than grants.consentTimeout', async () => {
  const { cwd, alive } = await scene({
    grants: { consent: { command: [process.execPath, '-e', '0'] }, consentTimeout: '6s' },
  })
  const { code, stderr } = await run(cwd)
  expect(stderr).toContain('nobody gave or declined the consent within 6 s')
  expect([code, alive()]).toEqual([3, 0])
})

test('the run ends at once if the server asks for a longer wait than the consent may take', async () => {
  const { cwd, alive } = await scene({
    grants: { consent: { command: [process.execPath, 'consent.mjs'] }, consentTimeout: '4s' },
  })
  const { code, stderr } = await run(cwd)
  expect(stderr).toContain('wants 5 s to pass before the grant goes on, and the consent may take 4 s')
  expect([code, alive()]).toEqual([3, 0])
})

test('a consent command that fails is named, and its standard output is not shown', async () => {
  const failing = "console.log('secret words'); process.exit(7)"
  const { cwd } = await scene({ grants: { consent: { command: [process.execPath, '-e', failing] } } })
  const { code, stderr } = await run(cwd)
  expect(stderr).toContain('t.yaml: grants.consent.command: the command ended with exit code 7')
  expect(stderr).not.toContain('secret words')
  expect(code).toBe(2)
})

test('the run rejects a redirect with a wrong hash', async () => {
  const forged = `process.stdin.resume(); process.stdin.on('end', () => console.log('http://127.0.0.1/?interact_ref=x&hash=y'))`
  const { cwd, alive } = await scene({ grants: { consent: { command: [process.execPath, '-e', forged] } } })
  const { code, stderr } = await run(cwd)
  expect(stderr).toContain('the hash in the redirect after the consent is not that of this interaction')
  expect([code, alive()]).toEqual([3, 0])
})

test.each<[string, (url: string) => string, number, RegExp]>([
  [
    'is not there',
    (url) => `${url}/nobody`,
    2,
    /\/nobody is answered with status 404, expected a wallet address/,
  ],
  [
    'is on a port where nobody listens',
    () => 'http://127.0.0.1:9/alice',
    3,
    /http:\/\/127\.0\.0\.1:9\/alice cannot be reached: /,
  ],
])('the run reports a wallet address that %s', async (_, address, expected, says) => {
  const { cwd, url } = await scene()
  const text = readFileSync(join(cwd, 't.yaml'), 'utf8')
  writeFileSync(
    join(cwd, 't.yaml'),
    text.replace(`walletAddress: ${url}/alice`, `walletAddress: ${address(url)}`),
  )
  const { code, stderr } = await run(cwd)
  expect(stderr).toMatch(says)
  expect(code).toBe(expected)
})
