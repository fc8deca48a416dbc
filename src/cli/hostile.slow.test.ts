import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { noticedOn, openBrowser, unfold } from '../report/testing/browser.ts'
import type { Hostile } from './testing/hostile/behaviour.ts'
import type { Foreign } from './testing/hostile/foreign/foreign.ts'
import { foreigns } from './testing/hostile/foreign/index.ts'
import { hostiles } from './testing/hostile/index.ts'
import { nothingAmiss, trialOf } from './testing/hostile/trial.ts'
import { start } from './testing/process.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

interface Row {
  name: string
  code: number | null
  seconds: number
  mebibytes: number
}

const rows: Row[] = []

afterAll(() => {
  const width = Math.max(...rows.map(({ name }) => name.length))
  const lines = rows.map(
    ({ name, code, seconds, mebibytes }) =>
      `${name.padEnd(width)}  ${code}  ${seconds.toFixed(1).padStart(5)} s  ${String(mebibytes).padStart(4)} MiB`,
  )
  console.log(
    `${rows.length} hostile behaviours and documents: exit code, time, peak memory\n\n${lines.join('\n')}`,
  )
})

/** The built command line. At its end it writes its peak memory, in KiB, to a file. */
const measured = [
  process.execPath,
  '--import',
  `data:text/javascript,${encodeURIComponent(
    "import { writeFileSync } from 'node:fs'; process.on('exit', () => writeFileSync('peak', String(process.resourceUsage().maxRSS)))",
  )}`,
  fileURLToPath(new URL('../../dist/src/cli/main.js', import.meta.url)),
]

const mostMebibytes = 512
const mostSeconds = 60

/** Opens the HTML report in a browser and returns the suspicious events. */
const noticedIn = async (path: string): Promise<string[]> => {
  const context = await browser.newContext()
  const page = await context.newPage()
  const noticed = noticedOn(page)
  const url = pathToFileURL(path).href
  await page.goto(url)
  await unfold(page)
  if (await page.evaluate("typeof owned !== 'undefined'")) noticed.push('a mark was left')
  await context.close()
  return noticed.filter((one) => one !== `request ${url}`)
}

// `npm run hostile` takes every behaviour, which lasts about a quarter of an hour.
const every: ReadonlyArray<Hostile | Foreign> = [...hostiles, ...foreigns]
const some = every.filter((_, index) => index % 16 === 2 || process.env['HOSTILE'] === 'all')

const named = some.map((row) => [row.name, row.exits, row] as const)

test.each(named)('given %s, the command ends with %i', async (_name, _exits, row) => {
  const { cwd, argv, consequences } = await trialOf(row)
  const begun = performance.now()
  const run = start(argv, { cwd, command: measured })
  const code = await run.ended
  const seconds = (performance.now() - begun) / 1000
  const mebibytes = Math.round(Number(readFileSync(join(cwd, 'peak'), 'utf8')) / 1024)
  rows.push({ name: row.name, code, seconds, mebibytes })
  const page = join(cwd, 'report.html')
  // A run always has a report, however it ends. A command that is given something foreign may end before it writes one.
  const hasPage = !('given' in row) || existsSync(page)
  expect({
    code,
    noticed: hasPage ? await noticedIn(page) : [],
    ...consequences({ stdout: run.stdout(), stderr: run.stderr() }),
  }).toEqual({ code: row.exits, noticed: [], ...nothingAmiss })
  expect(mebibytes).toBeLessThan(row.mebibytes ?? mostMebibytes)
  expect(seconds).toBeLessThan(mostSeconds)
})

test('every hostile behaviour has a name of its own', () => {
  const names = every.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
})
