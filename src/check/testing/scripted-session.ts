import { loadProfile } from '../../catalogue/profiles.ts'
import type { Answer } from '../../http/answers/answer.ts'
import type { RequestDraft } from '../../http/draft.ts'
import type { Target } from '../../target-file/target.ts'
import { inTurn } from '../concurrently.ts'
import type { Observation, Session } from '../session.ts'

const limits = { wallet: { assetCode: 'USD', assetScale: 2 }, controlValue: 100n, maxDebitValue: 1000n }

/** The part of a target that says where it is. */
export const reached = {
  baseUrl: 'https://server.example',
  walletAddress: 'https://server.example/alice',
  connection: { url: 'https://server.example', headers: {} },
}

/** The log of a session: everything sent and observed, in order. */
export interface Log {
  sent: RequestDraft[]
  observed: Array<Observation & { given?: unknown; subject?: string }>
  controls: Array<{ batch: number; accepted: boolean }>
}

type Groups = 'money' | 'generated' | 'controls' | 'memory' | 'time'

/** Members that replace those of a scripted session. A group may be replaced in part. */
type Overrides = Partial<Omit<Session, Groups>> & { [Group in Groups]?: Partial<Session[Group]> }

/** A session that sends nothing. `status` answers every draft, and gets the number of requests sent before. */
export function scriptedSession(
  status: (draft: RequestDraft, before: number) => number,
  overrides: Overrides = {},
): { session: Session; log: Log } {
  const log: Log = { sent: [], observed: [], controls: [] }
  let batches = 0
  const timedOut = new Set<string>()
  const answer = (draft: RequestDraft): Answer => {
    const came = status(draft, log.sent.length)
    log.sent.push(draft)
    const response = { status: came, headers: {}, text: '', json: undefined }
    return { exchange: log.sent.length, method: draft.method, url: draft.path, response }
  }
  const at = (place: { subject?: string; given?: unknown }): Session => {
    const session: Session = {
      target: { profile: loadProfile('interface') } as Target,
      supplies: {} as Session['supplies'],
      send: async (draft) => answer(draft),
      again: async (same) => same,
      observe: (observation) => log.observed.push({ ...observation, ...place }),
      concurrently: inTurn,
      of: (inner) => at({ ...place, ...inner }),
      skip: () => {},
      ...overrides,
      money: { limits: () => limits, book: () => {}, ...overrides.money },
      generated: { seed: 7, runSeed: 7, runs: 20, ...overrides.generated },
      controls: {
        open: () => batches++,
        openShared: () => batches++,
        settled: () => {},
        send: async (draft, sharing) => {
          const came = answer(draft)
          session.controls.take(came, sharing)
          return came
        },
        reuse: (draft, sharing) => session.controls.send(draft, sharing),
        take: ({ response }, sharing) => {
          const accepted = (response?.status ?? 0) < 300
          for (const batch of sharing) log.controls.push({ batch, accepted })
        },
        witness: async () => batches++,
        ...overrides.controls,
      },
      memory: {
        made: () => [],
        timedOut,
        known: () => new Map(),
        unshown: () => [],
        cursorOf: () => undefined,
        dateIsBehind: 0,
        answered: async () => {},
        ...overrides.memory,
      },
      time: { own: { now: () => 0, wait: async () => {} }, ...overrides.time },
    }
    return session
  }
  return { session: at({}), log }
}
