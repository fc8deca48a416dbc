import type { Answer, Failure } from '../../../http/answers/answer.ts'
import type { RequestDraft } from '../../../http/draft.ts'
import type { Target } from '../../../target-file/target.ts'
import { createLiveness } from '../liveness.ts'
import { createQuiet } from '../quiet.ts'

const connection = { url: 'https://wallet.example/op', requestTimeout: 5000 }
export const token = { name: 'tokens.full', value: async () => 'a-token' }
export const limited = { ...token, name: 'tokens.limited.token' }
const tokens = { full: token, limited: { token: limited, debitAmount: 5n } }
const target = { file: 't.yaml', baseUrl: connection.url, connection, tokens } as unknown as Target
export const list: RequestDraft = {
  operation: 'list-outgoing-payments',
  method: 'GET',
  path: '/outgoing-payments',
  token,
}
export const pay: RequestDraft = {
  operation: 'create-outgoing-payment',
  method: 'POST',
  path: '/outgoing-payments',
  token,
  body: { debitAmount: '1' },
}

type Came = number | Failure['code']

/** A server that answers the requests of checks as the test says, and the layer's own requests with `asked`. */
export function watched(asked: (draft: RequestDraft) => Came) {
  let exchange = 0
  let now = 0
  let aged = 0
  const questions: RequestDraft[] = []
  const quiet = createQuiet()
  const answerOf = (draft: RequestDraft, came: Came): Answer => ({
    exchange: ++exchange,
    method: draft.method,
    url: draft.path,
    ...(typeof came === 'number'
      ? { response: { status: came, headers: {}, text: '', json: undefined } }
      : { failure: { code: came, message: came } }),
  })
  const liveness = createLiveness({
    target: { ...target, aged: () => aged },
    longestOutage: 60_000,
    quiet,
    now: () => now,
    wait: async (milliseconds) => {
      now += milliseconds
    },
    send: async (_, draft) => {
      questions.push(draft)
      return answerOf(draft, asked(draft))
    },
  })
  liveness.begin(list, { ...answerOf(list, 200), exchange: 0 })
  exchange = 0
  const come = async (draft: RequestDraft, came: Came, later = 0): Promise<void> => {
    liveness.allow(draft)
    now += later
    await liveness.saw('a/check', draft, undefined, answerOf(draft, came))
  }
  const age = (milliseconds: number): void => {
    aged += milliseconds
  }
  return { liveness, come, questions, answerOf, quiet, age, time: () => now }
}
