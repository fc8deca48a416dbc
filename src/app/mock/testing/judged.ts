import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { command, folder, type Ran } from '../../../cli/testing/command.ts'
import type { Report } from '../../../report/data/json.ts'

/** The variables that `--print-env` gives to a client. */
export type Environment = Record<string, string>

export interface JudgedClient extends Ran {
  report: Report
  /** The record, as text. */
  events: string
}

/** Starts a mock that judges its client, as a user does. It ends when the client is done. */
export async function judged(
  client: (environment: Environment) => Promise<void>,
  ...options: string[]
): Promise<JudgedClient> {
  const [interruption, cwd] = [new AbortController(), await folder()]
  onTestFinished(() => interruption.abort())
  let said = ''
  let ready: (environment: Environment) => void = () => {}
  const environment = new Promise<Environment>((resolve) => {
    ready = resolve
  })
  const ended = command(['mock', '--port', '0', '--judge-client', '--print-env', ...options], {
    cwd,
    signal: interruption.signal,
    said: (text) => {
      said += text
      if (text.includes('OP_BASE_URL')) ready(environmentIn(said))
    },
  })
  await client(await environment)
  interruption.abort()
  const ran = await ended
  const read = (name: string): string => readFileSync(join(cwd, 'reports/client', name), 'utf8')
  return { ...ran, report: JSON.parse(read('report.json')), events: read('events.ndjson') }
}

const environmentIn = (text: string): Environment =>
  Object.fromEntries(
    [...text.matchAll(/^export (\w+)='((?:[^']|'\\'')*)'$/gm)].map(([, name = '', value = '']) => [
      name,
      value.replaceAll("'\\''", "'"),
    ]),
  )
