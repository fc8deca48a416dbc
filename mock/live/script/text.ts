/** Elements, texts, and requests to the mock. */
export const textScript = String.raw`
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
