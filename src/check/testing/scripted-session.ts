import { loadProfile } from '../../catalogue/profiles.ts'
import type { Answer } from '../../http/answers/answer.ts'
import type { RequestDraft } from '../../http/draft.ts'
import type { Target } from '../../target-file/target.ts'
import type { Observation, Session } from '../session.ts'
import { inTurn } from '../side-by-side.ts'

const limits = { wallet: { assetCode: 'USD', assetScale: 2 }, controlValue: 100n, maxDebitValue: 1000n }

/** The log of a session: everything sent and observed, in order. */
export interface Log {
  sent: RequestDraft[]
  observed: Array<Observation & { given?: unknown; subject?: string }>
  controls: Array<{ batch: number; accepted: boolean }>
}

type Groups = 'money' | 'generated' | 'controls' | 'memory' | 'time'

/** Members that replace those of a scripted session. A group may be replaced in part. */
type Overrides = Partial<Omit<Session, Groups>> & { [Group in Groups]?: Partial<Session[Group]> }

/** A session that sends nothing. `status` answers every draft, and is told how many were sent before. */
export function scriptedSession(
  status: (draft: RequestDraft, before: number) => number,
  overrides: Overrides = {},
): { session: Session; log: Log } {
  const log: Log = { sent: [], observed: [], controls: [] }
  let batches = 0
  const inVain = new Set<string>()
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
      sideBySide: inTurn,
      of: (inner) => at({ ...place, ...inner }),
      leaveOut: () => {},
      ...overrides,
      money: { limits: () => limits, book: () => {}, ...overrides.money },
      generated: { seed: 7, runs: 20, ...overrides.generated },
      controls: {
        open: () => batches++,
        send: async (draft, sharing) => {
          const came = answer(draft)
          session.controls.take(came, sharing)
          return came
        },
        take: ({ response }, sharing) => {
          const accepted = (response?.status ?? 0) < 300
          for (const batch of sharing) log.controls.push({ batch, accepted })
        },
        witness: async () => batches++,
        ...overrides.controls,
      },
      memory: {
        made: () => [],
        inVain,
        known: () => new Map(),
        unaccepted: () => [],
        answered: async () => {},
        ...overrides.memory,
      },
      time: { own: { now: () => 0, wait: async () => {} }, ...overrides.time },
    }
    return session
  }
  return { session: at({}), log }
}
