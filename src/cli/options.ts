import { InvalidArgumentError, Option } from '@commander-js/extra-typings'
import { instantOf } from '../../mock/core/time.ts'
import type { ClockOptions } from '../../mock/state/clock.ts'
import { defaultRuns, defaultSeed, defaultTargetFile, quickRequests } from '../app/defaults.ts'
import { type Form, forms } from '../report/document/document.ts'
import { milliseconds } from '../target-file/reading/duration.ts'

// Options that several commands share.

export const only = () =>
  several(
    '--only <what>',
    'checks, topics, operations, requirements or levels to run, or globs of them, separated by commas; may be repeated',
    'all',
  )

export const exclude = () =>
  several('--exclude <what>', 'what to leave out, in the same way; may be repeated', 'none')

export const seed = () =>
  new Option('--seed <n|random>', 'seed of all generated values')
    .argParser((value): number | 'random' =>
      value === 'random' ? value : countOf(0, 2 ** 31 - 1, 'random, or ')(value),
    )
    .default(defaultSeed as number)

export const runs = (usual = defaultRuns) =>
  new Option('--runs <n>', 'generated cases per property').argParser(countOf(1, 100_000)).default(usual)

export const maxRequests = () =>
  new Option(
    '--max-requests <n>',
    'send at most n requests to a conforming server, by the checks that notice the most',
  ).argParser(countOf(1, 1_000_000))

export const quick = () =>
  new Option('--quick', `the same as --max-requests ${quickRequests}`).conflicts('maxRequests')

/** Returns the budget that `--quick` stands for. That of `--max-requests` is among the options already. */
export function quickBudget(options: { quick?: true }): { maxRequests?: number } {
  return options.quick ? { maxRequests: quickRequests } : {}
}

export const reporters = () =>
  several(
    '--reporter <name[=file]>',
    'text, json, junit, markdown, html, github, sarif or har; may be repeated',
    'text',
  )

export const format = () =>
  new Option('--format <name>', 'form of the output').choices(forms).default('text' as Form)

export const key = (description: string) => new Option('--key <file>', description)

export const keyId = () => new Option('--key-id <id>', 'id of the key, if the key itself has none')

export const clientKeys = () =>
  several(
    '--key <file>',
    'public key of a client, JWK, JWKS or PEM; may be repeated',
    'signatures are not verified',
  )

export const serverProfile = () =>
  new Option('--profile <name>', 'profile of the server').default('interface')

export const endAfter = () =>
  new Option('--for <d>', 'end after this time, such as 90s or 10m').argParser(duration)

export const untilIdle = () =>
  new Option(
    '--until-idle <d>',
    'end after this time without a request, counted from the first request',
  ).argParser(duration)

export const targetFile = () =>
  new Option(
    '--target <file>',
    `target file (default: ${defaultTargetFile}, or the one that the report names)`,
  )

export const baseUrlOfARequest = () =>
  new Option(
    '--base-url <url>',
    'URL before the path of the request in a file (default: its Host with https, or with http on this machine)',
  ).argParser(baseUrl)

export const wordsOfARequest =
  'a file with the HTTP request as it is sent; or the report.json of a run and a check'

/** An option that may be given several times. `none`: what it means if it is not given. */
export function several<Flags extends string>(flags: Flags, description: string, none: string) {
  return new Option(flags, description).argParser(gathered).default([] as string[], none)
}

export const otherWallet = () =>
  new Option('--other <url>', 'with a wallet address: a second one on the same server').argParser(baseUrl)

export const consent = () =>
  new Option('--consent <how>', 'with a wallet address: browser, print, or a command that gives consent')

export const client = () =>
  new Option(
    '--client <url>',
    'with a wallet address: wallet address of the client (default: served on this machine)',
  ).argParser(baseUrl)

export const connect = () =>
  several(
    '--connect <origin=origin>',
    'with a wallet address: where requests to the first origin are sent; may be repeated',
    'as the URLs say',
  )

// Parsers for the values of options.

export function gathered(value: string, before: string[] = []): string[] {
  return [...before, value]
}

export function countOf(least: number, most: number, others = ''): (value: string) => number {
  return (value) => {
    const count = Number(value)
    if (/^[0-9]+$/.test(value) && count >= least && count <= most) return count
    throw new InvalidArgumentError(`It must be ${others}an integer from ${least} to ${most}.`)
  }
}

export function shardOf(value: string): { index: number; count: number } {
  const [, index = 0, count = 0] = /^([0-9]+)\/([0-9]+)$/.exec(value)?.map(Number) ?? []
  if (index >= 1 && index <= count && count <= 256) return { index, count }
  throw new InvalidArgumentError('It must be i/n, such as 1/4 for the first of four, and n at most 256.')
}

export function baseUrl(value: string): string {
  if (/^https?:\/\/[^?#@]+$/.test(value) && URL.canParse(value)) return value
  throw new InvalidArgumentError('It must be an http or https URL without query or fragment.')
}

export function clock(value: string, before: ClockOptions = {}): ClockOptions {
  if (value === 'frozen') return { ...before, frozen: true }
  const at = instantOf(value)
  if (at !== undefined) return { ...before, at }
  throw new InvalidArgumentError('It must be frozen, or a date-time such as 2026-01-01T12:00:00Z.')
}

export function instant(value: string): Date {
  const at = instantOf(value)
  if (at !== undefined) return new Date(at)
  throw new InvalidArgumentError('It must be a date-time such as 2026-01-01T12:00:00Z.')
}

export function deadline(value: string): { milliseconds: number; words: string } {
  return { milliseconds: duration(value), words: value }
}

export function duration(value: string): number {
  const most = 2 ** 31 - 1
  try {
    const length = milliseconds(value)
    if (length > 0 && length <= most) return length
  } catch {
    // Reported below, like a duration that is too long.
  }
  throw new InvalidArgumentError('It must be a duration such as 90s or 10m, at most 24 days.')
}
