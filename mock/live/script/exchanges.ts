/** The exchanges, newest first. The number of rows is limited, however many exchanges arrive. */
export const exchangeScript = String.raw`
const mostRows = 200
const rows = byId('exchanges')
const refusedOnly = byId('refused-only')
/** The exchanges since the page was last drawn. There are never more of them than rows. */
let waiting = []
let count = 0
let drawing = false

const filter = byId('filter')

/** Returns true if the row shows all words of the filter. */
const isWanted = (exchange) => {
  const { id, method, url, status, refusedBy, broken, operation } = exchange
  const text = ['#' + id, method, url, status, refusedBy, broken, operation].join(' ').toLowerCase()
  const words = filter.value.toLowerCase().split(/\s+/)
  return (!refusedOnly.checked || isRefused(exchange)) && words.every((word) => text.includes(word))
}

const isRefused = ({ status, refusedBy }) => refusedBy !== undefined || status >= 400

const addExchange = (exchange) => {
  count += 1
  waiting.push(exchange)
  if (waiting.length > 2 * mostRows) waiting = waiting.slice(-mostRows)
  if (drawing) return
  drawing = true
  // A timer is used, because a page in the background gets no animation frames.
  setTimeout(draw, 100)
}

const draw = () => {
  drawing = false
  const fresh = waiting.filter(isWanted).slice(-mostRows)
  waiting = []
  for (const exchange of fresh) rows.prepend(rowOf(exchange))
  while (rows.children.length > mostRows) rows.lastElementChild.remove()
  openLinked()
  byId('nothing').hidden = rows.children.length > 0
  byId('count').textContent = count === 0 ? '' : rows.children.length + ' shown of ' + count
}

const rowOf = (exchange) => {
  const { id, at, method, url, status, refusedBy, broken } = exchange
  const button = make(
    'button', 'row',
    make('span', 'id', '#' + id),
    make('span', 'at', timeOf(at)),
    make('span', 'method', method || '?'),
    make('code', 'url', url || 'no HTTP'),
    make('span', 'status', status),
  )
  if (refusedBy) button.append(make('span', 'by', 'refused by ' + refusedBy))
  if (broken) button.append(make('span', 'altered', 'as ordered: ' + broken))
  button.type = 'button'
  button.setAttribute('aria-expanded', 'false')
  const item = make('li', isRefused(exchange) ? 'refused' : '', button)
  item.id = 'exchange-' + id
  button.addEventListener('click', () => unfold(item, button, id))
  return item
}

const unfold = async (item, button, id) => {
  const isOpen = button.getAttribute('aria-expanded') === 'true'
  button.setAttribute('aria-expanded', String(!isOpen))
  if (isOpen) item.lastElementChild.remove()
  else {
    history.replaceState(null, '', '#exchange-' + id)
    const more = make('div', 'more')
    item.append(more)
    const whole = await ask('GET', '/exchanges/' + id)
    more.append(...(whole ? detailsOf(whole) : [make('p', 'wrong', 'This exchange is no longer stored.')]))
  }
}

const detailsOf = ({ at, request, answer, findings, refusal, cutOff }) => [
  ...findings.map(findingOf),
  make('div', '', make('h3', '', 'Request'), pre(request.method + ' ' + request.url, request)),
  make('div', '', make('h3', '', 'Answer'), pre(String(answer.status), answer)),
  make('p', 'faint', [
    'Answered at ' + at,
    ...(refusal && refusal.requirement ? ['requirement ' + refusal.requirement] : []),
    ...(cutOff > 0 ? [cutOff + ' bytes of the bodies were not stored'] : []),
  ].join('; ') + '.'),
  copyButton(request),
]

const copyButton = (request) => {
  const button = make('button', '', 'Copy as curl')
  button.type = 'button'
  button.addEventListener('click', () =>
    navigator.clipboard.writeText(curlOf(request)).then(
      () => say('Copied'),
      () => say('The browser does not allow copying here'),
    ),
  )
  return button
}

/** Headers that curl sets itself. */
const ownHeaders = ['host', 'connection', 'content-length', 'transfer-encoding']

const inShell = (text) => "'" + text.split("'").join("'\\''") + "'"

const curlOf = ({ method, url, headers, body, base64 }) => [
  'curl -X ' + method + ' ' + inShell(new URL(url, location.origin).href),
  ...headers
    .filter(([name]) => !ownHeaders.includes(name.toLowerCase()))
    .map(([name, value]) => '-H ' + inShell(name + ': ' + value)),
  ...(body && !base64 ? ['--data-raw ' + inShell(body)] : []),
].join(' ')

const findingOf = ({ cause, says, lines }) => {
  const finding = make('div', 'finding', make('p', 'cause', cause), make('p', '', says))
  if (lines && lines.length > 0) finding.append(make('ul', 'lines', ...lines.flatMap(lineOf)))
  return finding
}

const lineOf = ({ received, expected }) => {
  const line = (name, text) => make('li', name, make('span', '', name), make('code', '', text))
  if (received === expected) return [line('same', received ?? '')]
  return [
    ...(received === undefined ? [] : [line('received', received)]),
    ...(expected === undefined ? [] : [line('expected', expected)]),
  ]
}

const pre = (first, { headers, body, base64 }) => {
  const lines = [first, ...headers.map(([name, value]) => name + ': ' + value)]
  const text = base64 ? '(not UTF-8, in base64) ' + base64 : pretty(body)
  const block = make('pre', '', lines.join('\n') + (text ? '\n\n' + text : ''))
  block.tabIndex = 0
  return block
}

const pretty = (body) => {
  // Numbers that a double cannot represent stay as they were sent.
  if (/[\s:,[]-?(?:[\d.]{16}|[\d.]+[eE])/.test(body)) return body
  try {
    return JSON.stringify(JSON.parse(body), undefined, 2)
  } catch {
    return body
  }
}

const clearExchanges = () => {
  waiting = []
  count = 0
  rows.replaceChildren()
  draw()
}

const loadExchanges = async () => {
  const found = await ask('GET', '/exchanges?limit=' + mostRows + '&refused=' + refusedOnly.checked)
  if (!found) return
  const seen = count
  clearExchanges()
  for (const exchange of found.exchanges) addExchange(exchange)
  const last = found.exchanges.at(-1)
  count = Math.max(seen, last ? last.id : 0)
}

refusedOnly.addEventListener('change', loadExchanges)
filter.addEventListener('input', loadExchanges)

/** Opens the exchange that the address of the page names, once, if the mock still has it. */
let linked = /^#exchange-\d+$/.test(location.hash) ? location.hash.slice(1) : undefined
const openLinked = () => {
  const item = linked && byId(linked)
  if (!item) return
  linked = undefined
  item.firstElementChild.click()
  item.scrollIntoView({ block: 'center' })
}
`
