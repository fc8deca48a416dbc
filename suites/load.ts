import { readdir } from 'node:fs/promises'
import type { Check } from '../src/check/check.ts'
import type { PassiveCheck } from '../src/check/passive.ts'
import { isObject } from '../src/check/resource.ts'
import type { Suite } from '../src/run/suite.ts'
import { renamed } from './renamed.ts'
import { start } from './start.ts'

/** All checks: every export of every file of this folder that is one. A new topic is a new file, nothing else. */
export async function loadSuite(): Promise<Suite> {
  const exported = [...(await exportsIn('./')), ...(await exportsIn('./rules/'))]
  return { checks: exported.filter(isCheck), passive: exported.filter(isPassive), start, renamed }
}

const exportsIn = async (folder: string): Promise<unknown[]> => {
  const url = new URL(folder, import.meta.url)
  const files = (await readdir(url)).filter((name) => /^(?!load\.|.*\.test\.).*\.(ts|js)$/.test(name)).sort()
  const modules: Array<Record<string, unknown>> = await Promise.all(
    files.map((name) => import(new URL(name, url).href)),
  )
  return modules.flatMap((module) => Object.values(module)).flat()
}

const isCheck = (value: unknown): value is Check => hasId(value) && typeof value['run'] === 'function'

const isPassive = (value: unknown): value is PassiveCheck =>
  hasId(value) && typeof value['start'] === 'function'

const hasId = (value: unknown): value is Record<string, unknown> =>
  isObject(value) && typeof value['id'] === 'string'
