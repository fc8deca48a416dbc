import { controlScript } from './control.ts'
import { exchangeScript } from './exchanges.ts'
import { resourceScript } from './resources.ts'

/** Elements, texts, and requests to the mock. */
const textScript = String.raw`
const byId = (id) => document.getElementById(id)
const control = document.body.dataset.control

const shown = (text) =>
  String(text).replace(/[^\P{C}\n\t]/gu, (one) => '\\u{' + one.codePointAt(0).toString(16).padStart(4, '0') + '}')

const make = (tag, name, ...children) => {
  const element = document.createElement(tag)
  if (name) element.className = name
  for (const child of children) element.append(child instanceof Node ? child : shown(child))
  return element
}

let saying
const say = (text) => {
  byId('said').textContent = shown(text)
  clearTimeout(saying)
  saying = setTimeout(() => { byId('said').textContent = '' }, 6000)
}

/** Sends a request to the mock. If it fails, shows the reason and returns undefined. */
const ask = async (method, path, body) => {
  try {
    const answer = await fetch(control + path, {
      method,
      headers: { 'content-type': 'application/json' },
      body: body && JSON.stringify(body),
    })
    const json = await answer.json()
    if (answer.ok) return json
    say(json.error.description)
  } catch {
    say('The mock cannot be reached')
  }
}

const timeOf = (instant) => instant.slice(11, 19)

const amountOf = ({ value, assetCode, assetScale }) => {
  const digits = value.padStart(assetScale + 1, '0')
  const whole = digits.slice(0, digits.length - assetScale)
  return whole + (assetScale > 0 ? '.' + digits.slice(-assetScale) : '') + ' ' + assetCode
}

const endOf = (url) => url.slice(url.lastIndexOf('/') + 1)
`

/** The events of the mock. Everything is reloaded if some events were missed. */
const feedScript = `
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

/**
 * The complete script of the live page. Contents of requests and responses become text of an element, never markup.
 * Characters that a screen would obey instead of showing them are shown as code points.
 */
export const script = `'use strict'
{
${[textScript, exchangeScript, resourceScript, controlScript, feedScript].join('')}}
`
