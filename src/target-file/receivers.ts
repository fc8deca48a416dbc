import type { Amount } from '../core/amount.ts'
import { ConfigurationError } from '../core/errors.ts'
import { parseJson, valueAt } from '../core/json.ts'
import type { IssuedReceiver, Receiver, ReceiverKind } from '../core/receiver.ts'
import type { RunCommand } from './command.ts'
import type { ReceiverSource, Target } from './target.ts'
import { isReceiverUrl } from './target-urls.ts'

/** Issues the receivers of a target for one run. */
export interface ReceiverPool {
  /** Returns true if the target file gives receivers of this kind at all. */
  has: (kind: ReceiverKind) => boolean
  /**
   * Gives a receiver that others use as well, always the same for the same index. If a list is too short, an earlier
   * one is reused.
   */
  shared: (kind: ReceiverKind, index?: number) => Promise<Receiver>
  /** Gives a receiver that nobody else gets, before or after. Undefined if all are used up. */
  alone: (kind: ReceiverKind) => Promise<Receiver | undefined>
  /**
   * Stops issuing a listed receiver as one of this kind, to anybody. If `instead` is given, it is issued as one
   * of that kind from now on.
   */
  exclude: (kind: ReceiverKind, url: string, instead?: ReceiverKind) => void
  /** Stops sharing a receiver that can no longer be paid into. Whoever asks for it gets another one from then on. */
  replace: (url: string) => void
}

export interface ReceiverMakers {
  runCommand: RunCommand
  /** Creates a receiver with POST /incoming-payments, as Open Payments defines it. */
  create: (
    source: Extract<ReceiverSource, { kind: 'create' }>,
    kind: ReceiverKind,
    incomingAmount: Amount | undefined,
  ) => Promise<Receiver>
  /** Returns the incomingAmount for a receiver that is made on demand, or undefined for none. */
  incomingAmount: (kind: ReceiverKind) => Amount | undefined
}

/** A memory of the receivers that several parts of one run have issued. */
export interface IssuedReceivers {
  /** Receivers from the parts before. Those issued alone are used up; the others continue to be shared. */
  before: readonly IssuedReceiver[]
  /** Records each receiver when it is first issued. */
  record: (issued: IssuedReceiver) => void
}

const noMemory: IssuedReceivers = { before: [], record: () => undefined }

/** The kinds of receivers that are of no use to anybody once they are completed or have expired. */
const payableKinds: readonly ReceiverKind[] = ['open', 'fixed', 'otherAsset']

interface Supply {
  shared: (index: number) => Promise<Receiver>
  alone: () => Promise<Receiver | undefined>
  exclude: (url: string) => void
  replace: (url: string) => void
  add: (receiver: Receiver) => void
}

/**
 * Creates the pool. `alone`: the number of receivers of each kind that are reserved for checks that need their own. At
 * least one receiver is always shared.
 */
export function receiverPool(
  target: Pick<Target, 'file' | 'folder' | 'receivers'>,
  makers: ReceiverMakers,
  memory = noMemory,
  alone: ReadonlyMap<ReceiverKind, number> = new Map(),
): ReceiverPool {
  const supplies = new Map<ReceiverKind, Supply>()
  const supplyOf = (kind: ReceiverKind): Supply => {
    const supply = supplies.get(kind) ?? newSupply(kind, target, makers, memory, alone.get(kind) ?? 0)
    supplies.set(kind, supply)
    return supply
  }
  return {
    has: (kind) => target.receivers.sources[kind] !== undefined,
    shared: (kind, index = 0) => supplyOf(kind).shared(index),
    alone: (kind) => supplyOf(kind).alone(),
    exclude: (kind, url, instead) => {
      supplyOf(kind).exclude(url)
      if (instead) supplyOf(instead).add({ url })
    },
    replace: (url) => {
      for (const kind of payableKinds) supplies.get(kind)?.replace(url)
    },
  }
}

const newSupply = (
  kind: ReceiverKind,
  { file, folder, receivers }: Pick<Target, 'file' | 'folder' | 'receivers'>,
  { runCommand, create, incomingAmount }: ReceiverMakers,
  memory: IssuedReceivers,
  wantedAlone: number,
): Supply => {
  const source = receivers.sources[kind]
  if (source === undefined) return fromList(kind, [], memory, 0)
  if (source.kind === 'list') return fromList(kind, source.receivers, memory, wantedAlone)
  const make = (): Promise<Receiver> =>
    source.kind === 'command'
      ? receiverBy(source.command, kind, incomingAmount(kind), { file, folder, runCommand })
      : create(source, kind, incomingAmount(kind))
  return onDemand(kind, make, memory)
}

const sharedBefore = (kind: ReceiverKind, { before }: IssuedReceivers): Array<[number, Receiver]> =>
  before.flatMap((issued) =>
    issued.kind === kind && issued.index !== undefined ? [[issued.index, issued.receiver]] : [],
  )

