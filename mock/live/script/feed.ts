/** The events of the mock. Everything is reloaded if some events were missed. */
export const feedScript = `
const link = byId('link')

const setLink = (isOn) => {
  link.textContent = isOn ? 'live' : 'reconnecting'
  link.classList.toggle('on', isOn)
}

const loadAll = () => {
  clearExchanges()
  loadExchanges()
  loadResources()
  loadKnown()
}

const listen = () => {
  const events = new EventSource(control + '/events')
  const on = (name, work) => events.addEventListener(name, ({ data }) => work(JSON.parse(data)))
  on('hello', ({ resumed, url, profile, clock, on, orders }) => {
    setLink(true)
    byId('url').textContent = shown(url)
    byId('profile').textContent = 'profile ' + shown(profile)
    setClock(clock)
    setOn(on)
    setOrders(orders)
    if (!resumed) loadAll()
  })
  on('exchange', (exchange) => {
    addExchange(exchange)
    // When an order is carried out there is no event but that of its response.
    if (exchange.broken) ask('GET', '/answers').then((found) => found && setOrders(found.orders))
  })
  on('resource', put)
  on('clock', setClock)
  on('setup', setOn)
  on('answers', ({ orders }) => setOrders(orders))
  on('reset', loadAll)
  on('reset', setClock)
  events.onerror = () => {
    setLink(false)
    // The browser reconnects by itself, unless it was refused.
    if (events.readyState === EventSource.CLOSED) setTimeout(listen, 3000)
  }
}

listen()
`
