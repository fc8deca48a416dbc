import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { isObject, parseJson } from '../../core/json.ts'
import type { LedgerContents } from '../../gnap/ledger.ts'
import type { Target } from '../../target-file/target.ts'

/** Beside the target file: the tokens of each process that has some, readable by the user alone. */
const folderName = '.op-conformance-tokens'

const folderOf = ({ folder }: Pick<Target, 'folder'>): string => join(folder, folderName)

let ledgers = 0

type LedgerPlace = Pick<Target, 'folder' | 'file'>

/** Writes down what this process has to revoke; nothing is left once it has nothing. */
export function ledgerFile(target: LedgerPlace): LedgerFile {
  const path = join(folderOf(target), `${process.pid}-${++ledgers}.json`)
  return {
    write: (contents) => writeLedger({ path, contents }, target),
    keep: () => {
      if (existsSync(path)) renameSync(path, keptPath(target))
    },
  }
}

export interface LedgerFile {
  write: (contents: LedgerContents) => void
  /** Leaves the tokens to the next command. */
  keep: () => void
}

/** One for each target file of a folder. */
const keptPath = (target: LedgerPlace): string => join(folderOf(target), `kept-${basename(target.file)}.json`)

/** What an earlier run has kept. */
export function keptLedger(target: LedgerPlace): LeftLedger | undefined {
  const path = keptPath(target)
  const contents = existsSync(path) ? contentsOf(path, target) : undefined
  return contents && { path, contents }
}

/** What a process that is no more has left alive. */
export interface LeftLedger {
  path: string
  contents: LedgerContents
}

/** What ended processes have left alive for this target file. */
export function leftLedgers(target: Pick<Target, 'folder' | 'file'>): LeftLedger[] {
  return namesIn(folderOf(target)).flatMap((name) => {
    const path = join(folderOf(target), name)
    const pid = Number(/^(\d+)-\d+\.json$/.exec(name)?.[1])
    if (Number.isNaN(pid) || isAlive(pid)) return []
    const contents = contentsOf(path, target)
    return contents ? [{ path, contents }] : []
  })
}

/** Writes a ledger whole, whenever the process ends; an empty one is removed. */
export function writeLedger({ path, contents }: LeftLedger, target: LedgerPlace): void {
  if (contents.tokens.length + contents.pending.length === 0) {
    removeLedger({ path, target })
    return
  }
  const text = `${JSON.stringify({ file: basename(target.file), ...contents }, null, 2)}\n`
  mkdirSync(folderOf(target), { recursive: true, mode: 0o700 })
  writeFileSync(`${path}.new`, text, { mode: 0o600 })
  renameSync(`${path}.new`, path)
}

export function removeLedger({ path, target }: { path: string; target: Pick<Target, 'folder'> }): void {
  rmSync(path, { force: true })
  if (namesIn(folderOf(target)).length === 0) rmSync(folderOf(target), { recursive: true, force: true })
}

const namesIn = (folder: string): string[] => {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

const contentsOf = (path: string, { file }: Pick<Target, 'file'>): LedgerContents | undefined => {
  const json = parseJson(readFileSync(path, 'utf8'))
  if (
    !isObject(json) ||
    json['file'] !== basename(file) ||
    !Array.isArray(json['tokens']) ||
    !Array.isArray(json['pending'])
  ) {
    return undefined
  }
  return json as unknown as LedgerContents
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return Object(error).code === 'EPERM'
  }
}
