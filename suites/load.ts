import { readdir } from 'node:fs/promises'
import type { Check } from '../src/check/kinds/check.ts'
import type { PassiveCheck } from '../src/check/kinds/passive.ts'
import type { Suite } from '../src/check/suite.ts'
import { isObject } from '../src/core/json.ts'
import { renamed } from './renamed.ts'
import { start } from './start.ts'

/** Loads all checks: the exported checks of all topics, sorted by id. A new topic needs only a new file. */
export async function loadSuite(): Promise<Suite> {
  const exported = (await Promise.all((await topics()).map(exportsOf))).flat().filter(hasId).sort(byId)
  return { checks: exported.filter(isCheck), passive: exported.filter(isPassive), start, renamed }
}

/** The files of all folders beside this file, except those that hold no checks. */
const topics = async (): Promise<string[]> => {
  const files = await readdir(new URL('./', import.meta.url), { recursive: true })
  return files
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /^(?!support\/|testing\/)[^/]+\/(?!.*\.test\.).*\.(ts|js)$/.test(file))
}

const exportsOf = async (file: string): Promise<unknown[]> => {
  const module: Record<string, unknown> = await import(new URL(file, import.meta.url).href)
  return Object.values(module).flat()
}

const isCheck = (value: Named): value is Named & Check => typeof value['run'] === 'function'

const isPassive = (value: Named): value is Named & PassiveCheck => typeof value['start'] === 'function'

type Named = Record<string, unknown> & { id: string }

const hasId = (value: unknown): value is Named => isObject(value) && typeof value['id'] === 'string'

/** Sorting by id keeps the order of a run independent of file names. */
const byId = (one: Named, other: Named): number => (one.id < other.id ? -1 : 1)
