import { type Request, type Response, Router } from 'express'
import type { Amount } from '../core/amounts.ts'
import { asObject, asText, escaped, hashed, isUri } from '../core/json.ts'
import { tell } from '../exchanges/recording.ts'
import { isForForeignHost, isFromForeignPage } from '../http/foreign-page.ts'
import { walletAt } from '../state/lookup.ts'
import type { Access, Grant, Interaction, TokenLimits } from '../state/resources.ts'
import type { World } from '../state/world.ts'
import { publicNameOf } from '../wallet-addresses/router.ts'
import { decide } from './grants.ts'
import { type AskedInteraction, finishUrl, openInteraction } from './interaction.ts'
import { invalidRequest } from './problem.ts'

type Interact = Request<{ id: string; secret: string }>

/** Serves the page on which a person decides on a grant. It is a plain form, which any program can submit too. */
export function consentRouter(world: World): Router {
  const router = Router({ strict: true, caseSensitive: true })
  const path = '/:id/:secret'
  // A foreign page, such as the client's own, may know the address. It can neither read the request nor decide on it.
  router.use((request, response, next) => {
    response.removeHeader('access-control-allow-origin')
    const { publicUrl } = world
    if (!isFromForeignPage(request, publicUrl) && !isForForeignHost(request, publicUrl)) return next()
    tell(response, {
      operation: 'interact',
      refusal: { guard: 'consent-foreign-page', description: foreignPage },
    })
    show(response, 403, page('Not from there', foreignPage))
  })
  router.get(path, (request: Interact, response) => {
    tell(response, { operation: 'interact' })
    const asked = open(world, request, response)
    if (asked) show(response, 200, askingPage(world, asked.grant), asked.interaction)
  })
  router.post(path, (request: Interact, response) => {
    tell(response, { operation: 'interact' })
    const asked = open(world, request, response)
    const decision = new URLSearchParams(String(request.body ?? '')).get('decision')
    if (!asked) return
    if (decision === 'accept' || decision === 'decline') {
      decide(world, asked.grant, asked.interaction, decision === 'accept')
      leave(world, response, asked)
    } else refuse(response, 400, 'The form must contain decision=accept or decision=decline.')
  })
  return router
}

const foreignPage =
  'Open this address under the public URL of the mock: no other page can read it or decide here.'

/** The grant that is to be decided. If there is none, the response tells the person why. */
const open = (world: World, { params }: Interact, response: Response): AskedInteraction | undefined => {
  const asked = openInteraction(world, params.id, ({ secret }) => secret === params.secret)
  return 'status' in asked ? refuse(response, asked.status, asked.description) : asked
}

/** Redirects to the client, if it named a URL for that. */
const leave = (world: World, response: Response, asked: AskedInteraction): void => {
  const url = finishUrl(world, asked)
  if (url !== undefined) response.redirect(303, url)
  else show(response, 200, page('Decided', 'The client can continue. You can close this window.'))
}

const refuse = (response: Response, status: number, description: string): undefined => {
  tell(response, { refusal: { guard: 'unknown_interaction', description } })
  show(response, status, page('No open request', description))
}

const show = (response: Response, status: number, html: string, interaction?: Interaction): void => {
  const target = interaction?.finish && formTarget(interaction.finish.uri)
  response
    .status(status)
    .type('html')
    .set({
      'cache-control': 'no-store',
      'content-security-policy': pagePolicy(target),
      // A browser that may not send a referrer sends `Origin: null` with the form, which looks foreign.
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    })
  response.send(html)
}

const style = `
  body { font: 1rem/1.5 system-ui, sans-serif; max-width: 36rem; margin: 2rem auto; padding: 0 1rem;
    color: #1a1a1a; background: #fff; overflow-wrap: anywhere }
  form { display: flex; gap: 1rem; margin-top: 2rem }
  button { font: inherit; padding: .5rem 1.5rem; border: 1px solid #1a1a1a; border-radius: .25rem; background: #fff; color: inherit }
  button[value=accept] { background: #1a1a1a; color: #fff }
`

/** Allows no script and no other content. The form may lead to this server, and from here to the client. */
function pagePolicy(target: string | undefined): string {
  return [
    "default-src 'none'",
    `style-src ${hashed(style)}`,
    `form-action 'self'${target === undefined ? '' : ` ${target}`}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ')
}

/** The page on which a person decides. It shows which client asks for what, on which wallet, up to which amounts. */
function askingPage(world: World, { client, tokens, subject }: Grant): string {
  const asked = tokens.flatMap(({ access }) => access.map((item) => itemInWords(world, item)))
  const items =
    subject === undefined ? asked : [escaped(`know that the wallet address ${subject} is yours`), ...asked]
  return document(
    'Give access?',
    `<p><strong>${escaped(client.identity ?? '')}</strong> asks for access to:</p>
<ul>
${items.map((words) => `<li>${words}</li>`).join('\n')}
</ul>
<form method="post">
<button name="decision" value="accept">Accept</button>
<button name="decision" value="decline">Decline</button>
</form>`,
  )
}

/** A page with a title and one paragraph. */
function page(title: string, text: string): string {
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

const limitsInWords = ({ debitAmount, receiveAmount, receiver, interval }: TokenLimits): string[] => {
  const each = interval === undefined ? 'in all' : `in each period of ${interval}`
  return [
    ...(debitAmount ? [`to spend at most ${amountInWords(debitAmount)} ${each}`] : []),
    ...(receiveAmount ? [`to have received at most ${amountInWords(receiveAmount)} ${each}`] : []),
    ...(receiver === undefined ? [] : [`only to ${receiver}`]),
  ]
}

/** Writes an amount in whole units, such as 5.00 USD. */
const amountInWords = ({ value, assetCode, assetScale }: Amount): string => {
  const digits = value.toString().padStart(assetScale + 1, '0')
  const whole = digits.slice(0, digits.length - assetScale)
  const places = digits.slice(digits.length - assetScale)
  return `${whole}${places && `.${places}`} ${assetCode}`
}

/**
 * The finish method of a grant request, which says where a person goes after the decision. Throws a Problem if it is
 * invalid.
 */
export function finishIn(asked: unknown): NonNullable<Interaction['finish']> | undefined {
  if (asked === undefined) return undefined
  const finish = asObject(asked)
  if (finish?.['method'] !== 'redirect') throw invalidRequest('interact.finish.method is not "redirect"')
  const uri = asText(finish['uri']) ?? ''
  if (!isUri(uri) || formTarget(uri) === undefined) {
    throw invalidRequest('interact.finish.uri is not a URL that a browser can open')
  }
  const nonce = asText(finish['nonce'])
  if (!nonce) throw invalidRequest('interact.finish.nonce is not a string')
  if (finish['hash_method'] !== undefined && finish['hash_method'] !== 'sha-256') {
    throw invalidRequest('interact.finish.hash_method is not "sha-256"')
  }
  return { uri, nonce }
}

/**
 * The source expression that lets the consent form redirect to this URI, for the content security policy. Undefined if
 * a browser cannot open the URI.
 */
function formTarget(uri: string): string | undefined {
  const [origin, scheme = ''] =
    /^([a-z][a-z0-9+.-]*):\/\/(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d+)?(?=[/?#]|$)/i.exec(uri) ?? []
  if (origin === undefined || scheme.toLowerCase() === 'javascript') return undefined
  return /^https?$/i.test(scheme) ? origin : `${scheme}:`
}
