import type { RequestListener } from 'node:http'
import { gzipSync } from 'node:zlib'
import { attack, escapes } from '../attacks.ts'
import { deepJson, type Foreign, manyKeys, nulls, serving } from './foreign.ts'

/** Runs `init` with the URL of a wallet address whose document is this text. */
const documented =
  (text: (origin: string) => string | Buffer, headers: Record<string, string> = {}): Foreign['given'] =>
  async () => {
    const answer: RequestListener = (request, response) => {
      const isDocument = request.url === '/alice'
      const body = isDocument ? text(`http://${request.headers.host}`) : '{}'
      response.writeHead(200, { 'content-type': 'application/json', ...(isDocument && headers) }).end(body)
    }
    return { argv: ['init', `${await serving(answer)}/alice`, '--yes'] }
  }

const fieldsAt = (origin: string) => ({
  id: `${origin}/alice`,
  publicName: 'Alice',
  assetCode: 'USD',
  assetScale: 2,
  authServer: `${origin}/auth`,
  resourceServer: origin,
})

/** Serves a valid document in which these fields are replaced. */
const differing = (fields: object): Foreign['given'] =>
  documented((origin) => JSON.stringify({ ...fieldsAt(origin), ...fields }))

/** Serves a valid document with these members in front, as text. */
const beginning = (members: string): Foreign['given'] =>
  documented((origin) => JSON.stringify(fieldsAt(origin)).replace('{', `{${members},`))

const furtherFields = 'A wallet address may have further fields, so nothing judges them.'
const noDocument = 'It is no wallet address document.'
const noTarget = 'No target file can be written from it.'

export const wallets: readonly Foreign[] = [
  {
    name: 'a wallet address document as it should be',
    exits: 0,
    why: 'Only others are hostile.',
    given: differing({}),
  },
  {
    name: 'a wallet address document with 60,000 more keys',
    exits: 0,
    why: furtherFields,
    given: beginning(manyKeys(60_000).slice(1, -1)),
  },
  {
    name: 'a wallet address document with 900 kB more',
    exits: 0,
    why: furtherFields,
    given: beginning(`"padding":"${'x'.repeat(900_000)}"`),
  },
  {
    name: 'a wallet address document of two mebibytes',
    exits: 3,
    why: 'An answer is read up to 1 MiB.',
    given: beginning(`"padding":"${'x'.repeat(2 ** 21)}"`),
  },
  {
    name: 'a wallet address document of 200,000 nulls',
    exits: 2,
    why: noDocument,
    given: documented(() => nulls(200_000)),
  },
  {
    name: 'a wallet address document nested 100,000 deep',
    exits: 2,
    why: noDocument,
    given: beginning(`"deep":${deepJson}`),
  },
  {
    name: 'a wallet address document that is a gzip bomb',
    exits: 3,
    why: 'An answer is read up to 1 MiB.',
    given: documented(() => gzipSync(Buffer.alloc(2 ** 27)), { 'content-encoding': 'gzip' }),
  },
  {
    name: 'a wallet address document whose fields are those of its __proto__',
    exits: 2,
    why: noTarget,
    given: documented((origin) => `{"__proto__":${JSON.stringify(fieldsAt(origin))}}`),
  },
  {
    name: 'a wallet address document with terminal sequences for an asset',
    exits: 2,
    why: noTarget,
    given: differing({ assetCode: escapes }),
  },
  {
    name: 'a wallet address document with terminal sequences and HTML for a name',
    exits: 0,
    why: furtherFields,
    given: differing({ publicName: escapes + attack }),
  },
  {
    name: 'a wallet address document with a variable in its authorization server',
    exits: 2,
    why: noTarget,
    given: differing({ authServer: 'http://127.0.0.1:9/$' + '{HOME}' }),
  },
  {
    name: 'a wallet address document with the URL of a file for a resource server',
    exits: 2,
    why: noTarget,
    given: differing({ resourceServer: 'file:///etc/passwd' }),
  },
  {
    name: 'a wallet address document with a resource server of a mebibyte',
    exits: 2,
    why: noTarget,
    given: differing({ resourceServer: `http://127.0.0.1:9/${'x'.repeat(900_000)}` }),
  },
  {
    name: 'a wallet address document with objects for texts',
    exits: 2,
    why: noTarget,
    given: differing({ assetCode: { toString: 1 }, authServer: [], resourceServer: { valueOf: null } }),
  },
  {
    name: 'a wallet address document with an assetScale of 10,000 digits',
    exits: 2,
    why: noTarget,
    given: documented((origin) =>
      JSON.stringify(fieldsAt(origin)).replace('"assetScale":2', `"assetScale":${'9'.repeat(10_000)}`),
    ),
  },
  {
    name: 'a wallet address document that redirects to itself',
    exits: 2,
    why: 'Redirects are not followed.',
    given: async () => ({
      argv: [
        'init',
        `${await serving((_, response) => void response.writeHead(302, { location: '/alice' }).end())}/alice`,
        '--yes',
      ],
    }),
  },
]
