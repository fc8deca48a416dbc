/** Clock, faults and variants, and orders for the next responses. */
export const controlScript = `
let clock = { now: new Date(0).toISOString(), frozen: true }
let heardAt = 0

const setClock = (told) => {
  clock = told
  heardAt = performance.now()
  byId('freeze').setAttribute('aria-pressed', String(told.frozen))
  tick()
}

const tick = () => {
  const gone = clock.frozen ? 0 : performance.now() - heardAt
  const now = new Date(Date.parse(clock.now) + gone).toISOString().slice(0, 19)
  byId('now').textContent = now.replace('T', ' ') + (clock.frozen ? ' UTC, frozen' : ' UTC')
}
setInterval(tick, 1000)

byId('advance').addEventListener('submit', (event) => {
  event.preventDefault()
  ask('POST', '/clock', { advance: byId('by').value.trim() })
})
byId('freeze').addEventListener('click', () => ask('POST', '/clock', { freeze: !clock.frozen }))
byId('reset').addEventListener('click', () => ask('POST', '/reset'))

/** Maps the id of each fault and variant to its kind and its description. */
const known = new Map()
/** Resolves when they are loaded. */
let loaded = Promise.resolve()
let on = { variants: [], faults: [] }

const loadKnown = () => {
  loaded = loadEachKnown()
}

const loadEachKnown = async () => {
  for (const kind of ['variants', 'faults']) {
    const found = await ask('GET', '/' + kind)
    for (const { id, says } of found ? found[kind] : []) known.set(id, { kind, says })
  }
  byId('known').replaceChildren(...[...known.keys()].map((id) => {
    const option = make('option', '')
    option.value = id
    return option
  }))
  setOn(on)
  describeChosen()
}

const setOn = (told) => {
  on = told
  byId('on').replaceChildren(...['variants', 'faults'].flatMap((kind) => on[kind].map((id) => onItem(kind, id))))
  byId('strict').hidden = on.variants.length + on.faults.length > 0
}

const onItem = (kind, id) => {
  const button = make('button', '', 'Turn off')
  button.type = 'button'
  button.setAttribute('aria-label', shown('Turn off ' + id))
  button.addEventListener('click', () => use(kind, on[kind].filter((each) => each !== id)))
  const { says = '' } = known.get(id) ?? {}
  return make('li', '', make('div', '', make('code', '', id), make('p', '', says)), button)
}

const use = (kind, ids) => ask('PUT', '/' + kind, { [kind]: ids })

const describeChosen = () => {
  const { says = '' } = known.get(byId('which').value.trim()) ?? {}
  byId('says').textContent = shown(says)
}
byId('which').addEventListener('input', describeChosen)
byId('turn-on').addEventListener('submit', async (event) => {
  event.preventDefault()
  const id = byId('which').value.trim()
  if (id === '') return
  await loaded
  // If the id is unknown, the mock names the most similar one.
  const { kind } = known.get(id) ?? { kind: 'faults' }
  if (!(await use(kind, [...on[kind].filter((each) => each !== id), id]))) return
  byId('which').value = ''
  byId('says').textContent = ''
})

const setOrders = (orders) => {
  byId('orders').replaceChildren(...orders.map(({ times, ...order }) =>
    make('li', '', make('code', '', Object.entries(order).map((each) => each.join(' ')).join(', ')), make('span', 'faint', times + ' to come')),
  ))
  byId('forget').hidden = orders.length === 0
}

byId('order').addEventListener('submit', (event) => {
  event.preventDefault()
  ask('POST', '/answers', { ...JSON.parse(byId('what').value), times: Number(byId('times').value) })
})
byId('forget').addEventListener('click', () => ask('DELETE', '/answers'))
`
