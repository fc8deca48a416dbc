import type { Amount } from '../amount.ts'
import { ConfigurationError } from '../errors.ts'
import type { RunCommand } from './command.ts'
import { receiverBy } from './receiver-command.ts'
import type { Receiver, ReceiverKind, ReceiverSource, Target } from './target.ts'

/** Hands out the receivers of a target for one run. */
export interface ReceiverPool {
  /** Whether the target file gives receivers of this kind at all. */
  has: (kind: ReceiverKind) => boolean
  /** One that others use as well, the same for the same index; where a list is too short, an earlier one. */
  shared: (kind: ReceiverKind, index?: number) => Promise<Receiver>
  /** One that nobody else gets, before or after; undefined when they are used up. */
  alone: (kind: ReceiverKind) => Promise<Receiver | undefined>
}

export interface ReceiverMakers {
  runCommand: RunCommand
  /** POST /incoming-payments, as Open Payments defines it. */
  create: (
    source: Extract<ReceiverSource, { kind: 'create' }>,
    kind: ReceiverKind,
    incomingAmount: Amount | undefined,
  ) => Promise<Receiver>
  /** What a receiver that is made on demand shall have as its incomingAmount; undefined for none. */
  incomingAmount: (kind: ReceiverKind) => Amount | undefined
}

interface Supply {
  shared: (index: number) => Promise<Receiver>
  alone: () => Promise<Receiver | undefined>
}

export const receiverPool = (
  target: Pick<Target, 'file' | 'receivers'>,
  makers: ReceiverMakers,
): ReceiverPool => {
  const supplies = new Map<ReceiverKind, Supply>()
  const supplyOf = (kind: ReceiverKind): Supply => {
    const supply = supplies.get(kind) ?? newSupply(kind, target, makers)
    supplies.set(kind, supply)
    return supply
  }
  return {
    has: (kind) => target.receivers.sources[kind] !== undefined,
    shared: (kind, index = 0) => supplyOf(kind).shared(index),
    alone: (kind) => supplyOf(kind).alone(),
  }
}

const newSupply = (
  kind: ReceiverKind,
  { file, receivers }: Pick<Target, 'file' | 'receivers'>,
  { runCommand, create, incomingAmount }: ReceiverMakers,
): Supply => {
  const source = receivers.sources[kind]
  if (source === undefined) return fromList(kind, [])
  if (source.kind === 'list') return fromList(kind, source.receivers)
  return source.kind === 'command'
    ? onDemand(() => receiverBy(source.command, kind, incomingAmount(kind), { file, runCommand }))
    : onDemand(() => create(source, kind, incomingAmount(kind)))
}

/** Those to be had alone are taken from the end, so that the first ones stay for sharing. */
const fromList = (kind: ReceiverKind, receivers: readonly Receiver[]): Supply => {
  const free = [...receivers]
  const byIndex = new Map<number, Receiver>()
  const sharedOnes: Receiver[] = []

  const nextShared = (index: number): Receiver => {
    const fresh = free.shift()
    if (fresh) sharedOnes.push(fresh)
    const receiver = fresh ?? sharedOnes[index % sharedOnes.length]
    if (!receiver) throw usedUp(kind)
    return receiver
  }
  return {
    shared: async (index) => {
      const receiver = byIndex.get(index) ?? nextShared(index)
      byIndex.set(index, receiver)
      return receiver
    },
    alone: async () => free.pop(),
  }
}

/** Each is made when it is first asked for; who asks for the same at the same time waits for the same one. */
const onDemand = (make: () => Promise<Receiver>): Supply => {
  const byIndex = new Map<number, Promise<Receiver>>()
  const made = (index: number): Promise<Receiver> => {
    const receiver = make()
    receiver.catch(() => byIndex.delete(index))
    return receiver
  }
  return {
    shared: (index) => {
      const receiver = byIndex.get(index) ?? made(index)
      byIndex.set(index, receiver)
      return receiver
    },
    alone: make,
  }
}

const usedUp = (kind: ReceiverKind): ConfigurationError =>
  new ConfigurationError(
    'ERR_RECEIVERS_USED_UP',
    `receivers.${kind} of the target file is used up; add another one to the list`,
  )
