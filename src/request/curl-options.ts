/** What an option of curl means for the request; `ignored` means nothing for it. */
export type CurlOption =
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

interface Described {
  meaning: CurlOption
  /** Whether a value follows. */
  takes: boolean
}

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

/** By name, dashes included. */
export const curlOptions: ReadonlyMap<string, Described> = new Map(
  table.flatMap(([meaning, takes, names]) =>
    names.split(' ').map((name) => [name, { meaning, takes }] as const),
  ),
)
