import { marked } from '../../check/unaccepted-request.ts'
import { guarded } from '../session/supervise.ts'
import { type Round, type Sent, sendAll } from './round.ts'
import type { SideEffectCheck } from './side-effects.ts'
import type { TriedRequest } from './watched-side.ts'

/** The requests after which the run looks for side effects, and the means to send them again. */
interface Look extends Pick<TriedRequest, 'closing' | 'sent'> {
  sideEffects: SideEffectCheck
  /** Sends the cases of these checks in the circumstances in which they were sent, too. */
  sendMore: (few: Round, more: Sent) => Promise<void>
}

/** Looks whether the refused requests left something behind. If so, sends those again that may have. */
export async function lookAfter(round: Round, { sideEffects, closing, sent, sendMore }: Look): Promise<void> {
  const { subject, members, all, session, draft } = round
  const again: TriedRequest['again'] = async (mark, suspects) => {
    const checks = new Set(suspects.map(({ check }) => check))
    const few = { ...round, members: members.filter(({ underway }) => checks.has(underway.check)) }
    let count = 0
    const more = await sendAll(few, () => `${mark} ${count++}`)
    await sendMore(few, more)
    return more.sent
  }
  const control: TriedRequest['control'] = (mark) =>
    guarded(all, () => session.send(marked(draft, mark).draft))
  await guarded(all, () => sideEffects.end({ subject, session, sent, closing, again, control }))
}
