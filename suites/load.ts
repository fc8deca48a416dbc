import { readdir } from 'node:fs/promises'
import type { Check } from '../src/check/kinds/check.ts'
import type { PassiveCheck } from '../src/check/kinds/passive.ts'
import type { Suite } from '../src/check/suite.ts'
import { isObject } from '../src/core/json.ts'
import { renamed } from './renamed.ts'
import { start } from './start.ts'

/** All checks: every exported check of the topics. A new topic is a new file, nothing else. */
export async function loadSuite(): Promise<Suite> {
  const exported = (await Promise.all((await topics()).map(exportsOf))).flat()
  return { checks: exported.filter(isCheck), passive: exported.filter(isPassive), start, renamed }
}

/** The files of all folders beside this file, except those that hold no checks. */
const topics = async (): Promise<string[]> => {
  const files = await readdir(new URL('./', import.meta.url), { recursive: true })
  return files
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /^(?!support\/|testing\/)[^/]+\/(?!.*\.test\.).*\.(ts|js)$/.test(file))
    .sort()
}

const exportsOf = async (file: string): Promise<unknown[]> => {
  const module: Record<string, unknown> = await import(new URL(file, import.meta.url).href)
  return Object.values(module).flat()
}

const isCheck = (value: unknown): value is Check => hasId(value) && typeof value['run'] === 'function'

const isPassive = (value: unknown): value is PassiveCheck =>
  hasId(value) && typeof value['start'] === 'function'

const hasId = (value: unknown): value is Record<string, unknown> =>
  isObject(value) && typeof value['id'] === 'string'
