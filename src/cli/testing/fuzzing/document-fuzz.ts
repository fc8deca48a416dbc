import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect } from 'vitest'
import { hostileOddity } from '../../../../suites/testing/odd-answers.ts'
import type { How } from '../../../../suites/testing/odd-texts.ts'
import { folder, type Ran } from '../command.ts'
import { canary, hostileTexts, references } from '../hostile-texts.ts'
import {
  type Alteration,
  type DocumentName,
  documents,
  type FuzzedServer,
  fuzzedServer,
} from './fuzzed-servers.ts'

/** A conversation between a command and a server: the command, and the document that is altered. */
export interface Trial extends Alteration {
  /** `tokens`: the part of `run URL` that gets the tokens and ends them, which takes a tenth of the time of a run. */
  what: 'init' | 'tokens' | 'run'
  /** The output is read by a GitHub runner. */
  isOfRunner: boolean
}

/** Carries out a trial in a folder. The canary is in its environment. */
export type Try = (trial: Trial, url: string, cwd: string) => Promise<Ran>

/** The folder in which `run URL` writes a target file for this machine. */
export const targetFolder = 'reports/127.0.0.1'

/**
 * Alters wallet address documents and grant responses this many times. No alteration may cause an error of the harness
 * itself. Neither the environment nor a file may show in any request, stream or file.
 */
export async function fuzzDocuments(
  { count, seed, isAimed = false }: { count: number; seed: number; isAimed?: boolean },
  tried: Try,
): Promise<FuzzedServer['altered']> {
  const root = await folder()
  const cwd = join(root, 'work')
  const file = join(root, canary.file)
  writeFileSync(file, canary.value)
  const [wallet, elsewhere] = [await fuzzedServer('wallet'), await fuzzedServer('elsewhere')]
  const places = { file, elsewhere: elsewhere.url }
  const drawn = fc.sample(trialsWith(hostileTexts(places)), { numRuns: count, seed })
  const wrong: string[] = []
  for (const trial of [...(isAimed ? aimed(places) : []), ...drawn]) {
    for (const server of [wallet, elsewhere]) server.begin(trial)
    mkdirSync(join(cwd, targetFolder), { recursive: true })
    for (const place of [cwd, join(cwd, targetFolder)]) writeFileSync(join(place, canary.file), canary.value)
    const ran = await tried(trial, wallet.url, cwd)
    const flaws = [...flawsIn(ran, trial), ...leaksIn(tracesOf(ran, cwd), wallet, elsewhere)]
    wrong.push(...flaws.map((flaw) => `${flaw}; ${JSON.stringify(trial).slice(0, 600)}`))
    rmSync(cwd, { recursive: true })
  }
  expect(wrong.slice(0, 5)).toEqual([])
  return wallet.altered
}

/**
 * Returns trials with every reference to the canary, and with the URL of another server, in the places where they could
 * do most harm.
 */
const aimed = (places: Parameters<typeof references>[0]): Trial[] => {
  const at = (document: DocumentName, field: string, texts: readonly string[], how: How): Trial[] =>
    texts.map((text) => ({
      document,
      oddities: [{ what: 'text', at: { field }, text, how }],
      isOfRunner: false,
      what: 'tokens',
    }))
  const all = references(places)
  const few = [
    places.elsewhere,
    `${places.elsewhere}/\${${canary.variable}}`,
    `file:${places.file}`,
    '\u001b[2J',
  ]
  return [
    ...at('wallet', 'assetCode', all, 'instead'),
    ...['authServer', 'resourceServer'].flatMap((field) => [
      ...at('wallet', field, all, 'instead'),
      ...at('wallet', field, all, 'behind'),
    ]),
    ...['manage', 'value'].flatMap((field) => at('grant', field, few, 'instead')),
    ...['redirect', 'finish', 'uri', 'value'].flatMap((field) => at('interaction', field, few, 'instead')),
    ...['code', 'description'].flatMap((field) => at('refusal', field, few, 'instead')),
    ...at('receiver', 'id', few, 'instead'),
  ]
}

const trialsWith = (texts: readonly string[]): fc.Arbitrary<Trial> =>
  fc
    .record({
      document: fc.constantFrom(...documents, 'wallet' as const, 'otherWallet' as const),
      oddities: fc.array(hostileOddity(texts), { minLength: 1, maxLength: 2 }),
      isOfRunner: fc.boolean(),
      drawn: fc.nat({ max: 49 }),
    })
    .map(({ drawn, ...trial }): Trial => {
      const isOfWallet = trial.document === 'wallet' || trial.document === 'otherWallet'
      if (drawn === 0) return { ...trial, what: 'run' }
      return { ...trial, what: isOfWallet && drawn % 2 === 0 ? 'init' : 'tokens' }
    })

/** Returns everything that was written: the streams, and the files with their names, except the canary. */
const tracesOf = ({ stdout, stderr }: Ran, cwd: string): Record<string, string> => {
  const files = readdirSync(cwd, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== canary.file)
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => [path, `${path}\n${readFileSync(path)}`])
  return { stdout, stderr, ...Object.fromEntries(files) }
}

const flawsIn = ({ code, stdout, stderr }: Ran, { isOfRunner }: Trial): string[] => {
  const shown = stdout + stderr
  const isObeyed = /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(shown)
  const isCarriedOut = isOfRunner && /^\s*::(?!(?:error|warning|notice) )|##\[/m.test(shown)
  return [
    ...([0, 1, 2, 3].includes(code) ? [] : [`exit code ${code}: ${stderr.slice(-1500)}`]),
    ...(isObeyed ? ['a terminal obeys what was printed'] : []),
    ...(isCarriedOut ? ['a runner carries out what was printed'] : []),
    ...(Object.keys(Object.prototype).length > 0 ? ['Object.prototype has changed'] : []),
  ]
}

const leaksIn = (
  written: Record<string, string>,
  wallet: FuzzedServer,
  elsewhere: FuzzedServer,
): string[] => {
  const traffic = { 'the server': wallet.received(), 'another server': elsewhere.received() }
  const leaks = Object.entries({ ...written, ...traffic }).flatMap(([where, text]) =>
    formsOfCanary.some((form) => text.includes(form)) ? [`the canary stands in ${where}`] : [],
  )
  if (/\r\n(?:x-owned: 1|authorization: GNAP y)\r\n/.test(Object.values(traffic).join('')))
    leaks.push('a server has written a header of a request')
  // A server may get a token only if the wallet address itself names it as its server.
  const isNamed = wallet.wallets.some((text) => text.includes(elsewhere.url))
  const isGiven = /wallet-(?:granted|onward)-/.test(elsewhere.received())
  return isGiven && !isNamed ? [...leaks, 'another server has got a token'] : leaks
}

const encoded = (offset: number): string =>
  Buffer.from('-'.repeat(offset) + canary.value)
    .toString('base64')
    .slice(4, -4)

const formsOfCanary = [
  canary.value,
  Buffer.from(canary.value).toString('hex'),
  ...[0, 1, 2].map((offset) => encoded(offset)),
]
