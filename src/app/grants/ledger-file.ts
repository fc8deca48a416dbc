import { createHmac, timingSafeEqual } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { isObject, parseJson } from '../../core/json.ts'
import type { LedgerContents } from '../../gnap/ledger.ts'
import type { Target } from '../../target-file/target.ts'
import { withFile, writeWhole } from '../files.ts'
import { type Holder, isHeld, keepHeld, newHolder } from '../records/holder.ts'

/** The folder beside the target file for the tokens of each process that has some. Only the user can read it. */
const folderName = '.op-conformance-tokens'

const folderOf = ({ folder }: Pick<Target, 'folder'>): string => join(folder, folderName)

type LedgerPlace = Pick<Target, 'folder' | 'file' | 'signing'>

/** Creates the file that lists what this process has to revoke. The file is removed once the list is empty. */
export function ledgerFile(target: LedgerPlace): LedgerFile {
  const holder = newHolder()
  const path = join(folderOf(target), `${holder.id}.json`)
  const end = keepHeld(path, holder)
  return {
    write: (contents) => writeLedger({ path, holder, contents }, target),
    keep: () => {
      if (statSync(path, { throwIfNoEntry: false })) renameSync(path, keptPath(target))
    },
    end,
  }
}

export interface LedgerFile {
  write: (contents: LedgerContents) => void
  /** Leaves the tokens for the next command. */
  keep: () => void
  /** Stops holding the file. Tokens that it still lists stay alive. */
  end: () => void
}

/** The path for kept tokens. Each target file of a folder has its own. */
const keptPath = (target: LedgerPlace): string => join(folderOf(target), `kept-${basename(target.file)}.json`)

export function keptLedger(target: LedgerPlace): LeftLedger | undefined {
  return ledgerAt(keptPath(target), target)
}

/** A ledger of tokens that an ended process left alive. */
export interface LeftLedger {
  path: string
  holder: Holder
  contents: LedgerContents
}

export function leftLedgers(target: LedgerPlace): LeftLedger[] {
  return namesIn(folderOf(target)).flatMap((name) => {
    const ledger = name.startsWith('kept-') ? undefined : ledgerAt(join(folderOf(target), name), target)
    return ledger && !isHeld(ledger.holder, ledger.path) ? [ledger] : []
  })
}

/**
 * Returns the names of ledgers for this target file that were not written with its key. The harness sends nothing for
 * them.
 */
export function foreignLedgers(target: LedgerPlace): string[] {
  return namesIn(folderOf(target)).filter((name) => {
    const json = jsonIn(join(folderOf(target), name))
    return json !== undefined && isOf(json, target) && !isOwn(json, target)
  })
}

/** Writes a ledger completely, even if the process ends meanwhile. Removes a ledger that is empty. */
export function writeLedger({ path, holder, contents }: LeftLedger, target: LedgerPlace): void {
  if (contents.tokens.length + contents.pending.length === 0) {
    removeLedger({ path, target })
    return
  }
  const ledger = { file: basename(target.file), holder, ...contents }
  const text = `${JSON.stringify({ ...ledger, mac: macOf(ledger, target) }, null, 2)}\n`
  withFile(
    `The list of tokens in ${folderName}`,
    () => {
      mkdirSync(folderOf(target), { recursive: true, mode: 0o700 })
      writeWhole(`${path}.new`, text, { mode: 0o600 })
      renameSync(`${path}.new`, path)
    },
    'make room in the folder of the target file: what is granted has to be known if the run is killed',
  )
}

/** Computes a code that proves that the writer has the private key to which the tokens are bound. */
const macOf = (ledger: object, { signing }: LedgerPlace): string => {
  const { privateKey } = signing.key
  const key =
    privateKey.type === 'secret' ? privateKey.export() : privateKey.export({ format: 'der', type: 'pkcs8' })
  return createHmac('sha256', key)
    .update(`ledger of op-conformance ${JSON.stringify(ledger)}`)
    .digest('base64url')
}

export function removeLedger({ path, target }: { path: string; target: Pick<Target, 'folder'> }): void {
  rmSync(path, { force: true })
  if (namesIn(folderOf(target)).length === 0) rmSync(folderOf(target), { recursive: true, force: true })
}

const namesIn = (folder: string): string[] => {
  try {
    return readdirSync(folder).filter((name) => name.endsWith('.json'))
  } catch {
    return []
  }
}

type LedgerJson = Record<string, unknown>

/** Reads a ledger. Returns undefined unless it was written for this target file, with its key. */
const ledgerAt = (path: string, target: LedgerPlace): LeftLedger | undefined => {
  const json = jsonIn(path)
  if (json === undefined || !isOf(json, target) || !isOwn(json, target)) return undefined
  const { file: _, mac: __, holder, ...contents } = json
  return { path, holder: holder as Holder, contents: contents as unknown as LedgerContents }
}

const jsonIn = (path: string): LedgerJson | undefined => {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) return undefined
  const json = parseJson(readFileSync(path, 'utf8'))
  return isObject(json) ? json : undefined
}

const isOf = ({ file }: LedgerJson, target: LedgerPlace): boolean => file === basename(target.file)

const isOwn = ({ mac, ...ledger }: LedgerJson, target: LedgerPlace): boolean => {
  const [given, made] = [Buffer.from(String(mac)), Buffer.from(macOf(ledger, target))]
  return given.length === made.length && timingSafeEqual(given, made)
}
