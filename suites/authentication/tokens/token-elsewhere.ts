import { refusedAs } from '../../../src/check/expectation.ts'
import { refusal } from '../../../src/check/kinds/refusal.ts'
import { token } from '../../../src/check/needs/need.ts'
import type { RequestDraft } from '../../../src/http/draft.ts'
import { everyOperation, withBody } from '../../support/operations.ts'
import { withFields } from '../../support/requests.ts'

/** The name of the parameter in which RFC 6750 allows bearer tokens outside the header. */
const name = 'access_token'

const requirement = 'token.in-header'

const withoutToken = ({ token: _, ...draft }: RequestDraft): RequestDraft => draft

/** A server may refuse a parameter that it does not know before it looks for a token, so any refusal is fine. */
export const inQuery = refusal({
  id: 'tokens/in-query',
  title: 'A token in the query, without the authorization header, gives no access',
  detects: 'token-in-query-taken',
  on: everyOperation,
  needs: { full: token('full') },
  mutate: async ({ token: _, ...draft }, __, { full }) => ({
    ...draft,
    query: [...(draft.query ?? []), [name, await full.value()]],
    anyRefusal: true,
  }),
  alsoRefused: withoutToken,
  expect: refusedAs('token-missing', requirement),
})

/** A server may refuse the field before it looks for a token, so any refusal is fine. */
export const inBody = refusal({
  id: 'tokens/in-body',
  title: 'A token in the body, without the authorization header, gives no access',
  detects: 'token-in-body-taken',
  on: withBody,
  needs: { full: token('full') },
  mutate: async ({ token: _, ...draft }, __, { full }) => withFields(draft, { [name]: await full.value() }),
  alsoRefused: withoutToken,
  expect: refusedAs('body', requirement),
})
