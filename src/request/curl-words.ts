import { parseArgs } from 'node:util'
import { didYouMean } from '../catalogue/nearest.ts'
import { ConfigurationError } from '../core/errors.ts'
import type { HttpRequest } from '../core/http-request.ts'
import { added } from './headers.ts'

export type ReadBytes = (path: string) => Promise<Buffer>

/**
 * Reads the request that curl would send, from the words after `curl`, as far as a signature may cover it. Throws a
 * ConfigurationError for an option that would change the request in a way that is not known here.
 */
export async function readCurlWords(words: readonly string[], readBytes: ReadBytes): Promise<HttpRequest> {
  const said = wordsIn(words)
  const all = (...meanings: CurlOption[]) => said.filter(({ meaning }) => meanings.includes(meaning))
  const urls = all('url')
  const [url] = urls
  if (!url || urls.length > 1) {
    throw flaw(url ? 'names more than one URL' : 'does not name a URL', 'name the URL of the request')
  }
  const data = await bodyOf(all('data', 'data-raw', 'data-binary', 'json'), readBytes)
  const inQuery = all('get').length > 0
  const body = inQuery ? undefined : data
  const target = urlOf(url.value, inQuery ? data : undefined)
  const method = all('request').at(-1)?.value ?? methodFor(body, all('head').length > 0)
  return { method, url: target, headers: headersOf(said, body), ...(body?.length ? { body } : {}) }
}

interface SaidWord {
  meaning: CurlOption
  value: string
}

const wordsIn = (words: readonly string[]): SaidWord[] =>
  parseArgs({ args: [...words], options, strict: false, tokens: true }).tokens.flatMap((token) => {
    if (token.kind === 'option-terminator') return []
    if (token.kind === 'positional') return { meaning: 'url', value: token.value }
    const { rawName, value, inlineValue } = token
    const option = described.get(token.name)
    // An option of curl cannot have the form --name=value.
    if (!option || (inlineValue && rawName.startsWith('--'))) throw unknown(rawName)
    if (option.type === 'string' && value === undefined)
      throw flaw(`has no value after ${rawName}`, 'add its value')
    return { meaning: option.meaning, value: value ?? '' }
  })

const unknown = (name: string): ConfigurationError => {
  if (name === '-u' || name === '--user') {
    return flaw(`has ${name}, which sets the Authorization header`, 'write that header with -H instead')
  }
  const longer = [...described.keys()].map((one) => `--${one}`)
  const meant = didYouMean(name, longer).replace('; ', '')
  return flaw(
    `has the option ${name}, which is not supported`,
    meant || 'remove it, or give the request as a file',
  )
}

const bodyOf = async (said: readonly SaidWord[], readBytes: ReadBytes): Promise<Buffer | undefined> => {
  if (said.length === 0) return undefined
  const pieces: Buffer[] = []
  for (const { meaning, value } of said) {
    if (pieces.length > 0 && meaning !== 'json') pieces.push(Buffer.from('&'))
    if (meaning === 'data-raw' || !value.startsWith('@')) pieces.push(Buffer.from(value))
    else pieces.push(contentOf(meaning, await readBytes(value.slice(1))))
  }
  return Buffer.concat(pieces)
}

/** Removes line breaks and NUL from a file that --data names, as curl does. */
const contentOf = (meaning: CurlOption, bytes: Buffer): Buffer =>
  meaning === 'data' ? Buffer.from(bytes.filter((byte) => byte !== 10 && byte !== 13 && byte !== 0)) : bytes

const methodFor = (body: Buffer | undefined, head: boolean): string => {
  if (head) return 'HEAD'
  return body === undefined ? 'GET' : 'POST'
}

const headersOf = (said: readonly SaidWord[], body: Buffer | undefined): HttpRequest['headers'] => {
  let headers: HttpRequest['headers'] = {}
  const json = said.some(({ meaning }) => meaning === 'json')
  if (json) headers['accept'] = 'application/json'
  if (body) headers['content-type'] = json ? 'application/json' : 'application/x-www-form-urlencoded'
  const own = new Set<string>()
  for (const { meaning, value } of said) {
    if (meaning === 'user-agent' || meaning === 'referer' || meaning === 'cookie') {
      headers = { ...headers, [meaning]: value }
    }
    if (meaning !== 'header') continue
    const { name, text } = headerIn(value)
    // The first header of a name replaces curl's own.
    const { [own.has(name) ? '' : name]: _, ...others } = headers
    headers = text === undefined ? others : added(others, name, text)
    own.add(name)
  }
  return headers
}

