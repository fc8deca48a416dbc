import { setTimeout } from 'node:timers/promises'
import type { Shown } from '../core/answer.ts'
import { jsonOf } from '../core/json.ts'
import type { World } from '../state/world.ts'
import type { Feed } from './feed.ts'
import { type ShownResources, shownResources } from './resources.ts'

/** Milliseconds of real time between two looks. */
const pace = 300

/** The number of resources of each kind that are watched: the most recently changed ones. */
const most = 50

/**
 * Tells the feed of every resource that was created or changed, as long as there are listeners. It polls, because
 * payments progress by the clock alone, and so adds no cost to requests.
 */
export function createWatch(world: World, feed: Feed): () => Promise<void> {
  let isGoing = false
  return async () => {
    if (isGoing) return
    isGoing = true
    try {
      let before = seenIn(shownResources(world, most))
      while (feed.listeners() > 0) {
        await setTimeout(pace, undefined, { ref: false })
        const now = seenIn(shownResources(world, most))
        for (const [id, { text, change }] of [...now].reverse()) {
          if (before.get(id)?.text !== text) feed.tell('resource', change)
        }
        before = now
      }
    } finally {
      isGoing = false
    }
  }
}

const kinds = ['quotes', 'incomingPayments', 'outgoingPayments'] as const

interface SeenExchange {
  /** The text whose difference reveals a change. */
  text: string
  change: { kind: (typeof kinds)[number]; resource: Shown }
}

/** The resources by URL. */
const seenIn = (shown: ShownResources): Map<string, SeenExchange> =>
  new Map(
    kinds.flatMap((kind) =>
      shown[kind].map((resource) => [
        String(resource['id']),
        { text: jsonOf(resource), change: { kind, resource } },
      ]),
    ),
  )
