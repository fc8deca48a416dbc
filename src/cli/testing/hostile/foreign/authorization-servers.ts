import type { Passing } from '../../../../../suites/testing/altering-proxy.ts'
import { scene } from '../../granting.ts'
import { attack, escapes } from '../attacks.ts'
import { everyReport } from '../inert.ts'
import { deepJson, type Foreign, manyKeys, nulls } from './foreign.ts'

type Json = Record<string, unknown>

/**
 * Starts `run` against an authorization server whose responses to grant requests, or to their continuation, are
 * changed.
 */
const granting =
  (path: RegExp, change: (json: Json, passing: Passing) => unknown, status?: number): Foreign['given'] =>
  async () => {
    const alter = (passing: Passing): Passing =>
      passing.method === 'POST' && path.test(passing.path)
        ? { ...passing, status: status ?? passing.status, json: change(Object(passing.json), passing) }
        : passing
    const { cwd, values } = await scene({}, { alter })
    return { cwd, argv: ['run', 't.yaml', '--only', 'tokens/unknown', ...everyReport], secrets: values }
  }

const first = (change: (json: Json) => unknown, status?: number) => granting(/^\/auth$/, change, status)

/** Changes each token that the server issues, with or without a consent. */
const token = (change: (token: Json) => unknown) =>
  granting(/^\/auth/, (json) =>
    json['access_token'] ? { ...json, access_token: change(Object(json['access_token'])) } : json,
  )

/** Expects no hidden secrets, because tokens that could not be revoked are kept in a file for `tokens revoke`. */
const keeping =
  (given: Foreign['given']): Foreign['given'] =>
  async (cwd) => ({ ...(await given(cwd)), secrets: () => [] })

const interacting = (redirect: string) =>
  first((json) =>
    json['interact'] ? { ...json, interact: { ...Object(json['interact']), redirect } } : json,
  )

const continued = (change: (onward: Json) => unknown) =>
  first((json) => (json['continue'] ? { ...json, continue: change(Object(json['continue'])) } : json))

const noToken = 'There is no token to judge the server with.'
const refused = 'What leads to no consent is most likely a mistake in the target file.'
const furtherFields = 'GNAP allows further fields, so nothing judges them.'

export const authorizationServers: readonly Foreign[] = [
  {
    name: 'an authorization server as it should be',
    exits: 0,
    why: 'Only others are hostile.',
    given: first((json) => json),
  },
  {
    name: 'an authorization server with 60,000 more keys in every answer',
    exits: 0,
    why: furtherFields,
    given: granting(/^\/auth/, (json) => ({ ...JSON.parse(manyKeys(60_000)), ...json })),
  },
  {
    name: 'an authorization server that answers 200,000 nulls',
    exits: 3,
    why: noToken,
    given: first(() => JSON.parse(nulls(200_000))),
  },
  { name: 'an authorization server that answers null', exits: 3, why: noToken, given: first(() => null) },
  {
    name: 'an authorization server with two mebibytes in every answer',
    exits: 3,
    why: 'An answer is read up to 1 MiB.',
    given: first((json) => ({ ...json, padding: 'x'.repeat(2 ** 21) })),
  },
  {
    name: 'an authorization server that refuses with HTML and terminal sequences',
    exits: 2,
    why: refused,
    given: first(() => ({ error: { code: escapes, description: attack + escapes } }), 400),
  },
  {
    name: 'an authorization server that refuses with a text nested 100,000 deep',
    exits: 2,
    why: refused,
    given: first(() => ({ error: deepJson }), 400),
  },
  {
    name: 'an authorization server whose consent page is a script',
    exits: 3,
    why: noToken,
    given: interacting('javascript:alert(1)'),
  },
  {
    name: 'an authorization server whose consent page is a file',
    exits: 3,
    why: noToken,
    given: interacting('file:///etc/passwd'),
  },
  {
    name: 'an authorization server whose consent page has terminal sequences and line breaks',
    exits: 2,
    why: refused,
    given: interacting(`http://127.0.0.1:9/${escapes}\n${attack}`),
  },
  {
    name: 'an authorization server that continues on another origin',
    exits: 3,
    why: noToken,
    given: continued((onward) => ({ ...onward, uri: 'http://127.0.0.1:9/continue' })),
  },
  {
    name: 'an authorization server whose wait is a month',
    exits: 3,
    why: noToken,
    given: continued((onward) => ({ ...onward, wait: 2_592_000 })),
  },
  {
    name: 'an authorization server whose wait is not a number',
    exits: 0,
    why: 'A wait that is not a number is ignored, and the default of five seconds is used.',
    given: continued((onward) => ({ ...onward, wait: { valueOf: 1 } })),
  },
  {
    name: 'an authorization server whose tokens have line breaks and headers',
    exits: 3,
    why: noToken,
    given: token((own) => ({ ...own, value: 'x\r\nhost: elsewhere' })),
  },
  {
    name: 'an authorization server whose tokens are a mebibyte',
    exits: 3,
    why: noToken,
    given: token((own) => ({ ...own, value: 'x'.repeat(900_000) })),
  },
  {
    name: 'an authorization server whose tokens are objects',
    exits: 3,
    why: noToken,
    given: token((own) => ({ ...own, value: { toString: 1 } })),
  },
  {
    name: 'an authorization server whose tokens are managed elsewhere',
    exits: 0,
    why: 'A token is not sent to another origin. It lives until it expires, so it stays in the list of living tokens.',
    given: keeping(token((own) => ({ ...own, manage: 'http://127.0.0.1:9/token' }))),
  },
  {
    name: 'an authorization server that grants 60,000 rights',
    exits: 3,
    why: noToken,
    given: token((own) => ({ ...own, access: Array(60_000).fill({ type: '__proto__', actions: [] }) })),
  },
]