/** Parses `Name: value`. `Name;` is a header without a value, and `Name:` removes one of curl's own. */
const headerIn = (value: string): { name: string; text?: string } => {
  const [, name = '', mark = '', text = ''] = /^([!#$%&'*+.^_`|~\w-]+) *([:;])([^\r\n]*)$/.exec(value) ?? []
  const key = name.toLowerCase()
  if (key !== '' && mark === ';' && text.trim() === '') return { name: key, text: '' }
  if (key !== '' && mark === ':') return text.trim() === '' ? { name: key } : { name: key, text }
  throw flaw('has a -H that is not a header', "write -H 'NAME: VALUE'")
}

/** Normalizes a URL as curl does: without a fragment, with a path. */
const urlOf = (given: string, query: Buffer | undefined): string => {
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(given) ? given : `http://${given}`
  const [, origin, path = '', search = ''] =
    /^(https?:\/\/[^/?#\s@]+)((?:\/[^?#\s]*)?)(\?[^#\s]*)?(?:#.*)?$/i.exec(whole) ?? []
  if (origin === undefined) {
    throw flaw(
      'names a URL that cannot be signed',
      'give an http or https URL with escaped spaces, without user and password',
    )
  }
  if (/\/\.{1,2}(?:\/|$)/.test(path)) {
    throw flaw('names a URL with /./ or /../, which curl resolves', 'give the URL as it is sent')
  }
  const more = query === undefined ? '' : `${search === '' ? '?' : '&'}${query}`
  return `${origin}${path || '/'}${search}${more}`
}

const flaw = (fact: string, next: string): ConfigurationError =>
  new ConfigurationError('ERR_CURL_WORDS', `The curl command ${fact}; ${next}`)

/** The meaning of a curl option for the request. An `ignored` option has none. */
type CurlOption =
  | 'request'
  | 'header'
  | 'data'
  | 'data-raw'
  | 'data-binary'
  | 'json'
  | 'url'
  | 'get'
  | 'head'
  | 'user-agent'
  | 'referer'
  | 'cookie'
  | 'ignored'

const table: ReadonlyArray<readonly [meaning: CurlOption, takes: boolean, names: string]> = [
  ['request', true, '-X --request'],
  ['header', true, '-H --header'],
  ['data', true, '-d --data --data-ascii'],
  ['data-raw', true, '--data-raw'],
  ['data-binary', true, '--data-binary'],
  ['json', true, '--json'],
  ['url', true, '--url'],
  ['get', false, '-G --get'],
  ['head', false, '-I --head'],
  ['user-agent', true, '-A --user-agent'],
  ['referer', true, '-e --referer'],
  ['cookie', true, '-b --cookie'],
  [
    'ignored',
    false,
    '-s --silent -S --show-error -i --include -v --verbose -f --fail --fail-with-body -k --insecure -L --location -# --progress-bar -N --no-buffer -g --globoff --compressed -4 --ipv4 -6 --ipv6 -0 --http1.0 --http1.1 --http2 --no-progress-meter -j --junk-session-cookies --tcp-nodelay -O --remote-name -q --disable',
  ],
  [
    'ignored',
    true,
    '-o --output -w --write-out -m --max-time --connect-timeout --retry --retry-delay --retry-max-time -x --proxy --cacert --capath -E --cert --key --cert-type --key-type --resolve --connect-to --interface -D --dump-header --trace --trace-ascii --stderr --noproxy --limit-rate -c --cookie-jar',
  ],
]

/** The options by their long names. */
const described = new Map(
  table.flatMap(([meaning, takes, names]) =>
    [...names.matchAll(/(?:-([^-]) )?--(\S+)/g)].map(([, short, long = '']) => {
      const type: 'string' | 'boolean' = takes ? 'string' : 'boolean'
      return [long, { meaning, type, ...(short ? { short } : {}) }] as const
    }),
  ),
)

const options = Object.fromEntries([...described].map(([name, { meaning: _, ...option }]) => [name, option]))
