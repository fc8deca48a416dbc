import { tryIn } from '../../../src/check/circumstances/attempt.ts'
import { applicable } from '../../../src/check/circumstances/table.ts'
import { claimsOf, judgeRefusal, refusedAs } from '../../../src/check/expectation.ts'
import { scenario, upTo } from '../../../src/check/kinds/scenario.ts'
import { limitedToken, receiver } from '../../../src/check/needs/need.ts'
import { type Observation, PreconditionFailed } from '../../../src/check/session.ts'
import { type Answer, isAccepted } from '../../../src/http/answers/answer.ts'
import type { RequestDraft } from '../../../src/http/draft.ts'
import { rowsToTry } from '../../races/within-limit.ts'
import { creatingPayment } from '../../support/operations.ts'
import { controlAmount, payDirectly } from '../../support/requests.ts'

const onlyReceiver = refusedAs('recommended-refusal', 'create-outgoing-payment.token-limit.receiver')

export const limitedToReceiver = scenario({
  id: 'payments/limited-to-a-receiver',
  title: 'A token that is limited to one receiver pays into no other',
  detects: 'without-payment-token-limit-receiver',
  requests: [upTo(15, creatingPayment)],
  needs: {
    open: receiver('open'),
    another: receiver('open', 1),
    limited: limitedToken('limitedToReceiver'),
  },
  claims: (profile) => claimsOf(onlyReceiver, profile, ['create-outgoing-payment']),
  leaves: { payments: 1 },
  run: async (session, { open, another, limited: { token, receiver: only } }) => {
    const foreign = [open, another].find(({ url }) => url !== only)
    if (only === undefined || !foreign)
      throw new PreconditionFailed('receivers.open has only the receiver that the token is limited to')
    const amount = controlAmount(session)
    const control = { ...payDirectly(session, only, amount), token }
    const invalid = (valid: RequestDraft): RequestDraft => ({
      ...valid,
      body: payDirectly(session, foreign.url, amount).body,
      invalid: true,
    })
    const batch = session.controls.open()
    if (!isAccepted(await session.controls.send(control, [batch]))) return
    const answer = await session.send(invalid(control))
    const judge = (sent: RequestDraft, answered: Answer, behind: number): Observation[] =>
      judgeRefusal(onlyReceiver, session, sent, answered, behind)
    const plainly = judge(control, answer, batch)
    for (const observation of plainly) session.observe(observation)
    const attempt = { invalid, judge, plainly }
    const context = { session, valid: async () => control }
    for (const row of rowsToTry(session))
      await tryIn(context, applicable(row, { ...control, invalid: true }, session), attempt)
  },
})
