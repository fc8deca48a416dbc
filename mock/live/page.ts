import type { Request, Response } from 'express'
import { escaped, hashed } from '../core/json.ts'
import { script } from './script/index.ts'
import { style } from './style.ts'

/** The content security policy: only the one style and the one script run, and the page connects only to the mock. */
const policy = [
  "default-src 'none'",
  `style-src ${hashed(style)}`,
  `script-src ${hashed(script)}`,
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Mock, live</title>
<style>${style}</style>
</head>
<body data-control="CONTROL_PATH">
<a class="skip" href="#main">To the exchanges</a>
<header>
<h1>Mock</h1>
<p class="where"><code id="url"></code> <span id="profile" class="faint"></span></p>
<p id="link" class="pill" role="status">connecting</p>
</header>
<main id="main" tabindex="-1">
<section aria-labelledby="exchanges-title">
<div class="bar"><h2 id="exchanges-title">Exchanges</h2>
<label>Filter <input id="filter" type="search" autocomplete="off" spellcheck="false" placeholder="quotes 401"></label>
<label><input type="checkbox" id="refused-only"> Refused only</label>
<output id="count" aria-label="Exchanges shown"></output></div>
<p id="nothing" class="faint">No requests yet. Each request appears here as it happens. Open a refused request to see what is wrong with it.</p>
<ol id="exchanges" class="rows" reversed></ol>
</section>
<div class="side">
<section aria-labelledby="clock-title">
<h2 id="clock-title">Clock</h2>
<p class="now"><time id="now"></time></p>
<form id="advance">
<label class="short">Advance by <input id="by" value="65s" autocomplete="off" spellcheck="false" aria-describedby="units"></label>
<button>Advance</button>
<button type="button" id="freeze" aria-pressed="false">Freeze</button>
<button type="button" id="reset">Reset the mock</button>
</form>
<p id="units" class="faint">A duration such as 500ms, 65s, 5m, 2h or 30d.</p>
</section>
<section aria-labelledby="setup-title">
<h2 id="setup-title">Faults and variants</h2>
<ul id="on" class="on"></ul>
<p id="strict" class="faint">No fault or variant is on: the mock is strict.</p>
<form id="turn-on">
<label class="grow">Fault or variant <input id="which" list="known" autocomplete="off" spellcheck="false"></label>
<button>Turn on</button>
</form>
<datalist id="known"></datalist>
<p id="says" class="faint" aria-live="polite"></p>
</section>
<section aria-labelledby="answers-title">
<h2 id="answers-title">Next responses</h2>
<ul id="orders" class="orders"></ul>
<form id="order">
<label class="grow">What happens <select id="what">
<option value='{"status":503}'>503, the request is not processed</option>
<option value='{"status":429}'>429, the request is not processed</option>
<option value='{"status":500}'>500, the request is not processed</option>
<option value='{"delay":"2s"}'>2 seconds late</option>
<option value='{"delay":"30s"}'>30 seconds late</option>
<option value='{"broken":"reset"}'>Processed, then the connection is reset</option>
<option value='{"broken":"empty"}'>Processed, response without a body</option>
<option value='{"broken":"garbage"}'>Processed, response is not JSON</option>
<option value='{"broken":"cut-off"}'>Processed, response is cut off in the middle</option>
</select></label>
<label class="short">How many <input id="times" type="number" min="1" max="1000" value="1"></label>
<button>Order</button>
<button type="button" id="forget" hidden>Forget all</button>
</form>
</section>
<section aria-labelledby="resources-title">
<h2 id="resources-title">Resources</h2>
<details open><summary>Outgoing payments <span id="outgoingPayments-count"></span></summary><ul id="outgoingPayments" class="things" tabindex="0" aria-label="Outgoing payments"></ul></details>
<details open><summary>Quotes <span id="quotes-count"></span></summary><ul id="quotes" class="things" tabindex="0" aria-label="Quotes"></ul></details>
<details><summary>Incoming payments <span id="incomingPayments-count"></span></summary><ul id="incomingPayments" class="things" tabindex="0" aria-label="Incoming payments"></ul></details>
<details><summary>Wallets <span id="wallets-count"></span></summary><ul id="wallets" class="things" tabindex="0" aria-label="Wallets"></ul></details>
</section>
</div>
</main>
<p id="said" role="status"></p>
<script>${script}</script>
</body>
</html>
`

/** Serves the live page of the mock, or of the tenant at whose path it is requested. */
export function servePage(request: Request, response: Response): void {
  response
    .set({
      'content-security-policy': policy,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    })
    .type('html')
    .send(page.replace('CONTROL_PATH', escaped(request.baseUrl)))
}
