import { forEachCase } from '../../../src/check/cases/cases.ts'
import { each } from '../../../src/check/cases/given.ts'
import { expectAccepted, expectThat } from '../../../src/check/expect-answer.ts'
import { onEach } from '../../../src/check/kinds/on-each.ts'
import type { Session } from '../../../src/check/session.ts'
import type { Subject } from '../../../src/check/subject.ts'
import { type Answer, answerInWords, isRefused } from '../../../src/http/answers/answer.ts'
import type { RequestDraft } from '../../../src/http/draft.ts'
import { everyOperation } from '../../support/operations.ts'

/** Writes a valid request in another form, or returns undefined if it cannot have that form. */
export type WrittenForm = (draft: RequestDraft, session: Session) => RequestDraft | undefined

interface AcceptedForms {
  id: string
  title: string
  detects: string
  requirement: string
  on?: readonly Subject[]
  /** Set if the forms are tried in circumstances too. */
  inCircumstances?: true
  /** A refusal of these forms that is permitted, and its reason in words. */
  mayRefuse?: { why: string; when: (place: Session, answer: Answer, draft: RequestDraft) => Promise<boolean> }
  /** The forms by name. A payment costs money, so it is made only in the first one. */
  forms: Record<string, WrittenForm>
}

/** A check that valid requests are accepted in other forms than the simplest. */
export function accepted({
  id,
  title,
  detects,
  requirement,
  on = everyOperation,
  inCircumstances,
  mayRefuse,
  forms,
}: AcceptedForms) {
  const names = Object.keys(forms)
  const namesFor = (pays: boolean): string[] => (pays ? names.slice(0, 1) : names)
  return onEach({
    id,
    title: `${title} accepted`,
    detects,
    on,
    claims: [requirement],
    ...(inCircumstances ? { inCircumstances } : {}),
    cost: (_, { pays }) => {
      const count = namesFor(pays === true).length
      return { requests: count * (mayRefuse ? 3 : 2), accepted: count }
    },
    run: (session, draft, _, again) =>
      forEachCase(session, each(...namesFor(draft.debits !== undefined)), async (place, name) => {
        const form = forms[name]
        if (!form?.(draft, session)) return
        const written = form(await again(), session)
        if (!written) return
        const answer = await place.send(written)
        if (!isRefused(answer) || !(await mayRefuse?.when(place, answer, await again())))
          await expectAccepted(place, answer, requirement)
        else {
          const want = `accepted, or refused because ${mayRefuse?.why}`
          expectThat(place, answer, requirement, { held: true, want, got: answerInWords(answer) })
        }
      }),
  })
}
