/** The resources of each kind, most recently changed first. */
export const resourceScript = `
const mostThings = 50
const kinds = ['outgoingPayments', 'quotes', 'incomingPayments']

const outgoing = (payment) => {
  const { failed, sentAmount, debitAmount, receiveAmount, receiver } = payment
  const isDone = sentAmount.value === debitAmount.value
  const bar = make('progress', '')
  bar.max = 1
  bar.value = debitAmount.value === '0' ? 1 : Number(sentAmount.value) / Number(debitAmount.value)
  bar.setAttribute('aria-label', 'Sent')
  return [
    line(amountOf(sentAmount) + ' of ' + amountOf(debitAmount) + ' sent', failed ? 'failed' : isDone ? 'sent' : 'under way', failed),
    bar,
    make('p', 'id', 'to ' + endOf(receiver) + ', who gets ' + amountOf(receiveAmount)),
  ]
}

const quoted = ({ debitAmount, receiveAmount, expiresAt, paid }) => [
  line(amountOf(debitAmount) + ' for ' + amountOf(receiveAmount), paid ? 'paid' : 'until ' + timeOf(expiresAt), false),
]

const incoming = ({ receivedAmount, incomingAmount, completed, kind }) => [
  line(
    amountOf(receivedAmount) + (incomingAmount ? ' of ' + amountOf(incomingAmount) : '') + ' received',
    completed ? 'completed' : kind,
    false,
  ),
]

const line = (text, state, isWrong) =>
  make('p', 'line', make('span', '', text), make('span', isWrong ? 'wrong' : 'faint', state))

const drawn = { outgoingPayments: outgoing, quotes: quoted, incomingPayments: incoming }

const thingOf = (kind, resource) => {
  const thing = make('li', 'thing', ...drawn[kind](resource), make('p', 'id', make('code', '', resource.id)))
  thing.dataset.id = resource.id
  return thing
}

const put = ({ kind, resource }) => {
  const list = byId(kind)
  for (const each of list.children) if (each.dataset.id === resource.id) { each.remove(); break }
  const thing = thingOf(kind, resource)
  thing.classList.add('changed')
  list.prepend(thing)
  while (list.children.length > mostThings) list.lastElementChild.remove()
  tally(kind)
}

const tally = (kind) => {
  const { length } = byId(kind).children
  byId(kind + '-count').textContent = length < mostThings ? '(' + length + ')' : '(the latest ' + length + ')'
}

const loadResources = async () => {
  const found = await ask('GET', '/resources?limit=' + mostThings)
  if (!found) return
  for (const kind of kinds) {
    byId(kind).replaceChildren(...found[kind].map((resource) => thingOf(kind, resource)))
    tally(kind)
  }
  byId('wallets').replaceChildren(
    ...found.wallets.map(({ id, assetCode, assetScale }) =>
      make('li', 'thing', make('p', 'line', make('code', '', id), make('span', 'faint', assetCode + ', scale ' + assetScale))),
    ),
  )
  tally('wallets')
}
`
