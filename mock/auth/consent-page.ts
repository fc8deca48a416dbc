import type { Amount } from '../core/amounts.ts'
import { escaped, hashed } from '../core/html.ts'
import { walletAt } from '../state/lookup.ts'
import type { Access, Grant, Limits } from '../state/resources.ts'
import type { World } from '../state/world.ts'
import { publicNameOf } from '../wallet-addresses/document.ts'

const style = `
  body { font: 1rem/1.5 system-ui, sans-serif; max-width: 36rem; margin: 2rem auto; padding: 0 1rem;
    color: #1a1a1a; background: #fff; overflow-wrap: anywhere }
  form { display: flex; gap: 1rem; margin-top: 2rem }
  button { font: inherit; padding: .5rem 1.5rem; border: 1px solid #1a1a1a; border-radius: .25rem; background: #fff; color: inherit }
  button[value=accept] { background: #1a1a1a; color: #fff }
`

/** No script, no other content; the form leads here and from here to the client. */
export function pagePolicy(target: string | undefined): string {
  return [
    "default-src 'none'",
    `style-src ${hashed(style)}`,
    `form-action 'self'${target === undefined ? '' : ` ${target}`}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ')
}

/** The page on which a person decides: who asks for what, on which wallet, up to which amounts. */
export function askingPage(world: World, { client, access }: Grant): string {
  return document(
    'Give access?',
    `<p><strong>${escaped(client.identity ?? '')}</strong> asks for access to:</p>
<ul>
${access.map((item) => `<li>${itemInWords(world, item)}</li>`).join('\n')}
</ul>
<form method="post">
<button name="decision" value="accept">Accept</button>
<button name="decision" value="decline">Decline</button>
</form>`,
  )
}

/** A page that says one thing. */
export function page(title: string, text: string): string {
  return document(title, `<p>${escaped(text)}</p>`)
}

const document = (title: string, content: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${escaped(title)}</h1>
${content}
</main>
</body>
</html>
`

const itemInWords = (world: World, { type, actions, identifier, limits }: Access): string => {
  const wallet = walletAt(world, identifier ?? '')
  const of = wallet ? `of ${publicNameOf(wallet)} (${identifier})` : 'of any wallet address'
  return [`${actions.join(', ')}: ${type.replace('-', ' ')}s ${of}`, ...(limits ? limitsInWords(limits) : [])]
    .map(escaped)
    .join('<br>\n')
}

const limitsInWords = ({ debitAmount, receiveAmount, receiver, interval }: Limits): string[] => {
  const each = interval === undefined ? 'in all' : `in each period of ${interval}`
  return [
    ...(debitAmount ? [`to spend at most ${amountInWords(debitAmount)} ${each}`] : []),
    ...(receiveAmount ? [`to have received at most ${amountInWords(receiveAmount)} ${each}`] : []),
    ...(receiver === undefined ? [] : [`only to ${receiver}`]),
  ]
}

/** In whole units: 5.00 USD. */
const amountInWords = ({ value, assetCode, assetScale }: Amount): string => {
  const digits = value.toString().padStart(assetScale + 1, '0')
  const whole = digits.slice(0, digits.length - assetScale)
  const places = digits.slice(digits.length - assetScale)
  return `${whole}${places && `.${places}`} ${assetCode}`
}