/** The receivers of a list that are left, and those that are shared. */
interface ReceiverList {
  free: Receiver[]
  shared: Receiver[]
  byIndex: Map<number, Receiver>
  /** The number of free receivers that are reserved for checks that need their own. */
  reserved: number
}

/**
 * Issues the receivers of a list. Receivers to be used alone are taken from the end, so that the first ones stay
 * shared.
 */
const fromList = (
  kind: ReceiverKind,
  receivers: readonly Receiver[],
  memory: IssuedReceivers,
  wantedAlone: number,
): Supply => {
  const issued = new Set(memory.before.map(({ receiver }) => receiver.url))
  const byIndex = new Map(sharedBefore(kind, memory))
  const list: ReceiverList = {
    free: receivers.filter(({ url }) => !issued.has(url)),
    shared: [...byIndex.values()],
    byIndex,
    reserved:
      wantedAlone - memory.before.filter((one) => one.kind === kind && one.index === undefined).length,
  }
  return {
    shared: async (index) => {
      const known = byIndex.get(index)
      if (known) return known
      const receiver = nextShared(list, index)
      if (!receiver)
        throw new ConfigurationError(
          'ERR_RECEIVERS_USED_UP',
          `receivers.${kind} in the target file is used up; add another receiver to the list`,
        )
      byIndex.set(index, receiver)
      memory.record({ kind, receiver, index })
      return receiver
    },
    alone: async () => {
      const receiver = list.free.pop()
      list.reserved--
      if (receiver) memory.record({ kind, receiver })
      return receiver
    },
    exclude: (url) => withdraw(list, url),
    replace: (url) => withdraw(list, url),
    add: (receiver) => {
      if (!issued.has(receiver.url)) list.free.push(receiver)
    },
  }
}

const nextShared = ({ free, shared, reserved }: ReceiverList, index: number): Receiver | undefined => {
  const fresh = shared.length === 0 || free.length > reserved ? free.shift() : undefined
  if (fresh) shared.push(fresh)
  return fresh ?? shared[index % shared.length]
}

const withdraw = ({ free, shared, byIndex }: ReceiverList, url: string): void => {
  remove(free, url)
  remove(shared, url)
  for (const [index, receiver] of byIndex) if (receiver.url === url) byIndex.delete(index)
}

const remove = (list: Receiver[], url: string): void => {
  const place = list.findIndex((receiver) => receiver.url === url)
  if (place !== -1) list.splice(place, 1)
}

/** Makes each receiver when it is first needed. Concurrent callers that ask for the same index share one receiver. */
const onDemand = (kind: ReceiverKind, make: () => Promise<Receiver>, memory: IssuedReceivers): Supply => {
  const byIndex = new Map(
    sharedBefore(kind, memory).map(([index, receiver]) => [index, Promise.resolve(receiver)]),
  )
  const indexes = new Map(sharedBefore(kind, memory).map(([index, { url }]) => [url, index]))
  const issue = async (index?: number): Promise<Receiver> => {
    const receiver = await make()
    memory.record({ kind, receiver, index })
    return receiver
  }
  const made = (index: number): Promise<Receiver> => {
    const receiver = issue(index)
    receiver.then(
      ({ url }) => indexes.set(url, index),
      () => byIndex.delete(index),
    )
    return receiver
  }
  return {
    shared: (index) => {
      const receiver = byIndex.get(index) ?? made(index)
      byIndex.set(index, receiver)
      return receiver
    },
    alone: () => issue(),
    exclude: () => {},
    replace: (url) => {
      byIndex.delete(indexes.get(url) ?? -1)
      indexes.delete(url)
    },
    add: () => {},
  }
}

/** Has the target file's command make a receiver. It gets the request on stdin and prints `{"url":"…"}` on stdout. */
async function receiverBy(
  command: readonly string[],
  kind: ReceiverKind,
  incomingAmount: Amount | undefined,
  { file, folder, runCommand }: Pick<Target, 'file' | 'folder'> & Pick<ReceiverMakers, 'runCommand'>,
): Promise<Receiver> {
  const input = JSON.stringify({ kind, incomingAmount })
  const result = await runCommand(command, { cwd: folder, input })
  if ('failure' in result) throw commandFailed(file, kind, result.failure)
  const url = urlIn(result.stdout)
  if (url === undefined) throw commandFailed(file, kind, 'printed something else')
  return { url, incomingAmount }
}

const urlIn = (output: string): string | undefined => {
  const url = valueAt(parseJson(output), 'url')
  return typeof url === 'string' && isReceiverUrl(url) ? url : undefined
}

const commandFailed = (file: string, kind: ReceiverKind, failure: string): ConfigurationError =>
  new ConfigurationError(
    'ERR_RECEIVER_COMMAND',
    `${file}: receivers.command: asked for a receiver of kind ${kind}, the command ${failure}, expected {"url":"…/incoming-payments/…"} on its standard output; run the command yourself in the folder of the target file (its output is not shown here)`,
  )
