import type { Stored, Wallet } from './resources.ts'

/** Resources of one kind, in memory, in order of creation. */
export interface Store<T extends Stored> {
  add(resource: T): T
  get(id: string): T | undefined
  keys(): Iterable<string>
  /** Returns the resources of one wallet, oldest first. */
  of(wallet: Wallet): readonly T[]
  all(): Iterable<T>
}

export function createStore<T extends Stored>(): Store<T> {
  const byId = new Map<string, T>()
  const byWallet = new Map<Wallet, T[]>()
  return {
    add(resource) {
      byId.set(resource.id, resource)
      const siblings = byWallet.get(resource.wallet)
      if (siblings) siblings.push(resource)
      else byWallet.set(resource.wallet, [resource])
      return resource
    },
    get: (id) => byId.get(id),
    keys: () => byId.keys(),
    of: (wallet) => byWallet.get(wallet) ?? [],
    all: () => byId.values(),
  }
}
